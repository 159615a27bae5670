"""Evidence → score, confidence, reasons. Pure: an event and candidate entries in, verdicts out.

Text is the base: how much of the message the template explains, and how much literal text it has. Class,
code, raise site and package then speak for or against. The words:

  confirmed  the text fits and the raise site agrees
  likely     the text alone is specific enough to act on, and neither class nor stack speak against it
  possible   a guess, shown as one
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from errorkb.matching.candidate import Candidate, Reason
from errorkb.matching.events import ErrorEvent
from errorkb.matching.fit import Fit
from errorkb.matching.patterns import specificity
from errorkb.matching.place import (
    Site,
    is_at_site,
    is_near,
    names_function,
    same_class,
    site_evidence,
    site_of,
)

MatchType = Literal["exact-code", "pattern", "class-frame", "fuzzy"]
Confidence = Literal["confirmed", "likely", "possible"]
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
_CODE, _CODE_TOO, _CLASS_AND_SITE = 0.6, 0.15, 0.35
_CLASS_EQUAL, _CLASS_DIFFERS = 0.1, -0.3


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


def judge(event: ErrorEvent, number: int, candidate: Candidate) -> Verdict | None:
    """The verdict on one candidate for the event with this number; None when nothing fits."""
    code_equal = bool(
        candidate.error_code and event.error_code and candidate.error_code.lower() == event.error_code.lower()
    )
    class_equal = same_class(event, candidate)
    is_there = is_at_site(event, candidate)
    # Inside of a longer message another class may say the same words of something else.
    text = Fit.read(event.message, candidate, inside=class_equal is not False or is_there)
    if text is not None and text.literal < SAYING and not (class_equal and is_there):
        text = None  # `{message} in {context}` fits what it will
    if text is None and not code_equal:
        # Without text only the class and its raise site speak, and only where no text could: another
        # message of the same class from the same file is another error. Most candidates end here.
        if not (class_equal and is_there):
            return None
        if event.message.strip() and specificity(candidate.error_message):
            return None
    site = site_of(event, candidate)

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
    site_score, site_reasons = site_evidence(event, candidate, site)
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
            -verdict.candidate.analyzed,
            verdict.candidate.id,
        )

    best: dict[str, Verdict] = {}
    for verdict in sorted(verdicts, key=key):
        best.setdefault(verdict.candidate.id, verdict)
    return list(best.values())


def _agrees(event: ErrorEvent, candidate: Candidate, text: Fit) -> bool:
    """Whether more than the file agrees: lines move from version to version, much text does not."""
    frame = event.raise_frame
    if frame is None or frame.line is None or candidate.line_number is None:
        return True
    much = text.extent == "whole" and text.literal >= CONFIRMED_ELSEWHERE
    return much or is_near(frame.line, candidate) or names_function(event, candidate)


def _least(text: Fit, *, class_equal: bool, site: Site) -> int:
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
    text: Fit | None,
    *,
    code_equal: bool,
    class_equal: bool | None,
    site: Site,
) -> Confidence:
    if text is None:
        frame = event.raise_frame
        at_line = site == "same" and frame is not None and is_near(frame.line, candidate)
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
