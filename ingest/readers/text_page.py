"""Text pages: finds the pages in a text and hands on what they carry.

A page ends at its footer. Where a page is cut off, the next footer belongs to a later header, and
code may hold lines like a footer: so a footer ends a page only when a header before it gives a
page with all its sections, and the header whose page gives the footer's id is the right one.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from ingest.problems import Problem, show
from ingest.readers import page_layout as layout
from ingest.readers.page_fields import FOOTER, HEADER, Page, read_page
from ingest.readers.source import Source
from ingest.record import FIELDS, SEVERITIES, RawRecord

# A record of 4 MiB, its page's own words, and room for the pages around it that were cut.
MAX_PAGE_LENGTH = 8 << 20
# So many footers without a whole page before them are waited for.
MAX_FOOTERS = 8
# Of more headers than twice this, the first and the last ones are tried.
MAX_HEADERS = 4

PARTIAL = frozenset({"analyzedSha", "analyzedAt"})


def read_pages(source: Source) -> Iterator[RawRecord | Problem]:
    """Every page of the text as a record with the fields it carries, and what is wrong with it."""
    reader = _Reader(source.name)
    for line in iter(partial(source.readline, MAX_PAGE_LENGTH), b""):
        # What is no UTF-8 becomes lone surrogates, which reject the page that they stand in.
        yield from reader.take(line.decode(errors="surrogateescape"))
    yield from reader.finish()


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file
        self._number = 0
        self._pages = 0
        self._prose_from = 0
        self._clear()

    def _clear(self) -> None:
        self._lines: list[str] = []
        self._length = 0
        self._footers = 0

    def take(self, raw: str) -> Iterator[RawRecord | Problem]:
        self._number += 1
        line = raw.removesuffix("\n").removesuffix("\r")
        text = layout.plain(line)
        is_footer = FOOTER.fullmatch(text) is not None
        if not self._lines and not is_footer and not HEADER.fullmatch(text):
            if text and not self._prose_from:
                self._prose_from = self._number
            return
        self._lines.append(line)
        self._length += len(line)
        if is_footer:
            self._footers += 1
            yield from self._at_footer()
        if self._length > MAX_PAGE_LENGTH or self._footers >= MAX_FOOTERS:
            yield from self._give_up(len(self._lines))
            self._clear()

    def finish(self) -> Iterator[RawRecord | Problem]:
        yield from self._give_up(len(self._lines))
        yield from self._prose()
        if not self._pages:
            reason = "neither JSON nor a text page; see the formats that ingest reads"
            yield self._problem("file", "unknown-form", reason)

    def _at_footer(self) -> Iterator[RawRecord | Problem]:
        headers = self._headers(len(self._lines))
        if not headers:
            yield from self._prose()
            self._pages += 1
            reason = "the page has a footer but no header line `owner/name · severity` above it"
            yield self._problem(f"page {self._pages}", "page-header", f"{reason} {self._at(-1)}")
            self._clear()
            return
        page = self._page_among(headers)
        if page is not None:
            start = page.arrangement.headings[0].line
            yield from self._give_up(start)
            yield from self._prose()
            self._pages += 1
            yield from self._emit(page, start)
            self._clear()

    def _page_among(self, headers: list[int]) -> Page | None:
        """The page from the first header that gives the footer's id, else from the last header."""
        whole = None
        tokens = layout.find_tokens(self._lines)
        tried = headers if len(headers) <= 2 * MAX_HEADERS else headers[:MAX_HEADERS] + headers[-MAX_HEADERS:]
        last = len(self._lines) - 1
        for first in tried:
            between = [token for token in tokens if token.line > first]
            if len(between) > layout.MAX_TOKENS:
                continue
            arrangement = layout.lay_out(self._lines, between, first, last)
            if arrangement is None:
                continue
            page = read_page(self._lines, arrangement)
            if page.proven:
                return page
            whole = page
        return whole

    def _emit(self, page: Page, start: int) -> Iterator[RawRecord | Problem]:
        where = f"page {self._pages}"
        place = self._at(start)
        lines = self._lines[start:]
        if page.mixed:
            reason = f"its header names {show(page.values['repo'])}, its footer another repository"
            yield self._problem(where, "page-repo", f"{reason} {place}; is the page whole?", lines=lines)
            return
        if page.arrangement.displaced:
            token = page.arrangement.displaced[0]
            reason = f"{show(token.name)} stands where no such section can {self._at(token.line)}"
            yield self._problem(where, "page-order", f"{reason}; put the sections in order", lines=lines)
            return
        if any("\udc80" <= character <= "\udcff" for line in self._lines for character in line):
            yield self._problem(where, "not-utf8", f"the page is no UTF-8 text {place}", lines=lines)
            return
        if page.arrangement.stray:
            reason = f"text between headings that hold none was ignored {place}"
            yield self._problem(where, "page-stray-text", reason, rejects=False)
        if page.other_sha:
            reason = f"the permalink names another commit than the footer, which is kept {place}"
            yield self._problem(where, "page-sha", reason, rejects=False)
        derived = frozenset(FIELDS) - page.values.keys() | PARTIAL
        yield RawRecord(values=page.values, file=self._file, where=where, form="text", derived=derived)

    def _give_up(self, end: int) -> Iterator[Problem]:
        """Reports the pages that begin before `end` in the buffer and are not whole."""
        headers = [index for index in self._headers(end) if index < end]
        written = next((n for n, line in enumerate(self._lines[:end]) if layout.plain(line)), end)
        if written < min([*headers, end]) and not self._prose_from:
            self._prose_from = self._number - len(self._lines) + 1 + written
        if headers:
            yield from self._prose()
        for first, after in pairwise([*headers, end]):
            self._pages += 1
            tokens = layout.find_tokens(self._lines[first:after])
            yield self._not_whole(first, after, tokens)

    def _not_whole(self, first: int, after: int, tokens: list[layout.Token]) -> Problem:
        where, place = f"page {self._pages}", self._at(first)
        if len(tokens) > layout.MAX_TOKENS:
            reason = f"{len(tokens)} lines could be headings {place}; at most {layout.MAX_TOKENS}"
            return self._problem(where, "page-ambiguous", reason)
        found = {token.name for token in tokens}
        missing = [name for name in layout.REQUIRED if name not in found]
        lines = self._lines[first:after]
        if not any(FOOTER.fullmatch(layout.plain(line)) for line in lines):
            missing.append("the footer")
        named = f"lacks {', '.join(missing)}" if missing else "has its sections out of order"
        return self._problem(where, "page-cut", f"the page {named} {place}; was it cut off?", lines=lines)

    def _headers(self, end: int) -> list[int]:
        """Lines before `end` that begin a page: by their severity, or by `Error message` below."""
        found = []
        for index, line in enumerate(self._lines[:end]):
            header = HEADER.fullmatch(layout.plain(line)) if "·" in line else None
            if header and (header["severity"] in SEVERITIES or self._begins_page(index)):
                found.append(index)
        return found

    def _begins_page(self, index: int) -> bool:
        following = self._lines[index + 1 : index + 12]
        below = [text for line in following if (text := layout.plain(line))]
        coded = len(below) > 2 and below[0] == below[1] and below[2] == layout.MESSAGE
        return coded or layout.MESSAGE in below[:2]

    def _prose(self) -> Iterator[Problem]:
        if self._prose_from and self._pages_seen():
            reason = "text outside a page was ignored; if it is one, it lacks its header or footer"
            where = f"line {self._prose_from}"
            yield self._problem(where, "text-outside-page", reason, rejects=False)
        self._prose_from = 0

    def _pages_seen(self) -> bool:
        # A text without any page is no known form, which says enough.
        return self._pages > 0 or bool(self._lines)

    def _at(self, index: int) -> str:
        count = len(self._lines)
        return f"(line {self._number - count + 1 + (index if index >= 0 else count + index)})"

    def _problem(
        self, where: str, code: str, reason: str, *, rejects: bool = True, lines: Sequence[str] = ()
    ) -> Problem:
        return Problem(
            file=self._file, where=where, code=code, reason=reason, rejects=rejects, excerpt="\n".join(lines)
        )
