"""Java: what raises errors.

| idiom | what comes of it |
|---|---|
| `throw new X("a" + b)`, `throw c ? new X() : new Y()` | raises |
| `throw failure("…")`, `throw X.of("…")` | raises; the class is what the method creates, or X |
| `X e = new X("…")`, `() -> new X("…")` | raises, at the creation, as a trace has it |
| `return new X("…")`, `onError(new X("…"))` for X…Exception | returns |
| `class X extends Y { X(a) { super("…" + a); } }`, `getMessage()` | the message of `new X(…)`, in any file |
| `@ResponseStatus(HttpStatus.…)`, `ResponseStatusException`, `sendError(404, "…")` | http status |
| `ErrorCode.NOT_FOUND("N1", "…")` with `super(code.getMessage())` | code and message |
| `requireNonNull`, `Preconditions.…`, `Assert.…`, `Validate.…` | raises, guarded by the check |
| `assert x : "…"` | asserts |
| `log.error("… {}", x)`, `fatal`, `severe`, `Log.e(TAG, "…")` | logs |
| `System.err.println("…"); System.exit(1);` | exits |
| `String.format`, `formatted`, `MessageFormat.format`, `concat`, `StringBuilder`, text blocks | messages |

Left out: `throw e`, failures of causes alone (`throw wrap(e)`), checks without a message.
"""

import re
from collections.abc import Iterator, Mapping

from ingest.readers.source_tree.curly.constants import constants_of
from ingest.readers.source_tree.curly.facts import Facts, Raised
from ingest.readers.source_tree.curly.file import File
from ingest.readers.source_tree.curly.link import linked
from ingest.readers.source_tree.curly.throws import created, thrown
from ingest.readers.source_tree.java.calls import asserted, called
from ingest.readers.source_tree.java.classes import classes_of, enums_of
from ingest.readers.source_tree.java.grammar import CONVENTIONS
from ingest.readers.source_tree.site import Site

NAME = "java"
SUFFIXES = (".java",)

# A file without any of these words has nothing to tell, and is not parsed.
_WORDS = (
    *("throw ", "Exception(", "Error(", ".error(", ".fatal(", ".severe(", "Log.", "Level.", "assert "),
    *("exit(", "halt(", "sendError(", "requireNonNull", "checkNotNull", "checkArgument", "checkState"),
    *("Assert.", "Validate.", "Verify.", "final String ", "enum "),
)
_ERROR_CLASS = re.compile(r"extends [\w.]{0,80}(?:Exception|Error|Failure|Fault)\b")


def read(source: str) -> Facts:
    """The facts of one file."""
    if not any(word in source for word in _WORDS) and not _ERROR_CLASS.search(source):
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
    for place in file.places:
        match place.role:
            case "throw":
                yield from thrown(file, place, seen)
            case "new" if place.node.id not in seen:
                yield from created(file, place)
            case "assert":
                yield from asserted(file, place)
            case "call":
                yield from called(file, place)
