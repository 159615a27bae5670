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

Left out: `throw;`, `throw e`. A text of a `.resx` file is known by the file's name (`Texts.Key`), and that of
`Strings.resx` also as `SR.Key`; of what the tree does not have it is a hole.
"""

from ingest.readers.source_tree.csharp.calls import called, library_message
from ingest.readers.source_tree.csharp.classes import classes_of
from ingest.readers.source_tree.csharp.grammar import CONVENTIONS
from ingest.readers.source_tree.curly.reading import Reader
from ingest.readers.source_tree.curly.resources import is_resx, resx_texts

NAME = "csharp"
SUFFIXES: tuple[str, ...] = (".cs", ".resx")

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

_READER = Reader(
    conventions=CONVENTIONS,
    worth=lambda source: any(word in source for word in _WORDS),
    called=called,
    classes=classes_of,
    library=library_message,
    texts=lambda source: resx_texts(source) if is_resx(source) else None,
)
read, link = _READER.read, _READER.link
