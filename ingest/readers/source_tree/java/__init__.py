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
| `bundle.getString("…")`, with arguments too, and `.properties` files | messages |
| `String.format`, `formatted`, `MessageFormat.format`, `concat`, `StringBuilder`, text blocks | messages |

Left out: `throw e`, failures of causes alone (`throw wrap(e)`), checks without a message.
"""

import re

from ingest.readers.source_tree.curly.reading import Reader
from ingest.readers.source_tree.curly.resources import is_properties, properties_texts
from ingest.readers.source_tree.java.calls import asserted, called
from ingest.readers.source_tree.java.classes import classes_of, enums_of
from ingest.readers.source_tree.java.grammar import CONVENTIONS

NAME = "java"
SUFFIXES: tuple[str, ...] = (".java", ".properties")

# A file without any of these words has nothing to tell, and is not parsed.
_WORDS = (
    *("throw ", "Exception(", "Error(", ".error(", ".fatal(", ".severe(", "Log.", "Level.", "assert "),
    *("exit(", "halt(", "sendError(", "requireNonNull", "checkNotNull", "checkArgument", "checkState"),
    *("Assert.", "Validate.", "Verify.", "final String ", "enum "),
)
_ERROR_CLASS = re.compile(r"extends [\w.]{0,80}(?:Exception|Error|Failure|Fault)\b")


def _is_worth_it(source: str) -> bool:
    return any(word in source for word in _WORDS) or _ERROR_CLASS.search(source) is not None


_READER = Reader(
    conventions=CONVENTIONS,
    worth=_is_worth_it,
    called=called,
    asserted=asserted,
    classes=classes_of,
    enums=enums_of,
    texts=lambda source: properties_texts(source) if is_properties(source) else None,
)
read, link = _READER.read, _READER.link
