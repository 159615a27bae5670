"""What stands before each line: prefixes of logs, quoting, indentation; and what levels in them say."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from errorkb.matching.cleaning.line import Line, one_a_line, zeroed
from errorkb.matching.cleaning.prefix_parts import BOXED_TIME, CLOCK, plain_level
from errorkb.matching.cleaning.wraps import USUAL_WIDTHS, join_usual
from errorkb.matching.prefixes import find_prefix, services

# "> " once or more, perhaps in a list; ">>> " is a Python prompt and stays.
_QUOTE = re.compile(r"[ \t]{0,40}(?:(?:[-*+]|\d{1,3}[.)])[ ]{1,3}(?=>[ ]))?(?:>(?!>>) ?)+")
#: Quoting and prefixes stand around each other in any order, at most so many in all.
_MAX_PREFIXES = 8
#: What quoting is called among prefixes; it names no writer.
_QUOTED = ">"
#: Names of services stand in so many columns.
_MAX_SERVICES = 3
_DIGIT = re.compile(r"\d")
#: So many different lines are remembered.
_MOST_KNOWN = 5_000
_SPACED_STAMP = re.compile(rf".{{0,80}}?{BOXED_TIME} [^\s|:-]")
_STAMP = re.compile(rf"{BOXED_TIME} ")
# What stands before a row of a table, and before an edge of one.
_ROW = re.compile(rf"{BOXED_TIME} (?=\|)")
_EDGE = re.compile(rf"{BOXED_TIME} \+-")
_SEPARATOR = re.compile(r" [|:-] ?\Z")
# A date of system logs, and behind it host and program.
_DATED = re.compile(rf"(?P<date>[A-Z][a-z]{{2}} [ \d]\d {CLOCK}(?: |\Z))(?P<rest>\S{{0,80}})")
#: Behind other prefixes, a date is not farther to the right.
_FARTHEST = 200
# What cannot stand alone at the left: the middle of a stack, of which the indentation is a part.
_CUT_STACK = re.compile(r"\s{0,40}(?:at |File \"|from |in |#\d|\d{1,3}:|-->|\|)")
#: So many lines show that an indentation is all of them's.
_FEWEST_INDENTED = 2
# Markdown's code is indented by four blanks, other texts by tabs; less is what a tool itself prints.
_STEPS = re.compile(r"(?:[ ]{4}|\t){0,20}")
# What is indented below an error belongs to it.
_ANNOUNCING = re.compile(r"(?i:error|exception|warning|panic|fatal)")
# How often a console saw what stands below.
_BADGE = re.compile(r"\d{1,5}\s*\Z")
# message: |- (YAML), below which all that is deeper is one text.
_BLOCK = re.compile(r"[ ]{0,40}(?:- )?[\w.\"'-]{1,80}:[ ]{1,4}[|>][-+]?\d?\s*\Z")


@dataclass
class _Text:
    """What the whole text says about the prefixes of its lines."""

    lines: list[Line]

    @cached_property
    def services(self) -> frozenset[str]:
        """Names that compose put before bars."""
        barred = any("|" in line.text for line in self.lines)
        return services(line.text for line in self.lines) if barred else frozenset()

    @cached_property
    def tabled(self) -> bool:
        """Whether edges of a table stand behind its time stamps: then a bar is a row's."""
        return any(_EDGE.match(line.text) for line in self.lines if line.text.endswith("-+"))

    @cached_property
    def spaced(self) -> bool:
        """Whether only a blank follows its time stamps: then a hyphen or a bar is the line's own."""
        return any(_SPACED_STAMP.match(line.text) for line in self.lines)

    @cached_property
    def bare_dates(self) -> bool:
        """Whether dates stand alone: where a host is before a program, it is there in every line, and mostly
        the same."""
        hosts = [hit["rest"] for line in self.lines if (hit := _DATED.search(line.text[:_FARTHEST]))]
        return len(hosts) > 1 and ("" in hosts or len(set(hosts)) * 2 > len(hosts))


def drop_prefixes(lines: list[Line]) -> list[Line]:
    """Lines without prefixes and quoting, and with what the prefixes told."""
    for _ in range(_MAX_SERVICES):
        text = _Text(lines)
        before = lines
        found = _found(lines, text)
        if not any(prefixes.end for prefixes in found):
            break
        if whole := _around_broken(lines, found):
            lines = whole
            continue
        lines = [_less(line, prefixes) for line, prefixes in zip(lines, found, strict=True)]
        # Behind the names of one compose those of another may stand, which show in what is left.
        if not text.services or lines == before:
            break
    return lines


