"""What people and trackers put around text: fences, links, bullets, back-ticks, typographic quotes."""

import re
from collections.abc import Iterator
from dataclasses import replace

from errorkb.matching.cleaning.line import Line

FENCE = re.compile(r"\s{0,8}(?:`{3,9}|~{3,9})[\w+-]*\s*\Z")
# [text](url) of Markdown, <url|text> of Slack, [text|url] of Jira; url<url> of mailers.
# Brackets nest, and any may be the text's own: they are paired one by one.
_BRACKET = re.compile(r"\[|\](?P<link>\((?:https?:|mailto:|file:|vscode:)[^\s()]{1,2000}\))?")
_SLACK = re.compile(r"<(?:https?:|mailto:)[^|<>\s]{1,2000}\|(?P<text>[^<>\n]{1,1000})>")
_JIRA = re.compile(r"\[(?P<text>[^\[\]|\n]{1,1000})\|https?:[^\s\[\]]{1,2000}\]")
_MAILER = re.compile(r"(?<=[\w/)])(?P<link><(?:https?|mailto):[^<>\s]{1,2000}>)")
LINK_HINTS = ("](", "|", "<http", "<mailto:", "|http")
# Bullets go where a stack's line follows; a numbered list may be a stack of another kind.
_STACK_LINE = (
    r"(?:Traceback \(most|File \"|During handling|The above exception"
    r"|[A-Za-z_][\w.]{0,120}(?:Error|Exception)\b)"
)
_BULLETS = frozenset("-*+\u2022\u25cf\u25aa\u20130123456789#_")
_BULLET = re.compile(
    rf"[ \t]{{0,40}}(?:[-*+\u2022\u25cf\u25aa\u2013]|\d{{1,3}}[.)])[ \t]{{1,4}}(?={_STACK_LINE})"
)
_HEADING = re.compile(rf"[ \t]{{0,8}}(?:#{{1,6}}[ ]|\*\*|__)(?=\[?{_STACK_LINE})")
_HEADING_END = re.compile(r"(?:\*\*|__)\s*\Z")
#: Code within a line of prose is left alone: a message has back-ticks of its own.
_SHORTEST_CODE = 12
_CURLY_FILE = re.compile(r"\s*File\s[\u201c-\u201f«\"]")
_CURLY = re.compile(r"[\u201c-\u201f«»]")


def drop_fences(lines: list[Line]) -> list[Line]:
    """Lines that open or close a block of code are empty."""
    return [line.cut(len(line.text)) if FENCE.match(line.text) else line for line in lines]


def has_links(text: str) -> bool:
    """Whether something in the text may be a link."""
    return "http" in text and any(hint in text for hint in LINK_HINTS)


def drop_links(lines: list[Line]) -> list[Line]:
    """Links as the text that they show."""
    return [_drop_links(line) if ":" in line.text else line for line in lines]


def _drop_links(line: Line) -> Line:
    if "](" in line.text:
        line = line.less(sorted(_around_links(line.text)))
    if "|" in line.text:
        line = line.only(_SLACK, "text").only(_JIRA, "text")
    return line.without(_MAILER, "link") if "<" in line.text else line


def _around_links(text: str) -> Iterator[tuple[int, int]]:
    """The spans around the text of Markdown's links."""
    opened: list[int] = []
    for hit in _BRACKET.finditer(text):
        if hit[0] == "[":
            opened.append(hit.start())
        elif opened:
            start = opened.pop()
            if hit["link"]:
                yield start, start + 1
                yield hit.span()


def drop_bullets(lines: list[Line]) -> list[Line]:
    """Bullets and headings' marks before a line of a stack."""
    return [_drop_bullet(line) if line.text.lstrip()[:1] in _BULLETS else line for line in lines]


def _drop_bullet(line: Line) -> Line:
    if hit := _BULLET.match(line.text):
        return line.cut(hit.end())
    if hit := _HEADING.match(line.text):
        end = _HEADING_END.search(line.text)
        return line.cut(hit.end(), end.start() if end else None)
    return line


def has_stack_marks(text: str) -> bool:
    """Whether anything in the text looks like a stack's line."""
    return any(mark in text for mark in ("Traceback", 'File "', "Error", "Exception"))


def drop_backticks(lines: list[Line]) -> list[Line]:
    """Back-ticks around a whole line, and around several."""
    shown: list[Line] = []
    opened: int | None = None
    for line in lines:
        if "`" not in line.text or "``" in line.text:
            shown.append(line)
            continue
        text = line.text.strip()
        odd = text.count("`") % 2 == 1
        if text[0] == text[-1] == "`" and " " in text and len(text) >= _SHORTEST_CODE:
            shown.append(_less_last(line).without(_FIRST, 1))
        elif opened is not None and odd and text[-1] == "`":
            shown[opened] = shown[opened].without(_FIRST, 1)
            shown.append(_less_last(line))
            opened = None
        else:
            if opened is None and odd and text[0] == "`":
                opened = len(shown)
            shown.append(line)
    return shown


_FIRST = re.compile(r"\A\s*(`)")


def _less_last(line: Line) -> Line:
    return line.cut(0, len(line.text.rstrip()) - 1)


def straighten_quotes(lines: list[Line]) -> list[Line]:
    """Typographic quotes around the file of a frame; a message keeps its own."""
    return [
        replace(line, text=_CURLY.sub('"', line.text)) if _CURLY_FILE.match(line.text) else line
        for line in lines
    ]
