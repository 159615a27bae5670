"""Markdown that may be posted as a comment. An entry's text is shown as it is: no markup, no mention, no link
of its own, no HTML; code stands in fences longer than any run of back-ticks in it."""

import re
from collections.abc import Mapping, Sequence

from errorkb.reports.filled import filled
from errorkb.reports.told import Entry, Match, Row, Told
from errorkb.wording import plain, shortened

#: Matches that are told; a comment has room for 65,536 characters.
_TOLD, _SOLUTIONS = 3, 3
#: Characters of a text: each may become several.
_TEXT = 2000
_MARKS = re.compile(r"([\\`*_{}\[\]()#+.!|~<>&$^=:-])")
#: What hosts turn into links without any mark: mentions, numbers of issues, addresses.
_LINKING = re.compile(r"(@|GH-(?=\d)|\bwww\.)", re.IGNORECASE)
BACKTICKED = re.compile(r"`([^`\n]{1,200})`")


def match(told: Told) -> str:
    """The best match whole, the next ones in a line each."""
    if not told.matches:
        return f"**errorkb**: no entry explains this ({told.patterns:,} patterns tried).\n"
    blocks = [_best(told.matches[0])]
    others = [
        f"- {escaped(shortened(one.title, 200))} ({one.confidence}, {escaped(one.repo)}){_link(one)}"
        for one in told.matches[1:_TOLD]
    ]
    if others:
        blocks.append("Also possible:\n\n" + "\n".join(others))
    return "\n\n".join(blocks) + "\n"


def entry(one: Entry) -> str:
    """A whole entry."""
    names = [one.text(name) for name in ("repo", "errorClass", "severity")]
    blocks = [
        f"### {escaped(shortened(one.title, 200))}",
        " · ".join(escaped(name) for name in names if name),
        fenced(one.text("errorMessage")),
        prose(one.text("documentation")),
    ]
    if one.solutions:
        blocks.append("**Solutions**\n\n" + _list(one.solutions, {}))
    if fix := one.text("exampleFix"):
        blocks.append("**Example fix**\n\n" + fenced(fix))
    return "\n\n".join([*blocks, *([f"<{_address(one.url)}>"] if one.url else [])]) + "\n"


def rows(found: Sequence[Row]) -> str:
    """A list of entries."""
    return "".join(
        f"- {escaped(shortened(row.title, 200))} ({escaped(row.repo)}, `{row.id}`)\n" for row in found
    )


def solutions_of(found: Match) -> str:
    """The entry's solutions as a list, with what the text holds filled in."""
    return _list(found.entry.solutions, found.captures) if found.entry else ""


def escaped(text: str) -> str:
    """Text of one line in which nothing is markup."""
    line = " ".join(plain(text).split())
    # An empty comment parts a sign from what would make a link of it.
    return _LINKING.sub(r"\1<!-- -->", _MARKS.sub(r"\\\1", line)).replace("\\:", "\\:<!-- -->")


def prose(text: str, captures: Mapping[str, str] | None = None) -> str:
    """Text in paragraphs; what stands in back-ticks is code."""
    paragraphs = re.split(r"\n\s*\n", filled(text, captures or {}).strip())
    return "\n\n".join(_inline(paragraph) for paragraph in paragraphs)


def fenced(text: str) -> str:
    """A block of code."""
    shown = plain(text).rstrip("\n")
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{shown}\n{fence}"


def _best(found: Match) -> str:
    head = f"### {escaped(shortened(found.title, 200))}"
    names = f"**{found.confidence}** · {escaped(found.repo)}"
    if found.error_class:
        names += f" · {escaped(found.error_class)}"
    blocks = [head, names]
    if found.entry is not None:
        blocks += [fenced(shortened(found.entry.text("errorMessage"), _TEXT))]
        blocks += [prose(shortened(found.entry.text("documentation"), 1200), found.captures)]
        if found.entry.solutions:
            blocks.append("**Solutions**\n\n" + _list(found.entry.solutions[:_SOLUTIONS], found.captures))
    if link := found.url or (found.entry.url if found.entry else ""):
        blocks.append(f"<{_address(link)}>")
    return "\n\n".join(blocks)


def _list(texts: Sequence[str], captures: Mapping[str, str]) -> str:
    return "\n".join(
        f"{n}. {_inline(filled(shortened(text, _TEXT), captures))}" for n, text in enumerate(texts, 1)
    )


def _inline(text: str) -> str:
    parts, end = [], 0
    for code in BACKTICKED.finditer(text):
        parts += [escaped_within(text[end : code.start()]), f"`{plain(code[1])}`"]
        end = code.end()
    return "".join([*parts, escaped_within(text[end:])])


def escaped_within(text: str) -> str:
    """``escaped``, with the blanks at both ends kept."""
    inner = escaped(text)
    return f"{' ' * text[:1].isspace()}{inner}{' ' * (bool(inner) and text[-1:].isspace())}"


def _link(found: Match) -> str:
    return f" <{_address(found.url)}>" if found.url else ""


def _address(url: str) -> str:
    return re.sub(r"[\s<>]", "", plain(url))
