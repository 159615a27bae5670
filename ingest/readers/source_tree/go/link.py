"""Go's own error types: what their `Error` method prints, and the literals that fill it in.

A type and its literals may stand in different files of a package, so a literal is a `Draft` until all files
of a tree are known.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.readers.source_tree.go.messages import Constant, Field, quoted
from ingest.readers.source_tree.site import Hole, Message, Site
from ingest.readers.source_tree.surroundings import tidy

#: So many places that return one error are told of.
MAX_USES = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class ErrorType:
    """A type that is an error. ``messages``: what its `Error` method may return, with its fields as holes;
    ``fields``: their names in order."""

    messages: tuple[Message, ...]
    fields: tuple[str, ...] = ()
    documentation: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A site that makes an error of a type of the tree. ``package``: the import path of the type's package,
    empty for its own; ``fields``: what it fills in, by name or by position; ``source``: the literal."""

    site: Site
    type_name: str
    package: str
    fields: Mapping[str | int, Message]
    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Use:
    """Where a function returns the error of a variable of its package. ``site``: without its message."""

    name: str
    site: Site


@dataclass(frozen=True, kw_only=True, slots=True)
class GoFile:
    """The facts of one file. ``constants``: the texts of those at its top; ``sentinels``: the names of the
    variables at its top that are errors, by the lines of their sites; ``uses``: where they are returned."""

    package: str = ""
    sites: tuple[Site | Draft, ...] = ()
    types: Mapping[str, ErrorType] | None = None
    constants: Mapping[str, str] | None = None
    sentinels: Mapping[int, str] | None = None
    uses: tuple[Use, ...] = ()


class _Packages:
    """What the files of each package declare. A package is a folder and a name."""

    def __init__(self, files: Mapping[str, GoFile]) -> None:
        self._types: dict[tuple[str, str], dict[str, ErrorType]] = defaultdict(dict)
        self._constants: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
        # Packages with error types, by the last name of their folder.
        self._folders: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for path, file in files.items():
            package = _package(path, file)
            self._constants[package] |= file.constants or {}
            if file.types:
                self._types[package] |= file.types
                self._folders[package[0].rpartition("/")[2]].add(package)

    def constants(self, package: tuple[str, str]) -> Mapping[str, str]:
        return self._constants[package]

    def types(self, package: tuple[str, str], imported: str) -> Mapping[str, ErrorType] | None:
        """The error types of an import path, seen from a package; None: it is not in the tree."""
        if not imported:
            return self._types[package]
        homes = [
            home
            for home in self._folders.get(imported.rpartition("/")[2], ())
            if f"/{imported}".endswith(f"/{home[0]}")
        ]
        return self._types[homes[0]] if len(homes) == 1 else None


def _package(path: str, file: GoFile) -> tuple[str, str]:
    return path.rpartition("/")[0], file.package


def linked(files: Mapping[str, GoFile]) -> Iterator[tuple[str, Site]]:
    """The sites of all files: literals have the messages of their types, constants their texts."""
    packages = _Packages(files)
    uses = _uses(files)
    for path, file in files.items():
        package = _package(path, file)
        constants = packages.constants(package)
        for found in file.sites:
            sites: Iterable[Site] = (found,) if isinstance(found, Site) else _made(found, packages, package)
            for site in sites:
                known = replace(site, message=_filled(site.message, constants))
                name = (file.sentinels or {}).get(site.line) if site.function is None else None
                yield from _returned(path, known, uses.get((*package, name or ""), ()))


def _uses(files: Mapping[str, GoFile]) -> dict[tuple[str, str, str], list[tuple[str, Site]]]:
    """Where variables are returned, by package and name."""
    found: dict[tuple[str, str, str], list[tuple[str, Site]]] = defaultdict(list)
    for path, file in files.items():
        for use in file.uses:
            found[(*_package(path, file), use.name)].append((path, use.site))
    return found


def _returned(path: str, declared: Site, uses: Sequence[tuple[str, Site]]) -> Iterator[tuple[str, Site]]:
    """The sites of an error that is declared at the top of a file: where its file returns it. Else its
    declaration, under what another file returns it by: that tells of it, but is no second entry."""
    own = [site for where, site in uses if where == path]
    for site in own[:MAX_USES]:
        documentation = (*declared.documentation, *site.documentation)
        yield (
            path,
            replace(
                site, message=declared.message, error_class=declared.error_class, documentation=documentation
            ),
        )
    if own:
        return
    for _, site in uses[:1]:
        declared = replace(declared, function=site.function, guards=site.guards)
    yield path, declared


def _made(draft: Draft, packages: _Packages, package: tuple[str, str]) -> Iterator[Site]:
    types = packages.types(package, draft.package)
    return _of_type(draft, types.get(draft.type_name) if types else None, known=types is not None)


def _of_type(draft: Draft, error_type: ErrorType | None, *, known: bool) -> Iterator[Site]:
    if error_type is None:
        # A type of another project: that it is an error is known from its name alone.
        if not known and "Err" in draft.type_name:
            hole = Hole(expression=draft.source)
            yield replace(draft.site, message=(hole,), error_class=draft.type_name)
        return
    for message in error_type.messages:
        yield replace(
            draft.site,
            message=_with_fields(message, draft.fields, error_type.fields),
            error_class=draft.type_name,
            documentation=(*draft.site.documentation, *error_type.documentation),
        )


def _with_fields(message: Message, given: Mapping[str | int, Message], names: tuple[str, ...]) -> Message:
    parts: list[str | Hole] = []
    for part in message:
        if not isinstance(part, Field):
            parts.append(part)
            continue
        value = given.get(part.name)
        if value is None and part.name in names:
            value = given.get(names.index(part.name))
        if value is None and not part.name:
            value = given.get(0)
        if value is not None and part.quoted:
            value = next(iter(quoted((value,)) or ()), value if len(value) == 1 else None)
        parts += (Hole(expression=part.expression),) if value is None else value
    return tidy(parts)


def _filled(message: Message, constants: Mapping[str, str]) -> Message:
    if not any(isinstance(part, Constant) for part in message):
        return message
    return tidy(
        constants.get(part.expression, Hole(expression=part.expression))
        if isinstance(part, Constant)
        else part
        for part in message
    )
