"""What a file states about its errors before the other files are known.

A message may depend on code that stands elsewhere: the class that is constructed, the function that makes the
error. So a file gives *drafts* (places that raise, with the arguments that they pass) and *shapes* (how
classes, functions and tables of codes make an error from arguments); linking puts the one into the other.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from ingest.readers.source_tree.site import Guard, Hole, Site

_CONSTANT = re.compile(r"(?:[\w$]{1,80}(?:\.|::)){1,4}[A-Za-z_$][\w$]{0,80}|[A-Z][A-Z0-9_]{1,80}")

#: So many ways in which one message can come out are kept apart; beyond, the varying part is a hole.
MAX_WORDINGS = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class Slot:
    """A part of a message that the maker's caller passes. parameter: its 0-based place; member: of the object
    that stands there; otherwise: what is there when the caller passes nothing."""

    parameter: int
    expression: str
    member: str | None = None
    otherwise: "Parts | None" = None


Parts = tuple[str | Hole | Slot, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Wording:
    """One way in which a text can come out, and what must be so for it."""

    parts: Parts
    guards: tuple[Guard, ...] = ()

    @property
    def has_text(self) -> bool:
        """Whether a letter or digit of it is literal."""
        return any(isinstance(part, str) and any(map(str.isalnum, part)) for part in self.parts)

    @property
    def literal(self) -> str | None:
        """The whole text, where nothing of it is open."""
        texts = [part for part in self.parts if isinstance(part, str)]
        return "".join(texts) if len(texts) == len(self.parts) else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Argument:
    """What is passed. number: an integer literal. name: the last name of a constant (`NOT_FOUND` of
    `Codes.NOT_FOUND`). members: of an object literal. is_text: whether the source shows that it is a text."""

    expression: str
    wordings: tuple[Wording, ...]
    number: int | None = None
    name: str | None = None
    members: tuple[tuple[str, "Argument"], ...] = ()
    is_text: bool = False

    @property
    def has_text(self) -> bool:
        return any(wording.has_text for wording in self.wordings)

    @property
    def is_sentence(self) -> bool:
        """Whether its literal text is more than one word."""
        return any(" " in part for w in self.wordings for part in w.parts if isinstance(part, str))

    def member(self, *names: str) -> "Argument | None":
        """The first member that has one of the names."""
        return next((value for key, value in self.members if key in names), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Shape:
    """How a class, a function or a row of a table of codes makes an error.

    base: the maker that it hands on to, with ``arguments`` (None: with those that it got itself).
    message: the text that it sets itself, instead of the base's. error_class: when it is not the name.
    """

    name: str
    base: str | None = None
    arguments: tuple[Argument, ...] | None = None
    message: tuple[Wording, ...] = ()
    code: Argument | None = None
    status: Argument | None = None
    error_class: str | None = None
    defaults: tuple[tuple[int, Argument], ...] = ()
    documentation: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A place that raises, without what its maker decides.

    error   the ``makers`` (a dotted name's parts) construct it from the arguments
    call    a function makes it, which may be anything: if no file has it, ``wordings`` are the message, and
            without those there is no error
    plain   ``wordings`` are the message
    owner: the function around it, when its own arguments make the message. maker: the function around it,
    when it hands the error to its caller.
    """

    kind: Literal["error", "call", "plain"]
    site: Site
    makers: tuple[str, ...] = ()
    arguments: tuple[Argument, ...] = ()
    wordings: tuple[Wording, ...] = ()
    owner: str | None = None
    maker: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    """The facts of one file. constants: texts by the names under which other files can know them. imported:
    names that the file has from others of its tree."""

    drafts: tuple[Draft, ...] = ()
    shapes: tuple[Shape, ...] = ()
    constants: tuple[tuple[str, str], ...] = ()
    imported: tuple[str, ...] = ()


def hole(expression: str) -> Wording:
    """A text of which nothing is known."""
    return Wording(parts=(Hole(expression=expression),))


def joined(pieces: Iterable[tuple[Wording, ...]], expressions: Iterable[str]) -> tuple[Wording, ...]:
    """The texts of pieces one after another. Of pieces that would make too many, one becomes a hole of its
    expression."""
    rows = []
    count = 1
    for piece, expression in zip(pieces, expressions, strict=True):
        kept = piece if count * len(piece) <= MAX_WORDINGS else (hole(expression),)
        count *= len(kept)
        rows.append(kept)
    return tuple(
        Wording(
            parts=merged(part for wording in row for part in wording.parts),
            guards=tuple(guard for wording in row for guard in wording.guards),
        )
        for row in product(*rows)
    )


def guarded(wordings: Iterable[Wording], guard: Guard) -> Iterator[Wording]:
    """The wordings of a branch, under its condition."""
    for wording in wordings:
        yield Wording(parts=wording.parts, guards=(guard, *wording.guards))


def named(wordings: tuple[Wording, ...], name: str) -> tuple[Wording, ...]:
    """What a variable may hold, where what is not known has the name that it was given to."""
    if not any(_is_telling(wording) for wording in wordings):
        return ()
    return tuple(
        w if _is_telling(w) else Wording(parts=(Hole(expression=name),), guards=w.guards) for w in wordings
    )


def _is_telling(wording: Wording) -> bool:
    match wording.parts:
        case (Hole(expression=expression),):
            # A constant of another file may have a text.
            return _CONSTANT.fullmatch(expression) is not None
    return True


def merged(parts: Iterable[str | Hole | Slot]) -> Parts:
    """The parts with neighbouring texts made one, and none empty."""
    done: list[str | Hole | Slot] = []
    texts: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
            continue
        if any(texts):
            done.append("".join(texts))
        texts = []
        done.append(part)
    if any(texts):
        done.append("".join(texts))
    return tuple(done)


def preferred(wordings: tuple[Wording, ...]) -> tuple[Wording, ...]:
    """Without those of which nothing is known, where others have text."""
    known = tuple(wording for wording in wordings if wording.has_text)
    return known or wordings[:1]
