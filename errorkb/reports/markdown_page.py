"""An entry as a Markdown page of its own, with everything that its page on the web says.

Unlike a comment it is read where it is, so only what would be markup is escaped: an entry's text can make no
heading, list, link, image or HTML, and no character of it is hidden. What stands in back-ticks is code.
"""

import re
from collections.abc import Iterator

from errorkb.reports.markdown import BACKTICKED, fenced
from errorkb.reports.told import Entry
from errorkb.wording import plain, shortened

_MARKS = re.compile(r"([\\`*_\[\]<>&~|])")
#: What begins a heading, a list, a quotation, a rule or a table at the start of a line.
_STARTS = re.compile(r"(?:[#+=:-]|[0-9]{1,9}(?=[.)]))")
_BLANK_LINES = re.compile(r"\n\s*\n")


def page(one: Entry, *, form: str, retired: str | None = None) -> str:
    """The page. form: json, text or source, which the entry was read from; retired: the day, if it is."""
    return "\n\n".join(filter(None, _blocks(one, form, retired))) + "\n"


def _blocks(one: Entry, form: str, retired: str | None) -> Iterator[str]:
    yield f"# {_line(shortened(one.title, 200))}"
    if retired:
        gone = "its repository no longer has this error. What follows is what was last known."
        yield f"**Retired on {retired}:** {gone}"
    names = (one.text(name) for name in ("repo", "severity", "errorType", "errorClass", "errorCode"))
    yield " · ".join(_line(name) for name in names if name)
    yield fenced(one.text("errorMessage"))
    yield _section("What it means", prose(one.text("documentation")))
    yield _section("Source", *_source(one))
    yield _section("Solutions", *_numbered(one.texts("solutions")))
    yield _section("Example fix", *_code(one, "exampleFix"))
    yield _section("Defensive patterns", *_defences(one))
    yield _section("When it happens", *_circumstances(one))
    yield "---"
    origin = "Read by a program from the source code" if form == "source" else "AI-assisted analysis"
    commit = f"{one.text('repo')}@{one.text('analyzedSha')[:10]}"
    yield f"{origin} of {_line(commit)} ({_line(one.text('analyzedAt')[:10])})."
    yield f"Page: <{one.url}>"


def prose(text: str) -> str:
    """Paragraphs of an entry's text, as Markdown."""
    return "\n\n".join(_paragraph(part) for part in _BLANK_LINES.split(text.strip()))


def _section(title: str, *blocks: str) -> str:
    return "\n\n".join([f"## {title}", *blocks]) if any(blocks) else ""


def _source(one: Entry) -> Iterator[str]:
    line = f":{one.text('lineNumber')}" if one.text("lineNumber") else ""
    yield f"Thrown at {_line(one.text('filePath') + line)}"
    yield from _code(one, "sourceCode")
    if address := re.sub(r"[\s<>]", "", plain(one.text("githubUrl"))):
        yield f"<{address}>"


def _defences(one: Entry) -> Iterator[str]:
    if strategy := one.text("handlingStrategy"):
        yield f"Strategy: {_line(strategy)}"
    titles = {
        "validationCode": "Validate before calling",
        "typeGuard": "Type guard",
        "tryCatchPattern": "Try / catch",
    }
    for name, title in titles.items():
        if one.text(name):
            yield from (f"### {title}", *_code(one, name))
    if tips := one.texts("preventionTips"):
        yield from ("### Prevention", "\n".join(f"- {_paragraph(tip)}" for tip in tips))


def _circumstances(one: Entry) -> Iterator[str]:
    for name, title in (("triggerScenarios", "Trigger"), ("commonSituations", "Common situations")):
        if one.text(name):
            yield from (f"### {title}", prose(one.text(name)))
    if tags := one.texts("tags"):
        yield "Tags: " + ", ".join(_line(tag) for tag in tags)


def _numbered(texts: list[str]) -> Iterator[str]:
    if texts:
        yield "\n".join(f"{number}. {_paragraph(text)}" for number, text in enumerate(texts, 1))


def _code(one: Entry, name: str) -> Iterator[str]:
    if text := one.text(name):
        yield fenced(text)


def _paragraph(text: str) -> str:
    """Text of one paragraph, as one line."""
    text = " ".join(plain(text).split())
    parts, end = [], 0
    for code in BACKTICKED.finditer(text):
        parts += [_MARKS.sub(r"\\\1", text[end : code.start()]), code[0]]
        end = code.end()
    line = "".join([*parts, _MARKS.sub(r"\\\1", text[end:])])
    return _started(line)


def _line(text: str) -> str:
    """Text of one line, none of which is markup."""
    return _started(_MARKS.sub(r"\\\1", " ".join(plain(text).split())))


def _started(line: str) -> str:
    start = _STARTS.match(line)
    if start is None:
        return line
    number = start[0] if start[0].isdigit() else ""
    return f"{number}\\{line[len(number) :]}"
