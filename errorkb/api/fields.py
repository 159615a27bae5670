"""Fields of requests. Each says in the API's description exactly what it takes."""

import re
from typing import Any

from drf_spectacular.drainage import set_override
from rest_framework import serializers


class Text(serializers.Field[str, str, str, Any]):
    """A text as it is: NUL, surrogates and white space may stand in what people paste.

    pattern: a regular expression that is found in it; otherwise: what is said of a text in which it is not.
    """

    def __init__(
        self,
        *,
        shortest: int = 0,
        longest: int | None = None,
        pattern: str = "",
        otherwise: str = "",
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self._shortest, self._longest, self._otherwise = shortest, longest, otherwise
        # A dollar sign of Python lets a line's end follow, which JSON Schema's does not.
        self._pattern = re.compile(re.sub(r"\$$", r"\\Z", pattern))
        bounds = {"minLength": shortest or None, "maxLength": longest, "pattern": pattern or None}
        schema = {"type": "string", **{key: value for key, value in bounds.items() if value is not None}}
        set_override(self, "field", schema)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            raise serializers.ValidationError("not a text")
        if len(data) < self._shortest:
            raise serializers.ValidationError("it is empty")
        if self._longest is not None and len(data) > self._longest:
            raise serializers.ValidationError(f"longer than {self._longest} characters")
        if not self._pattern.search(data):
            raise serializers.ValidationError(self._otherwise)
        return data


class Whole(serializers.Field[int, Any, int, Any]):
    """A whole number within bounds: digits in an address, a number in JSON."""

    def __init__(self, least: int, most: int, **options: Any) -> None:
        super().__init__(**options)
        self._least, self._most = least, most
        set_override(self, "field", {"type": "integer", "minimum": least, "maximum": most})

    def to_internal_value(self, data: Any) -> int:
        is_digits = isinstance(data, str) and self.context["in_address"] and re.fullmatch("[0-9]{1,9}", data)
        is_number = isinstance(data, int | float) and not isinstance(data, bool) and data == data // 1
        if not (is_digits or is_number) or not self._least <= int(data) <= self._most:
            raise serializers.ValidationError(f"not a whole number from {self._least} to {self._most}")
        return int(data)


class Flag(serializers.Field[bool, str, bool, Any]):
    """Yes or no in an address."""

    VALUES = {"true": True, "1": True, "false": False, "0": False}

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        set_override(self, "field", {"type": "boolean"})

    def to_internal_value(self, data: Any) -> bool:
        if data not in self.VALUES:
            raise serializers.ValidationError("neither true nor false")
        return self.VALUES[data]


class Choice(serializers.Field[str, str, str, Any]):
    """One of a few words."""

    def __init__(self, *words: str, **options: Any) -> None:
        super().__init__(**options)
        self._words = words
        set_override(self, "field", {"type": "string", "enum": list(words)})

    def to_internal_value(self, data: Any) -> str:
        if data not in self._words:
            raise serializers.ValidationError(f"none of {', '.join(self._words)}")
        return str(data)
