"""What two entries have in common, the strongest first, in words."""

import re
from collections.abc import Callable, Set
from dataclasses import dataclass
from functools import cached_property

from errorkb.fulltext.documents import template_key
from errorkb.models import Entry
from errorkb.surroundings import Surroundings, surroundings
from errorkb.wording import shortened

#: Lines of a file are near that are no further apart.
NEAR = 30
#: Messages resemble each other that share this much of all their words, and at least so many.
ALIKE, ALIKE_WORDS = 0.6, 4
#: Reasons quote names and conditions only so far.
QUOTED = 80
# What an entry that was read from source says first: "`Shelf.take()` raises `WidgetError`."
_TOLD_FUNCTION = re.compile(r"`([^`\n]{1,200})\(\)` ")


@dataclass(frozen=True, kw_only=True, slots=True)
class Shared:
    """What two entries share. ``strength``: 0 is the strongest."""

    strength: int
    reason: str


class Compared:
    """An entry, and what it is compared by."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry

    @cached_property
    def template(self) -> str:
        """The words of the message between its placeholders."""
        return template_key(self.entry.error_message)

    @cached_property
    def around(self) -> Surroundings:
        """What its snippet shows around the line that throws."""
        entry = self.entry
        return surroundings(entry.source_code, entry.source_code_start, entry.line_number)

    @cached_property
    def told_function(self) -> str | None:
        """The function, with its class, where a program read it."""
        found = _TOLD_FUNCTION.match(self.entry.documentation) if self.entry.form == "source" else None
        return found[1] if found else None

    def is_beside(self, other: "Compared") -> bool:
        """Whether both are raised in one file."""
        ours, theirs = self.entry, other.entry
        return (ours.repo_id, ours.file_path) == (theirs.repo_id, theirs.file_path)

    def shared(self, other: "Compared", rare_tags: Set[str], *, is_special: bool) -> Shared | None:
        """The strongest thing that the other has in common with this one; None: nothing that counts.

        rare_tags: those of this entry's that few have. is_special: its class is rare in its repository.
        """
        for strength, judge in enumerate(_JUDGES):
            if reason := judge(self, other):
                return Shared(strength=strength, reason=reason)
        if tags := sorted(rare_tags & set(other.entry.tags)):
            return Shared(strength=len(_JUDGES), reason=f"also tagged {', '.join(tags[:3])}")
        if is_special and self.entry.repo_id == other.entry.repo_id and _same_class(self, other):
            reason = f"another {shortened(str(self.entry.error_class), QUOTED)} of {self.entry.repo_id}"
            return Shared(strength=len(_JUDGES) + 1, reason=reason)
        return None


def _message(this: Compared, other: Compared) -> str | None:
    if not this.template or this.template != other.template:
        return None
    if this.entry.repo_id != other.entry.repo_id:
        return f"the same message in {other.entry.repo_id}"
    return f"the same message, raised in {shortened(other.entry.file_path, QUOTED)}"


def _code(this: Compared, other: Compared) -> str | None:
    ours, theirs = this.entry.error_code, other.entry.error_code
    return f"the same code, {shortened(ours, QUOTED)}" if ours and ours == theirs else None


def _function(this: Compared, other: Compared) -> str | None:
    if not this.is_beside(other):
        return None
    name = this.told_function
    if name is None or name != other.told_function:
        name = this.around.function
        # Two classes of a file may have methods of one name.
        if name is None or this.around.begins != other.around.begins:
            return None
    return f"raised in the same function, {shortened(name, QUOTED)}"


def _condition(this: Compared, other: Compared) -> str | None:
    condition = this.around.condition
    if not condition or condition != other.around.condition or not _same_class(this, other):
        return None
    return f"the same class and condition, {shortened(condition, QUOTED)}"


def _family(this: Compared, other: Compared) -> str | None:
    family = this.entry.background_tag
    return f"the same kind of failure, {family}" if family and family == other.entry.background_tag else None


def _nearby(this: Compared, other: Compared) -> str | None:
    ours, theirs = this.entry.line_number, other.entry.line_number
    if not this.is_beside(other) or ours is None or theirs is None or abs(theirs - ours) > NEAR:
        return None
    if ours == theirs:
        return "raised on the same line"
    distance = abs(theirs - ours)
    lines = "one line" if distance == 1 else f"{distance} lines"
    return f"raised {lines} {'below' if theirs > ours else 'above'} in the same file"


def _alike(this: Compared, other: Compared) -> str | None:
    ours, theirs = set(this.template.split()), set(other.template.split())
    both = len(ours & theirs)
    if both < ALIKE_WORDS or both < ALIKE * len(ours | theirs):
        return None
    return "a message that differs in few words"


def _same_class(this: Compared, other: Compared) -> bool:
    return this.entry.error_class is not None and this.entry.error_class == other.entry.error_class


#: The strongest first. The last two, tags and class, depend on how many entries have them.
_JUDGES: tuple[Callable[[Compared, Compared], str | None], ...] = (
    _message,
    _code,
    _function,
    _condition,
    _family,
    _nearby,
    _alike,
)
