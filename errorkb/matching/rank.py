"""Evidence → score, confidence, reasons. Pure: an event and candidate entries in, verdicts out.

Text is the base: how much of the message the template explains, and how much literal text it has. Class,
code, raise site and package then speak for or against. The words:

  confirmed  the text fits and the raise site agrees
  likely     the text alone is specific enough to act on, and neither class nor stack speak against it
  possible   a guess, shown as one
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from errorkb.matching.events import ErrorEvent
from errorkb.matching.paths import (
    family,
    family_of_language,
    in_package,
    in_runtime,
    package_of,
    same_file,
    stack_path,
)
from errorkb.matching.patterns import (
    TemplateMatch,
    literal_words,
    specificity,
    template_matcher,
)

MatchType = Literal["exact-code", "pattern", "class-frame", "fuzzy"]
Confidence = Literal["confirmed", "likely", "possible"]
#: How the innermost frame compares with the entry's file: it is in that file, in another one while the
#: entry's package stands in the stack, in another one altogether, or it cannot be told.
Site = Literal["same", "package", "other", "unknown"]
CONFIDENCES: tuple[Confidence, ...] = ("confirmed", "likely", "possible")

#: Letters and digits of literal text from which a whole message speaks for itself, with the class…
LIKELY_WHOLE = 10
#: … without the class known on both sides …
LIKELY_WHOLE_CLASSLESS = 14
#: What a placeholder in quotes adds to that: the quotes must be there, too.
QUOTED = 2
#: A whole message without any placeholder, of an equal class, from so many.
LIKELY_EXACT = 5
#: A part of a longer message, of an equal class.
LIKELY_PART_OF_CLASS = 16
#: … and from which a template inside a longer message does.
LIKELY_PART = 24
#: A whole message of this many, of an equal class, speaks for itself although it was raised elsewhere.
LIKELY_ELSEWHERE = 32
#: Words of literal text that "likely" needs besides.
LIKELY_WORDS = 2
#: A template of fewer letters and digits says something only where class and raise site agree.
SAYING = 5
#: A raise site confirms a text of at least this much.
CONFIRMED_LITERAL = 4
#: Where neither line nor function of the file agree, a whole message of at least this much.
CONFIRMED_ELSEWHERE = 24

# What each piece of evidence adds to the score, which is cut to 0..1.
_WHOLE, _FIRST_LINE, _PART = 0.55, 0.5, 0.4
_CODE, _CODE_TOO, _CLASS_AND_SITE = 0.6, 0.15, 0.35
_SPECIFIC = 0.15  # of which a text with 40 letters of its own has all
_CLASS_EQUAL, _CLASS_DIFFERS = 0.1, -0.3
_SITE, _LINE, _PACKAGE, _OTHER_SITE = 0.15, 0.04, 0.05, -0.1
_SAME_LINE, _FUNCTION = 0.02, 0.03  # on top of what a near line, or no line, says


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """What ranking reads of an entry."""

    id: str
    error_code: str | None
    error_message: str
    error_class: str | None
    file_path: str
    line_number: int | None
    source_code_start: int | None
    source_code_end: int | None
    analyzed: datetime
    source_code: str | None = None
    form: str = "json"


@dataclass(frozen=True, kw_only=True, slots=True)
class Reason:
    """One piece of evidence: a fixed code, and the detail in words."""

    code: str
    detail: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """How well one entry explains one event. ``start`` and ``end`` are characters of its message."""

    candidate: Candidate
    event: int
    score: float
    match_type: MatchType
    confidence: Confidence
    captures: dict[str, str]
    reasons: tuple[Reason, ...]
    start: int
    end: int


def short_name(error_class: str) -> str:
    """``json.decoder.JSONDecodeError`` → ``jsondecodeerror``: what two spellings of a class share."""
    for separator in ("::", "\\", "$", "/"):
        error_class = error_class.replace(separator, ".")
    return error_class.rsplit(".", 1)[-1].lower()


def judge(event: ErrorEvent, number: int, candidate: Candidate) -> Verdict | None:
    """The verdict on one candidate for the event with this number; None when nothing fits."""
    text = _Text.read(event.message, candidate)
    code_equal = bool(
        candidate.error_code and event.error_code and candidate.error_code.lower() == event.error_code.lower()
    )
    class_equal = _class_equal(event, candidate)
    site = _site(event, candidate)
    if text is not None and text.literal < SAYING and not (class_equal and site == "same"):
        text = None  # `{message} in {context}` fits what it will
    if text is None and not code_equal:
        # Without text only the class and its raise site speak, and only where no text could: another
        # message of the same class from the same file is another error.
        silent = not event.message.strip() or specificity(candidate.error_message) == 0
        if not (silent and class_equal and site == "same"):
            return None

    score = text.score if text else 0.0
    reasons = [text.reason] if text else []
    match_type: MatchType = "pattern"
    if code_equal:
        score = max(score + _CODE_TOO, _CODE) if text else _CODE
        match_type = "exact-code"
        reasons.append(Reason(code="code", detail=f"the code is {candidate.error_code}"))
    elif text is None:
        score = _CLASS_AND_SITE
        match_type = "class-frame"
    if class_equal:
        score += _CLASS_EQUAL
        reasons.append(Reason(code="class", detail=f"the class is {candidate.error_class}"))
    elif class_equal is False:
        score += _CLASS_DIFFERS
        reasons.append(
            Reason(
                code="class-differs",
                detail=f"the class is {event.error_class}, not {candidate.error_class}",
            )
        )
    site_score, site_reasons = _site_evidence(event, candidate, site)
    score += site_score
    reasons += site_reasons
    return Verdict(
        candidate=candidate,
        event=number,
        score=round(min(max(score, 0.01), 1.0), 3),
        match_type=match_type,
        confidence=_confidence(
            event, candidate, text, code_equal=code_equal, class_equal=class_equal, site=site
        ),
        captures=dict(text.match.captures) if text else {},
        reasons=tuple(reasons),
        start=text.match.start if text else 0,
        end=text.match.end if text else len(event.message),
    )


def order(verdicts: Iterable[Verdict], events: list[ErrorEvent]) -> list[Verdict]:
    """One verdict an entry, its best, in the order that the package's semantics give."""

    def key(verdict: Verdict) -> tuple[int, bool, float, bool, float, str]:
        return (
            CONFIDENCES.index(verdict.confidence),
            # Among guesses the better one comes first, not the one about the root.
            verdict.confidence != "possible" and events[verdict.event].relation != "root",
            -verdict.score,
            # What somebody wrote about the error says more than what its source says.
            verdict.candidate.form == "source",
            -verdict.candidate.analyzed.timestamp(),
            verdict.candidate.id,
        )

    best: dict[str, Verdict] = {}
    for verdict in sorted(verdicts, key=key):
        best.setdefault(verdict.candidate.id, verdict)
    return list(best.values())


