"""Kotlin: what raises errors.

| idiom | what comes of it |
|---|---|
| `throw X("… $a")`, `x ?: throw X("…")`, `throw if (c) X() else Y()`, `throw X("…").apply { … }` | raises |
| `throw failure("…")`, a function that gives `X(…)`; `throw Missing`, an object | raises |
| `val e = X("…")`, `fun f() = X("…")` for X…Exception | raises, returns |
| `require(x) { "…" }`, `check`, `requireNotNull`, `checkNotNull`, `error("…")`, `TODO("…")` | raises |
| `assert(x) { "…" }` | asserts |
| `class X(a: Int) : Y("… $a")`, secondary constructors, `override val message` | the message of `X(…)` |
| `@ResponseStatus(…)`, `ResponseStatusException`, `respond(HttpStatusCode.…, "…")` | http status |
| `ErrorCode.GONE("G1", "…")` with `Y(code.message)` | code and message |
| `log.error("… {}", x)`, `logger.error(e) { "…" }`, `Log.e(TAG, "…")` | logs |
| `System.err.println("…"); exitProcess(1)` | exits |
| `"… ${x.y}"`, raw texts with `trimIndent`, `"%s".format(x)`, `if` and `when` as values | messages |

Left out: `throw e`, failures of causes alone.
"""

from collections.abc import Iterator, Mapping

from ingest.readers.source_tree.curly.constants import constants_of
from ingest.readers.source_tree.curly.facts import Facts, Raised
from ingest.readers.source_tree.curly.file import File
from ingest.readers.source_tree.curly.link import linked
from ingest.readers.source_tree.curly.throws import created, thrown
from ingest.readers.source_tree.kotlin.calls import called
from ingest.readers.source_tree.kotlin.classes import classes_of, enums_of
from ingest.readers.source_tree.kotlin.grammar import CONVENTIONS
from ingest.readers.source_tree.site import Site

NAME = "kotlin"
SUFFIXES = (".kt", ".kts")

# A file without any of these words has nothing to tell, and is not parsed.
_WORDS = (
    *("throw ", "Exception", "Error(", "error(", "error {", ".fatal", "Log.", "Level.", "assert", "TODO("),
    *(
        "exit",
        "halt(",
        "sendError(",
        "respond(",
        "require",
        "check",
        "Assert.",
        "Validate.",
        "const val",
        "enum ",
    ),
)


def read(source: str) -> Facts:
    """The facts of one file."""
    if not any(word in source for word in _WORDS):
        return Facts()
    file = File(source, CONVENTIONS)
    return Facts(
        raised=tuple(_raised(file)),
        classes=tuple(classes_of(file)),
        constants=constants_of(file),
        enums=enums_of(file),
    )


def link(files: Mapping[str, Facts]) -> Iterator[tuple[str, Site]]:
    """The sites of a tree."""
    return linked(files, lambda _class, _arguments: None)


def _raised(file: File) -> Iterator[Raised]:
    seen: set[int] = set()
    called_at: set[int] = set()
    for place in file.places:
        match place.role:
            case "throw":
                yield from thrown(file, place, seen)
            case "new" if place.node.id not in seen:
                yield from created(file, place)
            case "call" if place.node.start_byte not in called_at:
                # `require(x)` begins where `require(x) { … }` does, which comes first.
                called_at.add(place.node.start_byte)
                yield from called(file, place)
