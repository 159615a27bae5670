"""Request bodies."""

import codecs
import json
from typing import Any, NoReturn

from django.conf import settings
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser


class TooLarge(APIException):
    """413: the body is longer than the server reads."""

    status_code = 413
    default_detail = (
        f"The body is longer than {settings.MAX_PASTE_BYTES} bytes: "
        "send the part of the log that holds the error."
    )


def _read(stream: Any) -> bytes:
    # JSON escapes make a text up to six times longer; the text itself is measured when it is known.
    bound = 6 * settings.MAX_PASTE_BYTES
    data: bytes = stream.read(bound + 1)
    if len(data) > bound:
        raise TooLarge
    return data


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


class StrictJSONParser(BaseParser):
    """JSON in UTF-8, without NaN and Infinity; too deep a nesting is an error like any other."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            return json.loads(_read(stream).decode("utf-8-sig"), parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            raise ParseError(f"The body is no JSON in UTF-8: {error}") from None


class RawParser(BaseParser):
    """Leaves the body on the stream, whatever it says it is: its reader tells by the content."""

    media_type = "*/*"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        return stream


class PlainTextParser(BaseParser):
    """The text itself, in the charset that Content-Type names, else UTF-8; other bytes show as U+FFFD."""

    media_type = "text/plain"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> dict[str, str]:
        charset = "utf-8"
        for part in (media_type or "").split(";")[1:]:
            name, _, value = part.strip().partition("=")
            if name.lower() == "charset":
                charset = value.strip('"')
        try:
            codec = codecs.lookup(charset)
        except LookupError:
            raise ParseError(f"The charset {charset!r} is unknown.") from None
        if not codec._is_text_encoding:
            raise ParseError(f"The charset {charset!r} is unknown.")
        return {"text": _read(stream).decode(charset, "replace")}
