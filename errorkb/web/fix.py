"""An example fix as two sides, before and after, with the lines marked in which they differ."""

import re
from collections.abc import Sequence, Set
from difflib import SequenceMatcher

from errorkb.web.highlight import MAX_LINE, MAX_LINES, code_lines, highlight, lexer_name
from errorkb.web.pages import CodeLine, ExampleFix

#: `# before`, `// Before: why`, `-- after`, `# --- before (YAML) ---`, `<!-- after -->`; but
#: `# before the call` is a comment like any other. Matched against whole lines.
_MARKER = re.compile(
    r"""
    [ \t]* (?: \# | // | -- | <!-- | /\* | ; | % | ' | rem\b )   # a comment of any style
    [-=*/#;%\s]{0,80}                                            # perhaps a rule
    (?P<side> before | after ) (?: [ \t]+ (?:the[ \t]+)? (?:fix|change) )?
    [ \t]* (?P<note> (?: [:(\[,;=*/#\u2013\u2014-] .* )? )       # nothing, or set off
    """,
    re.VERBOSE | re.IGNORECASE,
)


def example_fix(code: str, file_path: str | None) -> ExampleFix:
    """Splits at comments that say before and after, in this order and with nothing ahead of them.

    Such a comment is dropped unless it says more, as in `# before (YAML)`: then it is the part's
    first line. A note that names a language counts for both, unless the other's names its own.
    """
    sides: dict[str, list[str]] = {"before": [], "after": []}
    notes = {"before": "", "after": ""}
    side = ""
    for line in code.splitlines():
        marker = _MARKER.fullmatch(line) if len(line) <= MAX_LINE else None
        if marker is None:
            if not side and line.strip():
                return _whole(code, file_path)
            if side:
                sides[side].append(line)
            continue
        said = marker["side"].lower()
        if (side, said) == ("after", "before"):
            return _whole(code, file_path)
        repeated, side = side == said, said
        notes[side] = notes[side] or marker["note"]
        if repeated or re.search(r"\w", marker["note"]):
            sides[side].append(line)
    before, after = (_without_blank_ends(sides[name]) for name in ("before", "after"))
    if not before or not after:
        return _whole(code, file_path)
    spoken = {name: _named_language(note) for name, note in notes.items()}
    language = spoken["before"] or spoken["after"]
    removed, added = _differing(before, after)
    return ExampleFix(
        before=_side(before, removed, file_path, language),
        after=_side(after, added, file_path, spoken["after"] or language),
        whole=(),
    )


def _whole(code: str, file_path: str | None) -> ExampleFix:
    return ExampleFix(before=(), after=(), whole=code_lines(code, file_path=file_path))


def _differing(before: Sequence[str], after: Sequence[str]) -> tuple[Set[int], Set[int]]:
    """The numbers, from 0, of the lines that the other side lacks, white space at their ends aside. None
    where they share no line, or have too many to compare: a mark on each would tell nothing."""
    if len(before) + len(after) > MAX_LINES:
        return frozenset(), frozenset()
    old, new = ([line.rstrip() for line in side] for side in (before, after))
    removed, added = set(range(len(before))), set(range(len(after)))
    for block in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        removed -= set(range(block.a, block.a + block.size))
        added -= set(range(block.b, block.b + block.size))
    if len(removed) == len(before) and len(added) == len(after):
        return frozenset(), frozenset()
    return removed, added


def _side(
    lines: Sequence[str], differing: Set[int], file_path: str | None, language: str | None
) -> tuple[CodeLine, ...]:
    return tuple(
        CodeLine(number=None, html=html, differs=number in differing)
        for number, html in enumerate(highlight("\n".join(lines), file_path, language))
    )


def _without_blank_ends(lines: list[str]) -> list[str]:
    filled = [index for index, line in enumerate(lines) if line.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def _named_language(note: str) -> str | None:
    """The language of notes such as `(YAML)`, `: bash`, `(config.toml)`, `(YAML file)`."""
    words = note.strip(" \t:()[],;=*/#->\u2013\u2014").lower().split()
    return next((word for word in words if lexer_name(word)), None) if len(words) <= 2 else None
