"""Rust's error types across the files of a tree: the texts of their variants, and where they are made."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from ingest.readers.source_tree.site import Hole, Message, Site
from ingest.readers.source_tree.surroundings import says, tidy


@dataclass(frozen=True, kw_only=True, slots=True)
class Field(Hole):
    """A field of the error that prints itself, by name or by position."""

    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Variant:
    """One variant of an error's type, or the one form of a struct. ``type_name``: of the enum or struct;
    ``name``: of the variant, or of the struct; ``is_error``: the file shows that the type is an error;
    ``site``: where it is declared, for errors that nothing in the tree makes by name."""

    type_name: str
    name: str
    messages: tuple[Message, ...]
    site: Site
    is_error: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A site that makes a variant, or a struct. ``type_name``: empty when the code does not say it;
    ``source``: the expression."""

    site: Site
    type_name: str
    name: str
    fields: Mapping[str, Message]
    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RustFile:
    """The facts of one file."""

    sites: tuple[Site | Draft, ...] = ()
    variants: tuple[Variant, ...] = ()


def linked(files: Mapping[str, RustFile]) -> Iterator[tuple[str, Site]]:
    """The sites of all files. A variant that is made nowhere by name is a site where it is declared."""
    known: dict[str, list[tuple[str, Variant]]] = defaultdict(list)
    for path, file in files.items():
        for variant in file.variants:
            known[variant.name].append((path, variant))
    made: set[int] = set()
    for path, file in files.items():
        for found in file.sites:
            if isinstance(found, Site):
                yield path, found
                continue
            home = _home(path, found, known.get(found.name, ()))
            if home is not None:
                made.add(id(home))
            yield from ((path, site) for site in _sites(found, home))
    for path, file in files.items():
        for variant in file.variants:
            if variant.is_error and id(variant) not in made:
                told = [_filled(message, {}) for message in variant.messages if says(message)]
                yield from ((path, replace(variant.site, message=message)) for message in told)


def _home(path: str, draft: Draft, homes: Sequence[tuple[str, Variant]]) -> Variant | None:
    """The variant that is meant: of those that are called so, the one that lies nearest."""
    fitting = [
        (_common(path, home), variant)
        for home, variant in homes[:200]
        if not draft.type_name or variant.type_name == draft.type_name
    ]
    if not fitting:
        return None
    nearest = max(common for common, _ in fitting)
    best = [variant for common, variant in fitting if common == nearest]
    return best[0] if len(best) == 1 else None


def _common(path: str, other: str) -> int:
    if path == other:
        return len(path)
    pairs = zip(path.split("/"), other.split("/"), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _sites(draft: Draft, variant: Variant | None) -> Iterator[Site]:
    if variant is None:
        yield replace(draft.site, message=(Hole(expression=draft.source),), error_class=draft.name)
        return
    for message in variant.messages:
        yield replace(
            draft.site,
            message=_filled(message, draft.fields),
            error_class=draft.name,
            error_code=variant.site.error_code,
            documentation=(*draft.site.documentation, *variant.site.documentation),
        )


def _filled(message: Message, given: Mapping[str, Message]) -> Message:
    parts: list[str | Hole] = []
    for part in message:
        value = given.get(part.name) if isinstance(part, Field) else None
        parts += (part,) if value is None else value
    return tidy(Hole(expression=part.expression) if isinstance(part, Field) else part for part in parts)
