"""Whether class and raise site of an event are those of an entry."""

from typing import Literal

from errorkb.matching.candidate import Candidate, Reason, short_name
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

#: How the innermost frame compares with the entry's file: it is in that file, in another one while the
#: entry's package stands in the stack, in another one altogether, or it cannot be told.
Site = Literal["same", "package", "other", "unknown"]
# What each piece of evidence adds to the score, which is cut to 0..1.
_SITE, _LINE, _PACKAGE, _OTHER_SITE = 0.15, 0.04, 0.05, -0.1
_SAME_LINE, _FUNCTION = 0.02, 0.03  # on top of what a near line, or no line, says


def same_class(event: ErrorEvent, candidate: Candidate) -> bool | None:
    """Whether the event's class is the entry's, packages aside. None where that cannot be told: one of the
    two has none, or a driver names it in other words than the server does."""
    if not event.error_class or not candidate.error_class:
        return None
    if short_name(event.error_class) == short_name(candidate.error_class):
        return True
    if family(candidate.file_path) != "native":
        return False
    # A server's or an engine's names are not its drivers'. Those of Python's interpreter are Python's own.
    is_own = family_of_language(event.language) in (None, "native", "python") and _is_exception(candidate)
    return False if is_own else None


def _is_exception(candidate: Candidate) -> bool:
    """Whether the class is named as Python's are: those of its interpreter are its own."""
    return (candidate.error_class or "").endswith(("Error", "Exception", "Warning", "Exit"))


def is_at_site(event: ErrorEvent, candidate: Candidate) -> bool:
    """Whether the error was raised in the entry's file."""
    frame = event.raise_frame
    return frame is not None and same_file(stack_path(frame.file, frame.function), candidate.file_path)


def site_of(event: ErrorEvent, candidate: Candidate) -> Site:
    """Where the error was raised, compared with the entry's file."""
    if event.raise_frame is None:
        return "unknown"
    if is_at_site(event, candidate):
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


def site_evidence(event: ErrorEvent, candidate: Candidate, site: Site) -> tuple[float, list[Reason]]:
    """What the site, the function and the class's package add to the score, and why."""
    frame = event.raise_frame
    score = 0.0
    reasons = []
    if site == "same" and frame is not None:
        score += _SITE
        reasons.append(Reason(code="raise-site", detail=f"it was raised in {candidate.file_path}"))
        if is_near(frame.line, candidate):
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
    if names_function(event, candidate):
        score += _FUNCTION
        reasons.append(Reason(code="function", detail="the function's name stands in the entry's source"))
    if site != "same" and _class_of_package(event, candidate):
        score += _PACKAGE
        reasons.append(Reason(code="class-package", detail="the class is of the entry's package"))
    return score, reasons


def names_function(event: ErrorEvent, candidate: Candidate) -> bool:
    """Whether the function that raised is the one that the entry's snippet shows."""
    frame = event.raise_frame
    name = frame.function.rsplit(".", 1)[-1] if frame is not None and frame.function else ""
    return len(name) > 1 and name in candidate.named


def _class_of_package(event: ErrorEvent, candidate: Candidate) -> bool:
    """Whether the class's own package, `django` of `django.http.Http404`, is that of the entry's file."""
    package, dot, _ = (event.error_class or "").partition(".")
    return bool(dot) and package == package_of(candidate.file_path)


def is_near(line: int | None, candidate: Candidate) -> bool:
    """Whether a line lies in the entry's snippet, or within ten lines of its own."""
    if line is None:
        return False
    start, end = candidate.source_code_start, candidate.source_code_end
    if start is not None and end is not None and start <= line <= end:
        return True
    return candidate.line_number is not None and abs(line - candidate.line_number) <= 10
