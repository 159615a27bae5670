"""Whether a file of a stack and a file of a repository are the same file.

A stack shows where a package was installed (``…/site-packages/django/db/models/query.py``,
``/usr/lib/python3.11/json/decoder.py``); an entry has the path in its repository
(``django/db/models/query.py``, ``Lib/json/decoder.py``, ``src/requests/models.py``).
"""

import re
from functools import lru_cache

_INSTALLED = re.compile(
    r".*(?:/|^)(?:site-packages|dist-packages|node_modules|gems|(?:lib|lib64|Lib)/python\d[\d.]*|"
    r"python\d\.?\d*/lib|Python\d+/Lib)/",
)
#: Modules that Python was built with.
_FROZEN = re.compile(r"<frozen ([\w.]{1,200})>")
_JVM_FILES = (".java", ".kt", ".scala", ".groovy", ".clj")
_FAMILIES: dict[str, str] = {
    **dict.fromkeys(("py", "pyw", "pyx"), "python"),
    **dict.fromkeys(("js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "svelte"), "javascript"),
    **dict.fromkeys(("java", "kt", "scala", "groovy", "clj"), "jvm"),
    **dict.fromkeys(("cs", "vb", "fs"), "dotnet"),
    **dict.fromkeys(("c", "cc", "cpp", "cxx", "h", "hh", "hpp", "m", "mm"), "native"),
    **{"go": "go", "rs": "rust", "rb": "ruby", "erb": "ruby", "php": "php"},
}
_LANGUAGES = {
    "java": "jvm", "kotlin": "jvm", "scala": "jvm", "csharp": "dotnet", "c#": "dotnet", "c": "native",
    "c++": "native", "typescript": "javascript", "node": "javascript",
}  # fmt: skip
#: Folders in which repositories keep a package's files and that no installation has.
_SOURCE_FOLDERS = frozenset({"src", "lib", "Lib", "python", "packages", "pkg"})


def stack_path(file: str, function: str | None) -> str:
    """The path of a frame's file. Stacks of the JVM name the file alone (``Shelf.java``) and the package with
    the function (``org.acme.Shelf.get``)."""
    if function and "/" not in file and file.endswith(_JVM_FILES):
        folders = [word for word in function.rpartition("/")[2].split(".")[:-2] if word]
        return "/".join((*folders, file))
    return file


@lru_cache(maxsize=4096)  # each frame of a stack is asked for by each candidate
def installed_path(file: str) -> str | None:
    """The part of a stack's path below its library folder, or None when it is in none."""
    if frozen := _FROZEN.fullmatch(file):
        return frozen[1].replace(".", "/") + ".py"
    path = file.replace("\\", "/")
    hit = _INSTALLED.match(path)
    return path[hit.end() :] if hit else None


def same_file(stack_file: str, entry_file: str) -> bool:
    """True when the stack's file is the entry's. A bare file name alone agrees with nothing."""
    entry = _below_source_folder(entry_file.split("/"))
    installed = installed_path(stack_file)
    if installed is not None:
        stack = installed.split("/")
        # The repository may keep the package deeper (psycopg/psycopg/connection.py), never less deep.
        return stack == entry or (len(stack) > 1 and entry[-len(stack) :] == stack)
    stack = stack_file.replace("\\", "/").lstrip("./").split("/")
    return _ends_alike(stack, entry) or _ends_alike(stack, entry_file.split("/"))


def family(file: str) -> str | None:
    """The languages whose stacks would show the file: by its suffix; None when that says nothing."""
    name = re.split(r"[?#]", file.replace("\\", "/").rsplit("/", 1)[-1], maxsplit=1)[0]
    return _FAMILIES.get(name.rpartition(".")[2].lower()) if "." in name else None


def family_of_language(language: str | None) -> str | None:
    """The family of an event's language."""
    return _LANGUAGES.get(language, language) if language else None


def in_runtime(entry_file: str) -> bool:
    """Whether a file belongs to a runtime that hides itself from its stacks, as Go's does."""
    return entry_file.endswith(".go") and entry_file.startswith(("src/runtime/", "runtime/"))


def _ends_alike(stack: list[str], entry: list[str]) -> bool:
    shorter = min(len(stack), len(entry))
    return shorter > 1 and stack[-shorter:] == entry[-shorter:]


def package_of(entry_file: str) -> str | None:
    """The package that holds the entry's file: the first folder that installations have too."""
    folders = _below_source_folder(entry_file.split("/"))[:-1]
    return folders[0] if folders else None


def in_package(stack_file: str, package: str) -> bool:
    """True when the stack's file belongs to the package: installed, or in a checkout of it."""
    installed = installed_path(stack_file)
    if installed is not None:
        return installed == package or installed.startswith(f"{package}/")
    return package in stack_file.replace("\\", "/").split("/")[:-1]


def _below_source_folder(parts: list[str]) -> list[str]:
    return parts[1:] if len(parts) > 1 and parts[0] in _SOURCE_FOLDERS else parts
