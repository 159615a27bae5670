"""Names in texts looked up over all files of a tree, as far as they can be."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ingest.readers.source_tree.python.choices import is_plain, tells
from ingest.readers.source_tree.python.facts import (
    MAX_CHOICES,
    Choice,
    Choices,
    Filled,
    OneOf,
    Part,
    Ref,
    Text,
)
from ingest.readers.source_tree.python.formats import fill, merged, reshaped
from ingest.readers.source_tree.python.names import Names
from ingest.readers.source_tree.site import Guard, Hole

_MAX_DEPTH = 12
_LEAST_LETTERS = 4
_FIELDS = (("%", re.compile(r"%\(\w+\)[sdr]")), ("format", re.compile(r"\{[A-Za-z_]\w*\}")))
_TESTS = re.compile(r"(?P<no>not )?(?P<name>[\w.]+)(?: is (?P<isnt>not )?None)?\Z")

# Nothing in it binds weaker than `and`, and no bracket hides one.
_CONJUNCTION = re.compile(r"(?:(?!\b(?:or|if|else|lambda)\b)[\w. ]){1,200}")


@dataclass(frozen=True, slots=True)
class Frame:
    """Where names are looked up: a file, the class of `self`, and what parameters stand for.

    self_path, self_owner: where the class of `self` itself is, when a method is inherited.
    """

    path: str
    owner: str | None
    values: Mapping[str, Choices] = field(default_factory=dict)
    self_path: str | None = None
    self_owner: str | None = None
    depth: int = 0


class Lookup:
    """Resolves texts."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def kept(self, choices: Choices, frame: Frame, *, inside: bool = False) -> Choices:
        """The choices that what is known of the parameters does not rule out.

        ``inside``: they are of a class's own methods, whose conditions are not the caller's to see.
        """
        kept: list[Choice] = []
        for choice in choices:
            if not choice.guards:
                kept.append(choice)
            elif not contradicted(choice.guards, frame):
                guards = () if inside else open_guards(choice.guards, frame)
                kept.append(choice if guards == choice.guards else Choice(text=choice.text, guards=guards))
        return self.all(tuple(kept), frame)

    def all(self, choices: Choices, frame: Frame) -> Choices:
        """The choices with their names looked up."""
        found: list[Choice] = []
        for choice in choices:
            if is_plain(choice.text):
                found.append(choice)
                continue
            for text, guards in self._text(choice.text, frame, 0):
                found.append(Choice(text=text, guards=(*choice.guards, *guards)))
        return tuple(found[:MAX_CHOICES])

    def _text(
        self, text: Text, frame: Frame, depth: int, *, as_format: bool = False
    ) -> list[tuple[Text, tuple[Guard, ...]]]:
        """``as_format``: fields of the text are still to be filled."""
        results: list[tuple[list[Part], tuple[Guard, ...]]] = [([], ())]
        for part in text:
            options = self._part(part, frame, depth, alone=len(text) == 1, as_format=as_format)
            if isinstance(part, Ref) and not as_format:
                options = [(with_fields(found), guards) for found, guards in options]
            results = [
                ([*parts, *more], (*guards, *further))
                for parts, guards in results
                for more, further in options
            ][:MAX_CHOICES]
        return [(merged(parts), guards) for parts, guards in results]

    def _part(
        self, part: Part, frame: Frame, depth: int, *, alone: bool, as_format: bool
    ) -> list[tuple[Text, tuple[Guard, ...]]]:
        if isinstance(part, str | Hole) or depth > _MAX_DEPTH:
            return [((part,), ())]
        if isinstance(part, Filled):
            return self._filled(part, frame, depth, as_format=as_format)
        if isinstance(part, OneOf):
            return [
                (text, (*choice.guards, *guards))
                for choice in part.choices
                for text, guards in self._text(choice.text, frame, depth + 1, as_format=as_format)
            ]
        found = self._ref(part, frame, depth)
        if not alone and len(found) > 1 and not all(isinstance(p, str) for t, _ in found for p in t):
            # Of a text that may have been changed on the way, what was given says most.
            telling = [(t, g) for t, g in found if sum(map(str.isalpha, _literal(t))) >= _LEAST_LETTERS]
            found = telling[:2] or [((Hole(expression=part.expression),), ())]
        if part.quoted:
            found = [((repr(t[0]),) if len(t) == 1 and isinstance(t[0], str) else t, g) for t, g in found]
        return found

    def _ref(self, ref: Ref, frame: Frame, depth: int) -> list[tuple[Text, tuple[Guard, ...]]]:
        hole: list[tuple[Text, tuple[Guard, ...]]] = [((ref,), ())]
        if ref.item is not None:
            return self._indexed(ref, frame, depth) or hole
        if ref.key in frame.values:
            return [(choice.text, choice.guards) for choice in frame.values[ref.key]] or hole
        path, owner = self._self_of(ref.key, frame)
        found = self._names.text_of(path, ref.key, owner)
        if found is None:
            return hole
        of, text = found
        if text == (ref,):
            return hole
        inner = Frame(
            path=of.module, owner=of.name if of.name in self._names.files[of.module].classes else None
        )
        options = self._text(text, inner, depth + 1)
        # A constant that is a number or a name says nothing here.
        return options if any(isinstance(p, str) for t, _ in options for p in t) else hole

    def _indexed(self, ref: Ref, frame: Frame, depth: int) -> list[tuple[Text, tuple[Guard, ...]]]:
        found: list[tuple[Text, tuple[Guard, ...]]] = []
        path, owner = self._self_of(ref.key, frame)
        for index, guards in self._text(ref.item or (), frame, depth + 1):
            key = index[0] if len(index) == 1 else None
            if not isinstance(key, str):
                continue
            for of, table in self._names.table_of(path, ref.key, owner):
                if key in table:
                    inner = Frame(path=of.module, owner=of.name)
                    found += [(t, (*guards, *g)) for t, g in self._text(table[key], inner, depth + 1)]
                    break
        return found

    def _self_of(self, key: str, frame: Frame) -> tuple[str, str | None]:
        if key.startswith(("self.", "cls.")) and frame.self_owner and frame.self_path:
            return frame.self_path, frame.self_owner
        return frame.path, frame.owner

    def _filled(
        self, part: Filled, frame: Frame, depth: int, *, as_format: bool
    ) -> list[tuple[Text, tuple[Guard, ...]]]:
        found: list[tuple[Text, tuple[Guard, ...]]] = []
        arguments = [self._single(text, frame, depth) for text in part.arguments]
        keywords: dict[str, Text] = {}
        for name, text in part.keywords:
            if name:
                keywords[name] = self._single(text, frame, depth)
            elif len(text) == 1 and isinstance(text[0], Ref):
                # `**kwargs`: what the caller gave beyond the parameters has its own name.
                keywords.update(
                    {n: c[0].text for n, c in frame.values.items() if "." not in n and len(c) == 1}
                )
        # What is stripped may be the template of a format around it.
        open_fields = as_format or part.style in ("%", "format")
        for template, guards in self._text(part.template, frame, depth + 1, as_format=open_fields):
            if not any(isinstance(piece, str) for piece in template):
                name = getattr(part.template[0], "expression", "message") if part.template else "message"
                found.append(((Hole(expression=str(name)),), guards))
            elif part.style in ("strip", "dedent"):
                found.append((reshaped(part.style, template), guards))
            else:
                found.append((fill(part.style, template, arguments, keywords), guards))
        return found

    def _single(self, text: Text, frame: Frame, depth: int) -> Text:
        options = self._text(text, frame, depth + 1)
        if len(options) == 1:
            return options[0][0]
        first = text[0] if text else ""
        return (Hole(expression=getattr(first, "expression", "value")),)