@dataclass(frozen=True, slots=True)
class _Prefixes:
    """All that stands before a line: where it ends, its kinds, and the level that it told; and for each
    layer of it where that ends, its kind, and the level up to there."""

    end: int
    kinds: tuple[str, ...]
    level: str | None
    layers: tuple[tuple[int, str, str | None], ...]


def _around_broken(lines: list[Line], found: list[_Prefixes]) -> list[Line] | None:
    """The lines that a terminal broke before all of them got the same prefixes, whole and without these: what
    looks like the prefix of a part is a part of the line. None where nothing shows that."""
    stamped = any(prefixes.kinds[:1] == ("time stamp ",) for prefixes in found)
    if stamped and (whole := _behind_stamps(lines)):
        return whole
    if all(len(prefixes.layers) < 2 for prefixes in found):  # the quick look is for speed
        return None
    filled = [number for number, line in enumerate(lines) if line.text.strip()]
    for depth in range(min(len(found[number].layers) for number in filled)):
        if len({found[number].layers[depth][1] for number in filled}) > 1:
            return None
        widest = max(len(lines[number].text) - found[number].layers[depth][0] for number in filled)
        if widest in USUAL_WIDTHS and any(len(found[number].layers) > depth + 1 for number in filled):
            broken = [
                _less(line, _outer(prefixes, depth)) for line, prefixes in zip(lines, found, strict=True)
            ]
            whole = join_usual(broken)
            return whole if len(whole) < len(broken) else None
    return None


def _behind_stamps(lines: list[Line]) -> list[Line] | None:
    """The same where only a time stamp stood before the broken lines, and levels are a part of them."""
    filled = [line.text for line in lines if line.text.strip()]
    stamp = _STAMP.match(filled[0]) if filled else None
    if stamp is None or max(map(len, filled)) - stamp.end() not in USUAL_WIDTHS:
        return None
    stamps = [_STAMP.match(line.text) for line in lines]
    if any(line.text.strip() and not hit for line, hit in zip(lines, stamps, strict=True)):
        return None
    broken = [
        replace(line.cut(hit.end()), prefix=(*line.prefix, "time stamp ")) if hit else line
        for line, hit in zip(lines, stamps, strict=True)
    ]
    whole = join_usual(broken)
    return whole if len(whole) < len(broken) else None


def _outer(prefixes: _Prefixes, depth: int) -> _Prefixes:
    """The prefixes up to the layer of that depth."""
    layers = prefixes.layers[: depth + 1]
    if not layers:
        return prefixes
    kinds = tuple(kind for _, kind, _ in layers if kind != _QUOTED)
    return _Prefixes(layers[-1][0], kinds, layers[-1][2], layers)


def _found(lines: list[Line], whole: _Text) -> list[_Prefixes]:
    """The prefixes of each line; a log repeats itself, and no pattern tells one digit from another."""
    if whole.services:  # their numbers are a part of their names
        return [_prefixes(line.text, whole) for line in lines]
    known: dict[str, _Prefixes] = {}
    found = []
    zeroes = zeroed(one_a_line([line.text for line in lines])).split("\n")
    for line, masked in zip(lines, zeroes, strict=True):
        prefixes = known.get(masked)
        if prefixes is None:
            prefixes = _prefixes(line.text, whole)
            if len(known) < _MOST_KNOWN and not any(_DIGIT.search(kind) for kind in prefixes.kinds):
                known[masked] = prefixes
        found.append(prefixes)
    return found