# 'x', ['x'], {'field': ['x']}, [ErrorDetail(string='x', code='y')]: a repr around a text.
_REPR = re.compile(
    r"""(?: \{['"][\w.]{1,80}['"]:\ )? \[? (?:ErrorDetail\(string=)? (?P<quote>['"])
        (?P<text>.{1,20000}) (?P=quote) (?:,\ code=['"]\w{1,80}['"]\))? \]? \}?""",
    re.VERBOSE | re.DOTALL,
)


_QUOTED = re.compile(r"""(['"`\u2018\u201c])[$#]?\{[^{}]{1,80}\}['"`\u2019\u201d]|(['"`])%s['"`]""")


def _inside_repr(message: str) -> slice | None:
    """Where the text stands of which the message is a repr."""
    hit = _REPR.fullmatch(message.strip()) if message[:1] in "'\"[{" else None
    return slice(*hit.span("text")) if hit and message == message.strip() else None


@dataclass(frozen=True, slots=True)
class _Text:
    """How the template fits the message."""

    match: TemplateMatch
    extent: Literal["whole", "first-line", "part"]
    literal: int
    words: int
    quoted: bool

    @classmethod
    def read(cls, message: str, candidate: Candidate) -> "_Text | None":
        template = candidate.error_message
        matcher = template_matcher(template)
        counts = specificity(template), literal_words(template), bool(_QUOTED.search(template))
        if found := matcher.whole(message):
            return cls(found, "whole", *counts)
        if (inner := _inside_repr(message)) and (found := matcher.whole(message[inner])):
            moved = replace(found, start=found.start + inner.start, end=found.end + inner.start)
            return cls(moved, "whole", *counts)
        first_line = message.partition("\n")[0]
        if first_line != message and (found := matcher.whole(first_line)):
            return cls(found, "first-line", *counts)
        if found := matcher.part(message):
            return cls(found, "part", *counts)
        return None

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


def _class_equal(event: ErrorEvent, candidate: Candidate) -> bool | None:
    """None: one of the two has no class, or a driver or runtime names it in words of another language."""
    if not event.error_class or not candidate.error_class:
        return None
    if short_name(event.error_class) == short_name(candidate.error_class):
        return True
    ours, theirs = family_of_language(event.language), family(candidate.file_path)
    return (
        False
        if theirs != "native" or (ours in (None, "native", "python") and _is_exception(candidate))
        else None
    )


def _is_exception(candidate: Candidate) -> bool:
    """Whether the class is named as Python's are: those of its interpreter are its own."""
    return (candidate.error_class or "").endswith(("Error", "Exception", "Warning", "Exit"))


def _site(event: ErrorEvent, candidate: Candidate) -> Site:
    frame = event.raise_frame
    if frame is None:
        return "unknown"
    if same_file(stack_path(frame.file, frame.function), candidate.file_path):
        return "same"
    package = package_of(candidate.file_path)
    if package and any(in_package(frame.file, package) for frame in event.frames):
        return "package"
    return "other" if _is_comparable(event, candidate) else "unknown"


