"""Names of tasks, services and hosts that stand before each line of what they wrote."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import groupby

from errorkb.matching.cleaning.line import Line, one_a_line, zeroed

# [Unit tests] …, web:build: …, host-1: …
_NAMED = re.compile(
    r"(?P<name>\[[\w@.:/][\w@./: -]{0,60}\]|[\w@./-]{1,60}(?::[\w.-]{1,40}){0,2}:)(?:[ ]|(?=\t)|\Z)"
)
# Two lines with the same one, not far from each other; quicker to see than to try all of them.
_TWICE = re.compile(
    r"\n(?P<start>\[[^\]\n]{1,64}\]|[\w@./-][\w@./:-]{0,100}:)[^\n]{0,4000}(?:\n[^\n]{0,4000}){0,15}?\n(?P=start)"
)
_SHARED = re.compile(r"\s{0,40}(?P<name>\[[\w@.:/][\w@./: -]{0,60}\])(?:[ \t]|$)", re.MULTILINE)
_STACK_LINE = re.compile(
    r"\s{0,9}(?:\+ Exception Group )?Traceback \(most recent|\s{1,9}(?:\| {1,9})?File \"|\s{1,9}at [\w$<]"
    r"|Caused by: |goroutine \d|panic: "
)
# Words before a colon that say what kind of message follows.
_KIND = re.compile(
    r"(?:\w+[.:])*\w*(?:Error|Exception|Warning|error|fatal|warning|panic|note|help|hint|info|debug):\Z"
    r"|(?i:error|fatal|warning|note|hint|detail|exception|caused by|\d+):\Z"
    r"|\[(?i:error|warn|warning|fatal|critical|info|debug|fail|failed|ok)\]\Z"
)
_BLANKS = ("", " ", "\t")
#: So many lines on end show a margin in a box, and so many one of a word and a colon.
_FEWEST_BOXED, _FEWEST_WORDED = 3, 4


def has_shared_name(text: str) -> bool:
    """Whether a name in a box stands before the first lines."""
    hit = _SHARED.match(text)
    return hit is not None and text.count("\n" + hit["name"]) + 1 >= _FEWEST_BOXED


def drop_shared_name(lines: list[Line]) -> list[Line]:
    """Lines without a name that is before all of them, one of its own that is empty too."""
    hit = next((_NAMED.match(line.text) for line in lines if line.text.strip()), None)
    if hit is None or _KIND.match(hit["name"]):
        return lines
    name = hit["name"]
    filled = [line.text for line in lines if line.text.strip()]
    if len(filled) < _FEWEST_BOXED or not all(
        text.startswith(name) and text[len(name) : len(name) + 1] in _BLANKS for text in filled
    ):
        return lines
    return [
        replace(line.cut(min(len(line.text), len(name) + 1)), prefix=(*line.prefix, f"name {name}"))
        if line.text.strip()
        else line
        for line in lines
    ]


def has_names(text: str) -> bool:
    """Whether two lines start alike."""
    return _TWICE.search(f"\n{text}") is not None


@dataclass(frozen=True, slots=True)
class _Shape:
    """What may be a name in front of a line. stop: where it ends; end: where the text behind it begins.
    blank: what is there is a blank or nothing; stack: it is a line of a stack."""

    stop: int
    end: int
    blank: bool
    stack: bool


def drop_names(lines: list[Line]) -> list[Line]:
    """Lines without the names of the tasks or hosts that wrote them.

    Anything in a box and any word before a colon may be meant. It is a margin where a stack's line stands
    behind it and at least half of the lines have one; and where all lines of the text have it, or enough
    on end with empty or indented ones among them, which nothing but a margin has behind itself;
    a box, also where those that have it stand apart.
    """
    shapes = _shapes(lines)
    names = [line.text[: shape.stop] if shape else None for line, shape in zip(lines, shapes, strict=True)]
    dropped = _of_stacks(lines, shapes, names) | _of_runs(lines, shapes, names)
    if not dropped:
        return lines
    return [
        replace(line.cut(shape.end), prefix=(*line.prefix, f"name {name}"))
        if shape and name in dropped
        else line
        for line, shape, name in zip(lines, shapes, names, strict=True)
    ]


def _shapes(lines: list[Line]) -> list[_Shape | None]:
    """The shape of each line; a log repeats itself, and no pattern tells one digit from another."""
    known: dict[str, _Shape | None] = {}
    shapes = []
    zeroes = zeroed(one_a_line([line.text for line in lines])).split("\n")
    for line, masked in zip(lines, zeroes, strict=True):
        if masked not in known:
            known[masked] = _shape(line.text)
        shapes.append(known[masked])
    return shapes


def _shape(text: str) -> _Shape | None:
    may_be_named = text[:1] == "[" or ":" in text
    hit = _NAMED.match(text) if may_be_named else None
    if hit is None:
        return None
    return _Shape(
        hit.end("name"),
        hit.end(),
        text[hit.end() : hit.end() + 1] in _BLANKS,
        _STACK_LINE.match(text, hit.end()) is not None,
    )


def _of_stacks(lines: list[Line], shapes: list[_Shape | None], names: list[str | None]) -> set[str]:
    behind = {name for shape, name in zip(shapes, names, strict=True) if shape and shape.stack and name}
    if not behind:
        return set()
    counts = Counter(name for name in names if name)
    margins = {name for name in behind if counts[name] > 1}
    filled = sum(bool(line.text.strip()) for line in lines)
    return margins if sum(counts[name] for name in margins) * 2 >= filled else set()


def _of_runs(lines: list[Line], shapes: list[_Shape | None], names: list[str | None]) -> set[str]:
    """Names that stand before so many lines on end that they are a margin."""
    longest: defaultdict[str, int] = defaultdict(int)
    apart: set[str] = set()
    filled = sum(bool(line.text.strip()) for line in lines)
    shaped = {name for shape, name in zip(shapes, names, strict=True) if shape and shape.blank and name}
    at = 0
    for name, run in groupby(names):
        end = at + sum(1 for _ in run)
        if name is not None:
            longest[name] = max(longest[name], end - at)
            above = bool(at and lines[at - 1].text.strip()) and (end - at) * 2 < filled
            below = end < len(lines) and lines[end].text.strip()
            if end - at >= _FEWEST_BOXED and not above and not below:
                apart.add(name)
        at = end
    return {
        name
        for name, length in longest.items()
        if not _KIND.match(name) and length >= (_FEWEST_BOXED if name[0] == "[" else _FEWEST_WORDED)
        if name in shaped or (name[0] == "[" and name in apart)
    }
