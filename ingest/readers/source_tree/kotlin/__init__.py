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

from ingest.readers.source_tree.curly.reading import Reader
from ingest.readers.source_tree.kotlin.calls import called
from ingest.readers.source_tree.kotlin.classes import classes_of, enums_of
from ingest.readers.source_tree.kotlin.grammar import CONVENTIONS

NAME = "kotlin"
SUFFIXES: tuple[str, ...] = (".kt", ".kts")

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

_READER = Reader(
    conventions=CONVENTIONS,
    worth=lambda source: any(word in source for word in _WORDS),
    called=called,
    overlaid=True,
    classes=classes_of,
    enums=enums_of,
)
read, link = _READER.read, _READER.link