def _is_comparable(event: ErrorEvent, candidate: Candidate) -> bool:
    """Whether the stack would show the entry's file if the error came from there.

    Code below a language's own (an interpreter, an engine, a compiler) has no frames in its stacks: the
    innermost frame is its caller's, or the source that a compiler complains about. Nor does a file such as
    <template> say where code lies.
    """
    frame = event.raise_frame
    if frame is None or frame.file.startswith("<") or in_runtime(candidate.file_path):
        return False
    theirs = family(candidate.file_path)
    ours = family(frame.file) or family_of_language(event.language)
    if frame.function is None and len(event.frames) == 1:
        return False  # a diagnosis: the place is in the source that was compiled
    return theirs is not None and theirs == ours


def _site_evidence(event: ErrorEvent, candidate: Candidate, site: Site) -> tuple[float, list[Reason]]:
    frame = event.raise_frame
    score = 0.0
    reasons = []
    if site == "same" and frame is not None:
        score += _SITE
        reasons.append(Reason(code="raise-site", detail=f"it was raised in {candidate.file_path}"))
        if _near(frame.line, candidate):
            score += _LINE
            score += _SAME_LINE * (frame.line == candidate.line_number)
            reasons.append(Reason(code="raise-line", detail=f"at or near line {frame.line}"))
    if site == "package":
        # Where the stack would show the entry's file and does not, the package alone says little.
        score += 0 if _is_comparable(event, candidate) else _PACKAGE
        detail = f"{package_of(candidate.file_path)} stands in the stack"
        reasons.append(Reason(code="package", detail=detail))
    elif site == "other":
        score += _OTHER_SITE
        reasons.append(Reason(code="other-site", detail="it was raised in another file"))
    if _names_function(event, candidate):
        score += _FUNCTION
        reasons.append(Reason(code="function", detail="the function's name stands in the entry's source"))
    if site != "same" and _class_of_package(event, candidate):
        score += _PACKAGE
        reasons.append(Reason(code="class-package", detail="the class is of the entry's package"))
    return score, reasons


def _names_function(event: ErrorEvent, candidate: Candidate) -> bool:
    """Whether the function that raised is the one that the entry's snippet shows."""
    frame = event.raise_frame
    name = frame.function.rsplit(".", 1)[-1] if frame is not None and frame.function else ""
    return len(name) > 1 and f" {name}(" in (candidate.source_code or "")


def _class_of_package(event: ErrorEvent, candidate: Candidate) -> bool:
    """Whether the class's own package, `django` of `django.http.Http404`, is that of the entry's file."""
    package, dot, _ = (event.error_class or "").partition(".")
    return bool(dot) and package == package_of(candidate.file_path)


def _near(line: int | None, candidate: Candidate) -> bool:
    if line is None:
        return False
    start, end = candidate.source_code_start, candidate.source_code_end
    if start is not None and end is not None and start <= line <= end:
        return True
    return candidate.line_number is not None and abs(line - candidate.line_number) <= 10


def _agrees(event: ErrorEvent, candidate: Candidate, text: _Text) -> bool:
    """Whether more than the file agrees: lines move from version to version, much text does not."""
    frame = event.raise_frame
    if frame is None or frame.line is None or candidate.line_number is None:
        return True
    much = text.extent == "whole" and text.literal >= CONFIRMED_ELSEWHERE
    return much or _near(frame.line, candidate) or _names_function(event, candidate)


def _least(text: _Text, *, class_equal: bool, site: Site) -> int:
    """Letters and digits of literal text from which a text speaks for itself."""
    if text.extent == "part":
        return LIKELY_PART_OF_CLASS if class_equal else LIKELY_PART
    if not class_equal:
        return LIKELY_WHOLE_CLASSLESS - QUOTED * text.quoted
    if site == "same":
        return CONFIRMED_LITERAL
    return LIKELY_EXACT if text.is_exact else LIKELY_WHOLE


def _confidence(
    event: ErrorEvent,
    candidate: Candidate,
    text: _Text | None,
    *,
    code_equal: bool,
    class_equal: bool | None,
    site: Site,
) -> Confidence:
    if text is None:
        frame = event.raise_frame
        at_line = site == "same" and frame is not None and _near(frame.line, candidate)
        return "likely" if code_equal or at_line else "possible"
    if class_equal is False and not code_equal:
        return "possible"
    if site == "same" and text.literal >= CONFIRMED_LITERAL and _agrees(event, candidate, text):
        return "confirmed"
    if code_equal:
        return "likely"
    if site == "other":
        # The same words from another library are another error, unless there are so many of them.
        enough = text.extent == "whole" and class_equal and text.literal >= LIKELY_ELSEWHERE
    else:
        enough = text.literal >= _least(text, class_equal=bool(class_equal), site=site)
    words = 1 if site == "same" and class_equal else LIKELY_WORDS
    return "likely" if enough and text.words >= words else "possible"
