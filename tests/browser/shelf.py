"""What the site under test holds beside the samples: an entry with every field, a retired one, one that a
program read from source, refused records, and an entry a kind of hostile text."""

import json
import subprocess

from tests.ingest.sample import values
from tests.ingest.source.trees import SHELF, write
from tests.up.process import BIN, environ

#: Each in every text field of an entry. Spelled so that it fits where addresses and paths are wanted, too.
HOSTILE = {
    "markup": "</title></script><script>document.title='owned'</script>"
    "<img src=x onerror=document.title='owned'>"
    "<!--<svg onload=document.title='owned'>]]>\"' onmouseover='document.title=1' &lt;b&amp;",
    "braces": "{{ 7*7 }}{% raw %}{# gone #}${7*7}#{7*7}%(name)s<%= 7*7 %>[[7*7]]",
    "bidi": "\u202egnp.exe\u2066\u202b \u05d0\u05d1\u05d2 [x](y) \u200f\u061c\u202d",
    "long": "w" * 100_000,
}
_TEXTS = (
    "errorCode", "errorMessage", "messagePattern", "errorClass", "filePath", "sourceCode", "documentation",
    "triggerScenarios", "commonSituations", "exampleFix", "validationCode", "typeGuard", "tryCatchPattern",
    "backgroundTag",
)  # fmt: skip


def hostile(kind):
    text = HOSTILE[kind]
    return values(
        **dict.fromkeys(_TEXTS, text), repo=f"hostile/{kind}", slug=kind,
        githubUrl=f"https://github.com/hostile/{kind}/blob/x/{text}", solutions=[text, f"`{text}`"],
        preventionTips=[text], lineNumber=41, sourceCodeEnd=41,
    )  # fmt: skip


RICH = values(
    slug="every-field", errorCode="E_SHELF", httpStatus=404, errorType="http", severity="critical",
    exampleFix="# Before\nshelf.find('gear')\n\n# After\nshelf.find('cog')\n",
    validationCode="assert name in shelf", typeGuard="def is_widget(x): ...",
    tryCatchPattern="try:\n    shelf.find(name)\nexcept WidgetError:\n    pass\n",
    solutions=["List the shelf with `shelf.list()` first.", "Buy a widget named {name}."],
    preventionTips=["Check the name."], tags=["shelf", "lookup"], backgroundTag="missing-item",
)  # fmt: skip
JANUARY = {"analyzedAt": "2026-01-14T00:00:00.000Z"}
GONE = values(slug="gone", errorMessage="The shelf is gone", messagePattern="The shelf is gone")
REFUSED = values(slug="refused", errorMessage="No such severity") | {"severity": "<b>grave</b>"}


def fill(home, folder):
    """Feeds the running site, as its owner would."""
    hostiles = [hostile(kind) for kind in HOSTILE]
    older = [
        record | JANUARY | {"documentation": record["documentation"][::-1]} for record in (RICH, *hostiles)
    ]
    _ingest(home, write(folder, {"first.jsonl": _lines(*older, GONE)}))
    second = write(folder, {"second.jsonl": _lines(RICH, REFUSED, *hostiles)})
    _ingest(home, second / "second.jsonl", "--complete", "--force")
    source = {"pyproject.toml": '[project]\nname = "shelves"\n', "shelves.py": SHELF}
    _ingest(home, write(folder / "shelves", source))


def _lines(*records):
    return "\n".join(map(json.dumps, records)) + "\n"


def _ingest(home, *words):
    done = subprocess.run(
        [BIN, "ingest", *words, "--quiet"], env=environ(home), capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 1), done.stderr  # 1: a record was refused, as is meant
