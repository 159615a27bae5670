"""Evidence → score, confidence, reasons. Pure: an event and candidate entries in, verdicts out.

Text is the base: how much of the message the template explains, and how much literal text it has. Class,
code, raise site and package then speak for or against. The words:

  confirmed  the text fits and the raise site agrees
  likely     the text alone is specific enough to act on, and neither class nor stack speak against it
  possible   a guess, shown as one
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from errorkb.matching.events import ErrorEvent
from errorkb.matching.paths import in_package, package_of, same_file
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
LIKELY_WHOLE_CLASSLESS = 16
#: … and from which a template inside a longer message does.
LIKELY_PART = 24
#: A whole message of this many, of an equal class, speaks for itself although it was raised elsewhere.
LIKELY_ELSEWHERE = 32
#: Words of literal text that "likely" needs besides.
LIKELY_WORDS = 2
#: A raise site confirms a text of at least this much.
CONFIRMED_LITERAL = 4

# What each piece of evidence adds to the score, which is cut to 0..1.
_WHOLE, _FIRST_LINE, _PART = 0.55, 0.5, 0.4
_CODE, _CLASS_AND_SITE = 0.6, 0.35
_SPECIFIC = 0.15  # of which a text with 40 letters of its own has all
_CLASS_EQUAL, _CLASS_DIFFERS = 0.1, -0.3
_SITE, _LINE, _PACKAGE, _OTHER_SITE = 0.15, 0.04, 0.05, -0.1


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
        score = max(score, _CODE)
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

    def key(verdict: Verdict) -> tuple[int, bool, float, float, str]:
        return (
            CONFIDENCES.index(verdict.confidence),
            events[verdict.event].relation != "root",
            -verdict.score,
            -verdict.candidate.analyzed.timestamp(),
            verdict.candidate.id,
        )

    best: dict[str, Verdict] = {}
    for verdict in sorted(verdicts, key=key):
        best.setdefault(verdict.candidate.id, verdict)
    return list(best.values())


@dataclass(frozen=True, slots=True)
class _Text:
    """How the template fits the message."""

    match: TemplateMatch
    extent: Literal["whole", "first-line", "part"]
    literal: int
    words: int

    @classmethod
    def read(cls, message: str, candidate: Candidate) -> "_Text | None":
        template = candidate.error_message
        matcher = template_matcher(template)
        counts = specificity(template), literal_words(template)
        if found := matcher.whole(message):
            return cls(found, "whole", *counts)
        first_line = message.partition("\n")[0]
        if first_line != message and (found := matcher.whole(first_line)):
            return cls(found, "first-line", *counts)
        if found := matcher.part(message):
            return cls(found, "part", *counts)
        return None

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
    """None: one of the two has no class."""
    if not event.error_class or not candidate.error_class:
        return None
    return short_name(event.error_class) == short_name(candidate.error_class)


def _site(event: ErrorEvent, candidate: Candidate) -> Site:
    frame = event.raise_frame
    if frame is None:
        return "unknown"
    if same_file(frame.file, candidate.file_path):
        return "same"
    package = package_of(candidate.file_path)
    if package and any(in_package(frame.file, package) for frame in event.frames):
        return "package"
    # Compiled code has no frames in a Python stack: the innermost frame is its caller. Nor does a
    # file such as <template> or <frozen importlib> say where code lies.
    comparable = event.language != "python" or candidate.file_path.endswith((".py", ".pyx"))
    return "other" if comparable and not frame.file.startswith("<") else "unknown"


def _site_evidence(event: ErrorEvent, candidate: Candidate, site: Site) -> tuple[float, list[Reason]]:
    frame = event.raise_frame
    score = 0.0
    reasons = []
    if site == "same" and frame is not None:
        score += _SITE
        reasons.append(Reason(code="raise-site", detail=f"it was raised in {candidate.file_path}"))
        if _near(frame.line, candidate):
            score += _LINE
            reasons.append(Reason(code="raise-line", detail=f"at or near line {frame.line}"))
        return score, reasons
    if site == "package":
        score += _PACKAGE
        detail = f"{package_of(candidate.file_path)} stands in the stack"
        reasons.append(Reason(code="package", detail=detail))
    elif site == "other":
        score += _OTHER_SITE
        reasons.append(Reason(code="other-site", detail="it was raised in another file"))
    return score, reasons


def _near(line: int | None, candidate: Candidate) -> bool:
    if line is None:
        return False
    start, end = candidate.source_code_start, candidate.source_code_end
    if start is not None and end is not None and start <= line <= end:
        return True
    return candidate.line_number is not None and abs(line - candidate.line_number) <= 10


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
    if site == "same" and text.literal >= CONFIRMED_LITERAL:
        return "confirmed"
    if code_equal:
        return "likely"
    if site == "other":
        # The same words from another library are another error, unless there are so many of them.
        enough = text.extent == "whole" and class_equal and text.literal >= LIKELY_ELSEWHERE
    else:
        whole = LIKELY_WHOLE if class_equal else LIKELY_WHOLE_CLASSLESS
        enough = text.literal >= (LIKELY_PART if text.extent == "part" else whole)
    return "likely" if enough and text.words >= LIKELY_WORDS else "possible"
