"""What one Python file says about errors, before other files are known. Picklable values.

A `Text` is a message in parts; beside literal text and holes it may hold a `Ref`, a name whose value another
place of the tree may give (a constant, an attribute, a parameter that a caller fills), and a `Filled`, a
format whose template may be such a name. `linker` looks them up; what is not found becomes a hole.

Those that are made by the thousand are named tuples, always given by keywords: a frozen dataclass takes a
multiple of the time to be made, which was a tenth of all reading.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ingest.readers.source_tree.site import Guard, Hole, Manner
from ingest.record import ErrorType, Severity

#: A message may depend on conditions; of more variants than these the first ones are kept.
MAX_CHOICES = 8


class Ref(NamedTuple):
    """A value named by `key` (`x`, `self.x`, `module.NAME`), or by `item` in it. expression: its source.

    quoted: its repr stands in the text.
    """

    expression: str
    key: str
    item: "Text | None" = None
    quoted: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Filled:
    """A format with what fills it, or a text to be stripped. `**mapping` is a keyword with an empty name."""

    style: Literal["%", "format", "strip", "dedent"]
    template: "Text"
    arguments: "tuple[Text, ...]" = ()
    keywords: "tuple[tuple[str, Text], ...]" = ()


class OneOf(NamedTuple):
    """A constant or an attribute that is one of several texts: a plural, one by a condition."""

    choices: "Choices"


Part = str | Hole | Ref | Filled | OneOf
Text = tuple[Part, ...]


class Choice(NamedTuple):
    """A text, and what must be so for it to be the one."""

    text: Text
    guards: tuple[Guard, ...] = ()


Choices = tuple[Choice, ...]


class Thrown(NamedTuple):
    """What a statement raises. key: the class or the helper that makes it, as named there; None when no name.

    called: with arguments in brackets, even none. guards: when it is this one.
    """

    key: str | None
    called: bool = False
    arguments: tuple[Choices, ...] = ()
    keywords: tuple[tuple[str, Choices], ...] = ()
    guards: tuple[Guard, ...] = ()


class Place(NamedTuple):
    """Where a statement stands. owner: the qualified class of `self`. Lines are 1-based.

    outdated: those of the guards whose names were bound anew behind the condition.
    """

    line: int
    last_line: int
    function: str | None = None
    function_lines: tuple[int, int] | None = None
    owner: str | None = None
    parameters: tuple[str, ...] = ()
    guards: tuple[Guard, ...] = ()
    documentation: tuple[str, ...] = ()
    outdated: tuple[Guard, ...] = ()


class Raise(NamedTuple):
    """A statement that raises, warns, logs or exits. message: for what is no exception's construction."""

    place: Place
    thrown: tuple[Thrown, ...] = ()
    message: Choices = ()
    manner: Manner = "raises"
    error_type: ErrorType = "exception"
    severity: Severity = "error"
    error_code: str | None = None


class Call(NamedTuple):
    """A statement that calls something which may raise for it."""

    place: Place
    thrown: Thrown


@dataclass(frozen=True, kw_only=True, slots=True)
class Parameters:
    """names: without self, the ``positional`` first ones by position; rest, extra: of `*args`, `**kwargs`."""

    names: tuple[str, ...] = ()
    positional: int = 0
    defaults: Mapping[str, Text] = field(default_factory=dict)
    rest: str | None = None
    extra: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Init:
    """What an `__init__` does: attributes that it sets, and the arguments that it hands to its base's."""

    parameters: Parameters
    attributes: Mapping[str, Choices]
    handed: tuple[Thrown, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ClassFacts:
    """A class that may be an error's. bases: as named there. attributes: class attributes that are texts;
    tables: those that are dicts of texts; numbers: those that are numbers; shown: what `__str__` returns."""

    bases: tuple[str, ...]
    documentation: str = ""
    attributes: Mapping[str, Text] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, Text]] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    init: Init | None = None
    shown: Choices = ()
    line: int = 0
    detail_lines: tuple[int, int] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Maker:
    """A function that returns errors which its callers raise."""

    parameters: Parameters
    made: tuple[Thrown, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Module:
    """A file. imports: local name → what it stands for (`pkg.mod.Name`; relative ones begin with dots);
    stars: modules of which everything is imported; parameters: of functions with raises, by their names."""

    imports: Mapping[str, str]
    stars: tuple[str, ...]
    constants: Mapping[str, Text]
    tables: Mapping[str, Mapping[str, Text]]
    classes: Mapping[str, ClassFacts]
    makers: Mapping[str, Maker]
    parameters: Mapping[str, Parameters]
    raises: tuple[Raise, ...]
    calls: tuple[Call, ...]
