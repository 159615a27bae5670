"""What differs between two records, field by field: texts by words, lists by items.

Records come from dumps, so they may be anything, and difflib needs cubic time on hostile text: what is
beyond a bound here is cut, or shown as removed and added whole.
"""

import re
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from errorkb.web.pages import DiffPiece, FieldChange

#: Characters and lines of a text, from its first difference on; characters and number of a list's items.
MAX_TEXT = 8_000
MAX_LINES = 200
MAX_ITEM = 2_000
MAX_ITEMS = 100
#: Words that are compared one by one; lines that did not change and are shown beside those that did.
MAX_WORDS = 400
CONTEXT = 2
MAX_CONTEXT_LINE = 400
#: Texts that share less than this are shown one after the other instead of word by word.
ALIKE = 0.4

#: Fields whose values are read as text; the others are one value each.
TEXTS = frozenset(
    {"errorMessage", "messagePattern", "sourceCode", "documentation", "triggerScenarios",
     "commonSituations", "exampleFix", "validationCode", "typeGuard", "tryCatchPattern"}
)  # fmt: skip
_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_Pieces = list[DiffPiece]


class Clock:
    """Time for comparing word by word; once it is up, texts are compared by lines alone."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def is_up(self) -> bool:
        return time.monotonic() > self._end


def differences(
    old: Mapping[str, Any], new: Mapping[str, Any], keys: Collection[str], clock: Clock
) -> tuple[FieldChange, ...]:
    """The fields among ``keys`` that differ, in this order."""
    return tuple(
        _change(key, old.get(key), new.get(key), clock) for key in keys if old.get(key) != new.get(key)
    )


def _change(key: str, old: Any, new: Any, clock: Clock) -> FieldChange:
    notes = [*_absence(old, "It was"), *_absence(new, "It is now")]
    if isinstance(old, list) and isinstance(new, list):
        items, cut = _items(old, new, clock)
        if cut:
            notes.append("Longer than what is compared: only the beginning is shown.")
        return FieldChange(key=key, pieces=(), items=items, notes=tuple(notes))
    pieces: _Pieces
    if key in TEXTS and isinstance(old, str) and isinstance(new, str) and old and new:
        pieces, cut = _text(old, new, clock)
        if cut:
            notes.append("Longer than what is compared: only the beginning of what differs is shown.")
        if old.split() == new.split():
            notes.append("Only white space differs.")
    else:
        pieces = [*_value("removed", old), *_value("added", new)]
    return FieldChange(key=key, pieces=tuple(pieces), items=(), notes=tuple(notes))


def _absence(value: Any, said: str) -> Iterator[str]:
    if value is None:
        yield f"{said} null."
    elif value in ("", []):
        yield f"{said} empty."


def _value(kind: str, value: Any) -> Iterator[DiffPiece]:
    if value is not None and value != "":
        yield DiffPiece(kind=kind, text=_brief(str(value), MAX_TEXT))


def _text(old: str, new: str, clock: Clock) -> tuple[_Pieces, bool]:
    """Line by line; lines that changed are compared by their words. True: it was cut."""
    olds, news = old.splitlines(keepends=True), new.splitlines(keepends=True)
    start, end = _same_ends(olds, news)
    before, after = olds[:start], olds[len(olds) - end :]
    olds, cut_old = _bounded(olds[start : len(olds) - end])
    news, cut_new = _bounded(news[start : len(news) - end])
    cut = cut_old or cut_new
    pieces = _same(before, tail=True)
    for tag, a, b, c, d in _opcodes(olds, news):
        if tag == "equal":
            pieces += _same(olds[a:b], head=True, tail=True)
        else:
            pieces += _words("".join(olds[a:b]), "".join(news[c:d]), clock)
    return (pieces if cut else pieces + _same(after, head=True)), cut


def _same_ends(olds: Sequence[str], news: Sequence[str]) -> tuple[int, int]:
    """How many are the same at the beginning and, of the others, at the end."""
    shorter = min(len(olds), len(news))
    start = next((n for n in range(shorter) if olds[n] != news[n]), shorter)
    rest = shorter - start
    return start, next((n for n in range(rest) if olds[-1 - n] != news[-1 - n]), rest)


def _bounded(lines: list[str]) -> tuple[list[str], bool]:
    kept, room = [], MAX_TEXT
    for line in lines[:MAX_LINES]:
        kept.append(line[:room])
        room -= len(line)
        if room <= 0:
            break
    return kept, len(kept) < len(lines) or room < 0


def _same(lines: list[str], *, head: bool = False, tail: bool = False) -> _Pieces:
    """Unchanged lines: those beside a change (at their head, at their tail), and how many more."""
    first = CONTEXT if head else 0
    last = CONTEXT if tail else 0
    hidden = len(lines) - first - last
    if hidden <= 1:  # a line takes no more room than what says that it is left out
        return _plain(lines)
    gap = DiffPiece(kind="gap", text=f"{hidden:,} lines are the same")
    return [*_plain(lines[:first]), gap, *_plain(lines[len(lines) - last :])]


def _plain(lines: list[str]) -> _Pieces:
    text = "".join(_brief(line, MAX_CONTEXT_LINE) for line in lines)
    return [DiffPiece(kind="same", text=text)] if text else []


def _brief(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 2] + ("…\n" if text.endswith("\n") else "…")


def _opcodes(old: Sequence[str], new: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()


def _words(old: str, new: str, clock: Clock) -> _Pieces:
    whole = _joined([("removed", old), ("added", new)])
    if not old or not new or clock.is_up:
        return whole
    olds, news = _WORD.findall(old), _WORD.findall(new)
    start, end = _same_ends(olds, news)
    if max(len(olds), len(news)) - start - end > MAX_WORDS:
        return whole
    parts: list[tuple[str, str]] = [("same", "".join(olds[:start]))]
    tail = "".join(olds[len(olds) - end :])
    olds, news = olds[start : len(olds) - end], news[start : len(news) - end]
    for tag, a, b, c, d in _opcodes(olds, news):
        same = "".join(olds[a:b])
        if tag == "equal" and not same.isspace():
            parts.append(("same", same))
        else:  # blanks between words that all changed have changed with them
            parts += [("removed", same), ("added", "".join(news[c:d]))]
    parts.append(("same", tail))
    shared = sum(len(text) for kind, text in parts if kind == "same")
    return _joined(parts) if 2 * shared >= ALIKE * (len(old) + len(new)) else whole


def _joined(parts: Sequence[tuple[str, str]]) -> _Pieces:
    """Neighbouring changes as one removal and one addition."""
    pieces: _Pieces = []
    changed = {"removed": "", "added": ""}

    def flush() -> None:
        pieces.extend(DiffPiece(kind=kind, text=text) for kind, text in changed.items() if text)
        changed.update(removed="", added="")

    for kind, text in parts:
        if kind != "same":
            changed[kind] += text
        elif text:
            flush()
            pieces.append(DiffPiece(kind="same", text=text))
    flush()
    return pieces


def _items(old: list[Any], new: list[Any], clock: Clock) -> tuple[tuple[tuple[DiffPiece, ...], ...], bool]:
    """Each item of either list once, in order; True: it was cut."""
    cut = max(len(old), len(new)) > MAX_ITEMS or any(len(str(item)) > MAX_ITEM for item in (*old, *new))
    olds = [str(item)[:MAX_ITEM] for item in old[:MAX_ITEMS]]
    news = [str(item)[:MAX_ITEM] for item in new[:MAX_ITEMS]]
    items: list[_Pieces] = []
    for tag, a, b, c, d in _opcodes(olds, news):
        if tag == "equal":
            items += [_plain([item]) for item in olds[a:b]]
        else:
            pairs = zip_longest(olds[a:b], news[c:d], fillvalue="")
            items += [_words(before, after, clock) for before, after in pairs]
    return tuple(tuple(pieces) for pieces in items if pieces), cut