def _literal(text: Text) -> str:
    return "".join(part for part in text if isinstance(part, str))


def with_fields(text: Text) -> Text:
    """A class's text with named fields is formatted somewhere: the fields are holes."""
    literal = _literal(text)
    if "{" not in literal and "%(" not in literal:
        return text
    style = next((style for style, field in _FIELDS if field.search(literal)), None)
    return fill(style, text, (), {}) if style else text


def finished(choices: Choices) -> Choices:
    """Names that were not found become holes; texts that came out equal are one."""
    seen: dict[Text, Choice] = {}
    for choice in choices:
        if choice.text == ("None",):  # a message that nobody gave
            seen.setdefault((), Choice(text=(), guards=choice.guards))
            continue
        if is_plain(choice.text):
            seen.setdefault(choice.text, choice)
            continue
        parts = [
            part if isinstance(part, str | Hole) else Hole(expression=getattr(part, "expression", "message"))
            for part in choice.text
        ]
        text = merged(parts)
        seen.setdefault(text, Choice(text=text, guards=choice.guards))
    return tuple(seen.values())


def contradicted(guards: tuple[Guard, ...], frame: Frame) -> bool:
    """Whether what a call gave rules the guards out: `message is None` when it gave one."""
    return any(_truth(guard, frame) is False for guard in guards)


def open_guards(guards: tuple[Guard, ...], frame: Frame) -> tuple[Guard, ...]:
    """Those that are not yet decided."""
    return tuple(guard for guard in guards if _truth(guard, frame) is None)


def _truth(guard: Guard, frame: Frame) -> bool | None:
    if " and " in guard.text and _CONJUNCTION.fullmatch(guard.text):
        parts = [_truth(Guard(kind=guard.kind, text=t), frame) for t in guard.text.split(" and ")]
        whole = False if False in parts else True if all(parts) else None
        return None if whole is None else whole == guard.holds
    hit = _TESTS.match(guard.text) if guard.kind == "condition" else None
    if hit is None or hit["name"] not in frame.values:
        return None
    values = frame.values[hit["name"]]
    if any(choice.text in (("None",), ("",), ()) for choice in values):
        given: bool | None = False if len(values) == 1 else None
    elif tells(values):
        given = True
    else:
        given = None
    if given is None:
        return None
    is_none_test = " is " in guard.text
    holds = given if not is_none_test else (given if hit["isnt"] else not given)
    if hit["no"]:
        holds = not holds
    return holds == guard.holds
