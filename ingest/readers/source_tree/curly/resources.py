"""Texts that are kept in files of their own, by keys: .NET's `.resx`, Java's `.properties`."""

import html
import re
from collections.abc import Mapping

from ingest.readers.source_tree.curly.text import unescaped

#: So many texts of a file are kept, and so many lines are looked at for the first of them.
MAX_TEXTS, MAX_HEAD = 20_000, 200

# What has a type is no text.
_DATA = re.compile(
    r"""<data\s{1,9}name="(?P<key>\w[\w.]{0,150})"(?:\s{1,9}xml:space="preserve")?\s{0,9}>
        \s{0,200}<value>(?P<text>[^<]{1,4000})</value>""",
    re.VERBOSE,
)
_ENTRY = re.compile(
    r"(?P<key>[\w.\-]{1,200})[ \t]{0,40}(?:[=:](?!=)[ \t]{0,40}|[ \t]{1,40})(?P<text>.{0,4000})", re.DOTALL
)
_ASSIGNED = re.compile(r"[\w.\-]{1,200}[ \t]{0,40}[=:](?![=:])")
# `Strings.de.resx`, `messages_pt_BR.properties`
_LOCALIZED = re.compile(r"(?:\.[a-z]{2}(?:-\w{2,8})?|_[a-z]{2}(?:_[A-Z]{2})?)\Z")


def is_resx(source: str) -> bool:
    return source.lstrip("\ufeff \r\n\t").startswith("<") and "<data " in source


def resx_texts(source: str) -> Mapping[str, str]:
    """The texts of a `.resx` file by their keys."""
    hits = zip(range(MAX_TEXTS), _DATA.finditer(source), strict=False)
    return {hit["key"]: html.unescape(hit["text"]) for _, hit in hits}


def is_properties(source: str) -> bool:
    """Whether the first line that says anything gives a key a value, which no line of Java's top does."""
    for line in source.split("\n", MAX_HEAD)[:MAX_HEAD]:
        told = line.strip()
        if told and not told.startswith(("#", "!")):
            return _ASSIGNED.match(told) is not None
    return False


def properties_texts(source: str) -> Mapping[str, str]:
    """The texts of a `.properties` file by their keys."""
    found: dict[str, str] = {}
    carried = ""
    for line in source.split("\n"):
        told = carried + line.strip("\r\n").lstrip()
        carried = ""
        if not told or (told.startswith(("#", "!")) and not carried):
            continue
        if (len(told) - len(told.rstrip("\\"))) % 2 and len(told) < 10_000:
            carried = told[:-1]
            continue
        if (hit := _ENTRY.fullmatch(told)) and len(found) < MAX_TEXTS:
            found[hit["key"]] = unescaped(hit["text"])
    return found


def name_of(path: str) -> str | None:
    """The name under which code knows the texts of a file; None for a translation of them."""
    stem = path.rpartition("/")[2].rpartition(".")[0]
    return None if _LOCALIZED.search(stem) else stem
