"""A base for what machines read: a plain entry, and one with hostile text in every field that takes any."""

from errorkb.models import Entry
from ingest.store import save
from tests.ingest.sample import accepted

PAGE = "/acme/widgets/no-widget-named/"
HOSTILE = (
    "</script><script>alert(1)</script><!-- --> ]]> {{ 7*7 }}{% raise %} <img src=x onerror=alert(1)> & ' \" "
    "[link](javascript:alert(1)) ![picture](http://evil.example/x.png) **bold** <b>bold</b> `<i>` ``` ~~~\n"
    "# heading\n- item\n1. item\n> quote\n---\n\t| a | b |\n"
    "\u202egnp.exe\u202c \u2028 \u2029 \ufffe \x1b[31m\x08" + "W" * 100_000
)  # fmt: skip
_TEXTS = (
    "errorCode", "errorMessage", "errorClass", "filePath", "sourceCode", "documentation", "triggerScenarios",
    "commonSituations", "exampleFix", "validationCode", "typeGuard", "tryCatchPattern",
)  # fmt: skip


def plain_entry(**changes):
    save([accepted(**changes)])
    return Entry.objects.get(slug=changes.get("slug", "no-widget-named"))


def hostile_entry():
    texts = dict.fromkeys(_TEXTS, HOSTILE) | {"solutions": [HOSTILE], "preventionTips": [HOSTILE]}
    lines = dict.fromkeys(("lineNumber", "sourceCodeStart", "sourceCodeEnd"))
    save([accepted(slug="hostile", githubUrl="https://evil.example/<script>\"'>&x=1", **texts, **lines)])
    return Entry.objects.get(slug="hostile")
