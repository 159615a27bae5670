"""C#: what raises errors.

| idiom | what comes of it |
|---|---|
| `throw new X($"… {a}")`, `x ?? throw new X("…")`, `c ? x : throw …`, arms of a switch that throw | raises |
| `throw Failure("…")`, a method that returns `new X(…)`; those of throw helpers, where they throw | raises |
| `return new X("…")`, `=> new X("…")` for X…Exception | returns |
| `class X : Y { X(int a) : base($"… {a}") }`, `override Message` | the message of `new X(…)` |
| `new ArgumentNullException(nameof(x))`, `ArgumentNullException.ThrowIfNull(x)` | what .NET says |
| `new HttpException(404, "…")`, `HttpStatusCode.…`, `return NotFound("…")` | http status |
| `Debug.Assert(x, "…")`, `Contract.Requires<X>(x, "…")`, `Debug.Fail` | asserts |
| `logger.LogError(e, "… {Name}", x)`, `LogCritical`, `Log.Error`, `ErrorFormat`, `Debug.LogError` | logs |
| `Console.Error.WriteLine("…"); Environment.Exit(1);`, `Environment.FailFast("…")` | exits |
| `string.Format("… {0}", x)`, `$"…"`, `@"…"`, raw strings, `nameof`, `StringBuilder`, constants | messages |

Left out: `throw;`, `throw e`. A text from a resource file (`SR.…`, `Resources.…`) is a hole.
"""

from collections.abc import Iterator, Mapping

from ingest.readers.source_tree.csharp.calls import called, library_message
from ingest.readers.source_tree.csharp.classes import classes_of
from ingest.readers.source_tree.csharp.grammar import CONVENTIONS
from ingest.readers.source_tree.curly.constants import constants_of
from ingest.readers.source_tree.curly.facts import Facts, Raised
from ingest.readers.source_tree.curly.file import File
from ingest.readers.source_tree.curly.link import linked
from ingest.readers.source_tree.curly.throws import created, thrown
from ingest.readers.source_tree.site import Site

NAME = "csharp"
SUFFIXES = (".cs",)

# A file without any of these words has nothing to tell, and is not parsed.
_WORDS = (
    *(
        "throw ",
        "Exception",
        "Assert(",
        "Requires",
        "Fail",
        "LogError",
        "LogCritical",
        "Error(",
        "ErrorFormat",
    ),
    *(
        "Fatal",
        "Exit(",
        "BadRequest(",
        "Unauthorized(",
        "NotFound(",
        "Conflict(",
        "const string",
        "readonly string",
    ),
)


def read(source: str) -> Facts:
    """The facts of one file."""
    if not any(word in source for word in _WORDS):
        return Facts()
    file = File(source, CONVENTIONS)
    return Facts(raised=tuple(_raised(file)), classes=tuple(classes_of(file)), constants=constants_of(file))


def link(files: Mapping[str, Facts]) -> Iterator[tuple[str, Site]]:
    """The sites of a tree."""
    return linked(files, library_message)


def _raised(file: File) -> Iterator[Raised]:
    seen: set[int] = set()
    for place in file.places:
        match place.role:
            case "throw":
                yield from thrown(file, place, seen)
            case "new" if place.node.id not in seen:
                yield from created(file, place)
            case "call":
                yield from called(file, place)
