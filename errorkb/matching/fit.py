"""How much of a message an entry's template explains."""

import re
from dataclasses import dataclass, replace
from typing import Literal

from errorkb.matching.candidate import Candidate, Reason
from errorkb.matching.patterns import literal_words, specificity
from errorkb.matching.template_matcher import TemplateMatch, template_matcher

Extent = Literal["whole", "first-line", "part"]

# What a fit adds to the score, which is cut to 0..1.
_WHOLE, _FIRST_LINE, _PART = 0.55, 0.5, 0.4
_SPECIFIC = 0.15  # of which a text with 40 letters of its own has all

# 'x', ['x'], {'field': ['x']}, [ErrorDetail(string='x', code='y')]: a repr around a text.
_REPR = re.compile(
    r"""(?: \{['"][\w.]{1,80}['"]:\ )? \[? (?:ErrorDetail\(string=)? (?P<quote>['"])
        (?P<text>.{1,20000}) (?P=quote) (?:,\ code=['"]\w{1,80}['"]\))? \]? \}?""",
    re.VERBOSE | re.DOTALL,
)


_QUOTED = re.compile(r"""(['"`\u2018\u201c])[$#]?\{[^{}]{1,80}\}['"`\u2019\u201d]|(['"`])%s['"`]""")


def _found(message: str, template: str, *, inside: bool) -> tuple[TemplateMatch | None, Extent]:
    matcher = template_matcher(template)
    if found := matcher.whole(message):
        return found, "whole"
    if (inner := _inside_repr(message)) and (found := matcher.whole(message[inner])):
        return replace(found, start=found.start + inner.start, end=found.end + inner.start), "whole"
    first_line = message.partition("\n")[0]
    if first_line != message and (found := matcher.whole(first_line)):
        return found, "first-line"
    return matcher.part(message) if inside else None, "part"


def _inside_repr(message: str) -> slice | None:
    """Where the text stands of which the message is a repr."""
    hit = _REPR.fullmatch(message.strip()) if message[:1] in "'\"[{" else None
    return slice(*hit.span("text")) if hit and message == message.strip() else None


@dataclass(frozen=True, slots=True)
class Fit:
    """How an entry's template fits a message. literal: letters and digits of its own; words: of them;
    quoted: a placeholder stands in quotes."""

    match: TemplateMatch
    extent: Extent
    literal: int
    words: int
    quoted: bool

    @classmethod
    def read(cls, message: str, candidate: Candidate, *, inside: bool = True) -> "Fit | None":
        """``inside``: the template may also fit a part of the message."""
        template = candidate.error_message
        found, extent = _found(message, template, inside=inside)
        if found is None:
            return None
        return cls(
            found, extent, specificity(template), literal_words(template), bool(_QUOTED.search(template))
        )

    @property
    def is_exact(self) -> bool:
        """Whether the whole message is the template, which has no placeholder."""
        return self.extent == "whole" and not self.match.captures

    @property
    def score(self) -> float:
        extent = {"whole": _WHOLE, "first-line": _FIRST_LINE, "part": _PART}[self.extent]
        return extent + _SPECIFIC * min(1.0, self.literal / 40)

    @property
    def reason(self) -> Reason:
        return {
            "whole": Reason(code="message-full", detail="the whole message fits the entry's message"),
            "first-line": Reason(
                code="message-line", detail="the first line of the message fits the entry's message"
            ),
            "part": Reason(code="message-part", detail="a part of the message fits the entry's message"),
        }[self.extent]
