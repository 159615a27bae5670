"""The languages that are read, by the suffixes of their files."""

from functools import cache
from importlib import import_module
from typing import cast

from ingest.readers.source_tree.site import Language

#: Modules of this package, each a `Language`. One that is not there, or lacks its grammar, is done without.
MODULES = ("python", "javascript", "typescript", "go", "java", "kotlin", "csharp", "rust", "ruby", "php")

_SPELLED = {"javascript": "JavaScript", "typescript": "TypeScript", "csharp": "C#", "php": "PHP"}


def spelled(module: str) -> str:
    """The name of a module's language for people."""
    return _SPELLED.get(module, module.title())


@cache
def language(module: str) -> Language | None:
    """The language that a module of this package reads; None when it cannot be imported."""
    name = f"{__package__}.{module}"
    try:
        return cast("Language", import_module(name))
    except ModuleNotFoundError as error:
        # The module itself, or the grammar that it needs; what else is missing is a bug.
        if error.name == name or (error.name or "").startswith("tree_sitter"):
            return None
        raise


@cache
def modules_by_suffix() -> dict[str, str]:
    """Which module reads files of a suffix (with its dot, in lower case)."""
    found: dict[str, str] = {}
    for module in MODULES:
        if (known := language(module)) is not None:
            for suffix in known.SUFFIXES:
                found.setdefault(suffix.lower(), module)
    return found


def module_for(name: str) -> str | None:
    """Which module reads a file of this name; None: none does."""
    dot = name.rfind(".")
    return modules_by_suffix().get(name[dot:].lower()) if dot > 0 else None