def _prefixes(text: str, whole: _Text) -> _Prefixes:
    at = 0
    layers: list[tuple[int, str, str | None]] = []
    level: str | None = None
    for _ in range(_MAX_PREFIXES):
        # The quick look is for speed: most lines are not quoted.
        if ">" in text[:45] and (hit := _QUOTE.match(text)):
            end, kind = hit.end(), _QUOTED
        elif prefix := find_prefix(text, whole.services):
            end, kind = prefix.end, prefix.kind
            if "time stamp" in kind and (separated := _SEPARATOR.search(text, 0, end)):
                end = separated.start() + 1 if whole.spaced else end
            elif kind == "syslog " and "]:" not in text[end - 3 : end] and whole.bare_dates:
                dated = _DATED.match(text.lstrip(" \t"))
                end, kind = (
                    (dated.end("date") + len(text) - len(text.lstrip(" \t")), "clock ")
                    if dated
                    else (end, kind)
                )
            if whole.tabled and (bar := _ROW.match(text)) and bar.end() < end:
                end, kind = bar.end(), "time stamp "
            else:
                level = prefix.level or level
        else:
            break
        at += end
        text = text[end:]
        layers.append((at, kind, level))
    kinds = tuple(kind for _, kind, _ in layers if kind != _QUOTED)
    return _Prefixes(at, kinds, level, tuple(layers))


def _less(line: Line, prefixes: _Prefixes) -> Line:
    end = prefixes.end
    if not end:
        return line
    kinds = (*line.prefix, *prefixes.kinds) if line.prefix else prefixes.kinds
    return Line(line.text[end:], line.offsets[end:], line.end, kinds, prefixes.level or line.level)


def has_blocks(text: str) -> bool:
    """Whether a block of YAML may open."""
    return ": |" in text or ": >" in text


def open_blocks(lines: list[Line]) -> list[Line]:
    """Blocks of YAML as texts of their own; the line that opens one is empty."""
    shown: list[Line] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if not _BLOCK.match(line.text):
            shown.append(line)
            continue
        depth = _depth(line.text)
        end = at
        while end < len(lines) and (not lines[end].text.strip() or _depth(lines[end].text) > depth):
            end += 1
        last = lines[end - 1]
        shown += [line.cut(len(line.text)), *drop_margin(lines[at:end]), last.cut(len(last.text))]
        at = end
    return shown


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def has_margin(text: str) -> bool:
    """Whether all lines may be indented."""
    return text.lstrip("\r\n")[:1] in (" ", "\t")


def drop_indentation(lines: list[Line]) -> list[Line]:
    """Lines without the indentation that all of a block have which empty lines surround."""
    shown: list[Line] = []
    before = ""
    groups = groupby(lines, key=lambda line: not line.text or line.text[0].isspace())
    runs = [(indented, list(run)) for indented, run in groups]
    for number, (indented, run) in enumerate(runs):
        counted = number == 1 and len(runs[0][1]) == 1 and _BADGE.match(before)
        apart = number == 0 or bool(counted) or not (run[0].text.strip() or _ANNOUNCING.search(before))
        apart &= number == len(runs) - 1 or not run[-1].text.strip()
        shown += drop_margin(run) if indented and apart else run
        before = run[-1].text
    return shown


def drop_margin(lines: list[Line]) -> list[Line]:
    """Lines without the indentation that all of them have."""
    filled = [line.text for line in lines if line.text.strip()]
    steps = _STEPS.match(filled[0]) if len(filled) >= _FEWEST_INDENTED else None
    margin = steps.end() if steps else 0
    while margin and not all(text.startswith(filled[0][:margin]) for text in filled):
        margin -= 1 if filled[0][margin - 1] == "\t" else 4
    if not margin:
        return lines
    if all(text[margin].isspace() or _CUT_STACK.match(text) for text in filled):
        return lines
    return [line.cut(min(margin, len(line.text))) for line in lines]


def drop_levels(lines: list[Line]) -> list[Line]:
    """Lines without a level that says nothing of them.

    Loggers write no empty records: where one stands behind a level, and all levels stand behind the same,
    something put it before every line, whatever that says.
    """
    forwarded = next((_telling(line) for line in lines if line.level and not line.text.strip()), None)
    if forwarded is None:
        return lines
    size = len(forwarded)
    # The outermost of them may stand alone before a line of another layer.
    if any(line.prefix[:size] != forwarded[: len(line.prefix)] for line in lines if line.level):
        return lines
    return [
        replace(line, level=None) if line.level and len(_telling(line)) <= size else line for line in lines
    ]


def _telling(line: Line) -> tuple[str, ...]:
    """The prefixes of a line up to the one that told its level."""
    for size in range(len(line.prefix), 0, -1):
        if plain_level(line.prefix[size - 1].rpartition(" ")[2]) == line.level:
            return line.prefix[:size]
    return line.prefix
