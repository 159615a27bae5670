"""What a file of Java, Kotlin or C# tells the rest of its tree.

A site that creates an error keeps the arguments: the error's class, in whatever file it is, may build the
message in its constructor, carry a status, or take an enum constant that holds the text."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ingest.readers.source_tree.curly.text import Alternatives
from ingest.readers.source_tree.site import Message, Site

#: The name of a class that is an error.
ERROR_NAME = re.compile(r"(?:Exception|Error|Throwable|Failure|Fault)\Z")
#: The name of what is an error already.
CAUSE = re.compile(r"(?:e|ex|t|cause|exc|err|error|exception|throwable|inner|\w*(?:Exception|Cause|Error))\Z")


@dataclass(frozen=True, kw_only=True, slots=True)
class Argument:
    """An argument of a constructor: what it may be, and its name when it is given by name. `.Name`: a
    property that is set at the creation."""

    values: Alternatives
    expression: str
    name: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Raised:
    """A site before the tree is known. ``arguments``: those of its error's constructor, or None when
    ``messages`` are all there is to know; one site comes of each message."""

    site: Site
    messages: Alternatives = ()
    arguments: tuple[Argument, ...] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Parameter:
    """A parameter of a constructor. ``kind``: its type's simple name; ``is_text``: of a string type;
    ``may_lack``: has a default, or takes any number, which is ``many``."""

    name: str
    kind: str
    is_text: bool
    may_lack: bool = False
    many: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Constructor:
    """How a constructor hands on: ``arguments`` go to the base class, or to another one of its own class."""

    parameters: tuple[Parameter, ...]
    arguments: tuple[Argument, ...] = ()
    to_own: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ErrorClass:
    """A class that may be an error. ``messages``: those that it gives whatever it was created with."""

    name: str
    base: str | None
    constructors: tuple[Constructor, ...] = ()
    messages: Alternatives = ()
    http_status: int | None = None
    documentation: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    """The facts of a file. ``constants``: texts by `Class.NAME`; ``enums``: the arguments of their constants
    by `Enum.NAME`, with the parameter's name in each, in small letters; ``texts``: by their keys, of a file
    that holds nothing else."""

    raised: tuple[Raised, ...] = ()
    classes: tuple[ErrorClass, ...] = ()
    constants: Mapping[str, Message] = field(default_factory=dict)
    enums: Mapping[str, Mapping[str, Alternatives]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
