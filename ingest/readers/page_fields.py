"""One text page: from its lines and headings to the fields that it carries."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.readers import page_layout as layout
from ingest.record import compute_id

# No part of these can match its own separator, which keeps them linear on hostile lines.
HEADER = re.compile(r"(?P<repo>[^\s·/]+/[^\s·/]+) · (?P<severity>\S+)(?: · (?P<class>.+))?")
FOOTER = re.compile(
    r"AI-assisted analysis of (?P<repo>[^\s@]+)@(?P<sha>[^\s@]+) \((?P<date>[^)]*)\)\. "
    r"Data as JSON: /api/errors/(?P<id>\S+?)\. Report an issue: GitHub\.?"
)
_THROWN_AT = re.compile(rf"\s*Thrown[ {layout.NO_BREAK_SPACE}]at[ {layout.NO_BREAK_SPACE}]*(.*)")
# Eighteen digits are more than any line number, and fewer than int() refuses.
_PATH_AND_LINE = re.compile(r"(.+):([0-9]{1,18})")


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """values: the camelCase fields that the page carries. proven: the id recomputes from them.

    mixed: header and footer name different repositories. other_sha: the permalink names another
    commit than the footer.
    """

    values: dict[str, object]
    proven: bool
    mixed: bool
    other_sha: bool
    arrangement: layout.Layout


def read_page(lines: Sequence[str], arrangement: layout.Layout) -> Page:
    """The fields of the page with these headings; only the forms of the header lines are taken
    for granted, the values are unchecked."""
    blocks = _blocks(lines, arrangement)
    first, last = arrangement.headings[0].line, arrangement.headings[-1].line
    header = _matched(HEADER, lines[first])
    footer = _matched(FOOTER, lines[last])
    source = blocks[layout.SOURCE]
    thrown = next(number for number, line in enumerate(source) if layout.plain(line))
    identity = _identify(header["repo"], footer["id"], blocks, _after_thrown_at(source[thrown]))
    trigger, common = blocks[layout.WHEN], blocks[layout.COMMON]
    permalink = next(t.line for t in arrangement.headings if t.name == layout.PERMALINK)
    values: dict[str, object] = {
        "id": footer["id"],
        "repo": header["repo"],
        "errorCode": identity.code,
        "errorMessage": identity.message,
        "errorClass": header["class"],
        "severity": header["severity"],
        "filePath": identity.path,
        "lineNumber": identity.line,
        "sourceCode": _code(_without_separator(source[thrown + 1 :])),
        "documentation": _prose(blocks[layout.MEANING]),
        "triggerScenarios": _prose(trigger).removeprefix("Trigger:").strip(),
        "commonSituations": _prose(common).removeprefix(layout.COMMON).strip(),
        "solutions": _items(blocks.get(layout.SOLUTIONS)),
        "exampleFix": _code(blocks.get(layout.EXAMPLE)),
        "handlingStrategy": _strategy(lines, arrangement),
        "validationCode": _code(blocks.get(layout.VALIDATE)),
        "typeGuard": _code(blocks.get(layout.GUARD)),
        "tryCatchPattern": _code(blocks.get(layout.CATCH)),
        "preventionTips": _items(blocks.get(layout.PREVENTION)),
        "analyzedSha": footer["sha"],
        "analyzedAt": f"{footer['date']}T00:00:00.000Z",
    }
    return Page(
        values=values,
        proven=identity.proven,
        mixed=header["repo"] != footer["repo"],
        other_sha=f"(pinned to {footer['sha']})" not in layout.plain(lines[permalink]),
        arrangement=arrangement,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Identity:
    code: str | None
    message: str
    path: str
    line: int | None
    proven: bool


def _identify(repo: str, id_: str, blocks: dict[str, list[str]], thrown_at: str) -> _Identity:
    """Code, message and path; where the form leaves a choice, the reading that gives the id.

    Spaces at line ends may be the message's own, a code may be printed once, and a path may end
    in digits after a colon. When no reading gives the id, the first one stands.
    """
    titles = [text for line in blocks[layout.PAGE] if (text := layout.plain(line))]
    raw = "\n".join(blocks[layout.MESSAGE])
    tidy = _prose(blocks[layout.MESSAGE])
    codes = (titles[0],) if len(titles) == 2 else (None, *titles)
    split = _PATH_AND_LINE.fullmatch(thrown_at)
    places = [(split[1], int(split[2]))] if split else []
    readings = list(itertools.product(codes, (tidy, raw), [*places, (thrown_at, None)]))
    for code, message, (path, line) in readings:
        # Bytes that were no UTF-8 stand as lone surrogates, which have no id.
        if _id(repo, code, message, path) == id_:
            return _Identity(code=code, message=message, path=path, line=line, proven=True)
    code, message, (path, line) = readings[0]
    return _Identity(code=code, message=message, path=path, line=line, proven=False)


def _id(repo: str, code: str | None, message: str, path: str) -> str | None:
    try:
        return compute_id(repo, code, message, path)
    except UnicodeEncodeError:
        return None


def _blocks(lines: Sequence[str], arrangement: layout.Layout) -> dict[str, list[str]]:
    """The lines of each section without its heading and the blank line at either end."""
    blocks = {}
    for heading, follower in itertools.pairwise(arrangement.headings):
        # `Common situations:` begins its text on the line of the heading.
        start = heading.line + (heading.name != layout.COMMON)
        block = _without_separator(lines[start : follower.line])
        if block and not layout.plain(block[-1]):
            del block[-1]
        blocks[heading.name] = block
    return blocks


def _without_separator(block: Sequence[str]) -> list[str]:
    return list(block[1:] if block and not layout.plain(block[0]) else block)


def _matched(pattern: re.Pattern[str], line: str) -> re.Match[str]:
    found = pattern.fullmatch(layout.plain(line))
    if found is None:
        raise ValueError("the line was told by this very pattern")
    return found


def _after_thrown_at(line: str) -> str:
    found = _THROWN_AT.match(line)
    return found[1].rstrip() if found else ""


def _prose(block: Sequence[str]) -> str:
    return "\n".join(line.rstrip() for line in block).strip("\n")


def _items(block: Sequence[str] | None) -> list[str]:
    return [line.rstrip() for line in block or () if line.strip()]


def _code(block: Sequence[str] | None) -> str | None:
    """The block as it stands, blank lines at its end apart, which the form loses."""
    if block is None:
        return None
    length = len(block)
    while length and not block[length - 1].strip():
        length -= 1
    return "\n".join(block[:length]) or None


def _strategy(lines: Sequence[str], arrangement: layout.Layout) -> str | None:
    for token in arrangement.headings:
        if token.name == layout.STRATEGY:
            return layout.plain(lines[token.line]).removeprefix(layout.STRATEGY).strip()
    return None
