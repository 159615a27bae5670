"""Which class, constant or helper of a tree a name means: imports, re-exports, bases, attributes."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeVar

from ingest.readers.source_tree.python.facts import ClassFacts, Module, Text

_MAX_HOPS = 10
_MAX_BASES = 12
_MAX_DESCENDANTS = 100
T = TypeVar("T")


class Named(NamedTuple):
    """Something of a module: `module` is the file's path, `name` its qualified name there."""

    module: str
    name: str


class Names:
    """Looks names up over all files of a tree."""

    def __init__(self, files: Mapping[str, Module]) -> None:
        self.files = files
        self._dotted = {path: _dotted(path, files) for path in files}
        self._paths = {dotted: path for path, dotted in self._dotted.items()}
        self._found: dict[tuple[str, str, str], Named | None] = {}
        self._lineages: dict[Named, tuple[Named, ...]] = {}
        self._outsides: dict[Named, tuple[str, ...]] = {}
        self._children: dict[Named, list[Named]] | None = None

    def class_of(self, path: str, key: str, owner: str | None) -> Named | None:
        """The class that a dotted name means in a file, inside of class ``owner``."""
        return self._find(path, key, owner, "classes")

    def maker_of(self, path: str, key: str, owner: str | None) -> Named | None:
        """The function that makes an error, or raises one for its caller.

        `source.error(…)` of a variable is the method of that name, where one class of the file has it.
        """
        found = self._find(path, key, owner, "parameters")
        head, _, last = key.rpartition(".")
        if found is not None or not head or head in self.files[path].imports or head in ("self", "cls"):
            return found
        methods = [name for name in self.files[path].makers if name.endswith(f".{last}")]
        return Named(path, methods[0]) if len(methods) == 1 else None

    def text_of(self, path: str, key: str, owner: str | None) -> tuple[Named, Text] | None:
        """The text of a constant or of a class attribute, and where it stands."""
        if owner and (attribute := _of_self(key)):
            return self.attribute(Named(path, owner), attribute)
        if found := self._find(path, key, owner, "constants"):
            return found, self.files[found.module].constants[found.name]
        head, _, last = key.rpartition(".")
        holder = self.class_of(path, head, owner) if head else None
        if holder is None and owner and not head:
            return None
        return self.attribute(holder, last) if holder else None

    def table_of(self, path: str, key: str, owner: str | None) -> Iterator[tuple[Named, Mapping[str, Text]]]:
        """The dicts of texts that a name may mean: of a class, those of its bases behind its own."""
        if owner and (attribute := _of_self(key)):
            # Fields collect `default_error_messages` of all their classes into `self.error_messages`.
            for name in (attribute, f"default_{attribute}"):
                for of in self.lineage(Named(path, owner)):
                    if table := self.facts(of).tables.get(name):
                        yield of, table
            return
        if found := self._find(path, key, owner, "tables"):
            yield found, self.files[found.module].tables[found.name]
        head, _, last = key.rpartition(".")
        if head and (holder := self.class_of(path, head, owner)):
            for of in self.lineage(holder):
                if table := self.facts(of).tables.get(last):
                    yield of, table

    def facts(self, named: Named) -> ClassFacts:
        """The facts of a class."""
        return self.files[named.module].classes[named.name]

    def lineage(self, named: Named) -> Iterator[Named]:
        """A class and its bases in the tree, nearest first."""
        known = self._lineages.get(named)
        if known is not None:
            return iter(known)
        return self._lineage(named)

    def _lineage(self, named: Named) -> Iterator[Named]:
        """The same, one by one: who looks for a name of the first ones may be asked for by the others."""
        waiting: list[Named] = [named]
        seen: dict[Named, None] = {}
        while waiting and len(seen) < _MAX_BASES:
            of = waiting.pop(0)
            if of in seen:
                continue
            seen[of] = None
            yield of
            bases = (self.class_of(of.module, base, _outer(of.name)) for base in self.facts(of).bases)
            waiting += filter(None, bases)
        self._lineages[named] = tuple(seen)

    def descendants(self, named: Named) -> Iterator[Named]:
        """The classes of the tree that have a class among their bases, near or far."""
        if self._children is None:
            self._children = {}
            for path, module in self.files.items():
                for name, facts in module.classes.items():
                    for base in facts.bases:
                        if (parent := self.class_of(path, base, _outer(name))) is not None:
                            self._children.setdefault(parent, []).append(Named(path, name))
        waiting, seen = [named], {named}
        while waiting and len(seen) <= _MAX_DESCENDANTS:
            for child in self._children.get(waiting.pop(0), ()):
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)
                    yield child

    def outside(self, named: Named) -> tuple[str, ...]:
        """Names of the bases of a class, or of its bases, that are not in the tree."""
        if named not in self._outsides:
            self._outsides[named] = tuple(
                base.rpartition(".")[2]
                for of in self.lineage(named)
                for base in self.facts(of).bases
                if self.class_of(of.module, base, _outer(of.name)) is None
            )
        return self._outsides[named]

    def attribute(self, named: Named, name: str) -> tuple[Named, Text] | None:
        """A text attribute of a class, or of the nearest base that has it."""
        for of in self.lineage(named):
            if (text := self.facts(of).attributes.get(name)) is not None:
                return of, text
        return None

    def number(self, named: Named, *names: str) -> int | None:
        """A number attribute of a class or its bases."""
        for of in self.lineage(named):
            for name in names:
                if (value := self.facts(of).numbers.get(name)) is not None:
                    return value
        return None

    def _find(self, path: str, key: str, owner: str | None, table: str, hops: int = 0) -> Named | None:
        asked = path, f"{owner or ''}:{key}", table
        if asked not in self._found:
            self._found[asked] = None  # a name that leads back to itself leads nowhere
            self._found[asked] = self._search(path, key, owner, table, hops)
        return self._found[asked]

    def _search(self, path: str, key: str, owner: str | None, table: str, hops: int) -> Named | None:
        module = self.files.get(path)
        if module is None or hops > _MAX_HOPS:
            return None
        held: Mapping[str, object] = getattr(module, table)
        if owner and key == "cls" and table == "classes":
            return Named(path, owner) if owner in held else None
        if owner and (attribute := _of_self(key)):
            return self._of_owner(path, owner, attribute, table, hops)
        # A method does not see its class's other methods by their bare names.
        around = owner if table != "parameters" else None
        while around:
            if f"{around}.{key}" in held:
                return Named(path, f"{around}.{key}")
            around = _outer(around)
        if key in held:
            return Named(path, key)
        return self._imported(path, module, key, table, hops) or self._of_class(path, key, table, hops)

    def _of_owner(self, path: str, owner: str, attribute: str, table: str, hops: int) -> Named | None:
        if (path, owner) == ("", "") or owner not in self.files[path].classes:
            return None
        for of in self.lineage(Named(path, owner)):
            held: Mapping[str, object] = getattr(self.files[of.module], table)
            if f"{of.name}.{attribute}" in held:
                return Named(of.module, f"{of.name}.{attribute}")
            if table == "classes" and (alias := self.facts(of).attributes.get(attribute)):
                name = getattr(alias[0], "key", None) if len(alias) == 1 else None
                if isinstance(name, str) and not name.startswith("self."):
                    return self._search(of.module, name, of.name, table, hops + 1)
        return None

    def _imported(self, path: str, module: Module, key: str, table: str, hops: int) -> Named | None:
        first, _, rest = key.partition(".")
        target = module.imports.get(first)
        if target is not None:
            absolute = self._absolute(path, target)
            return self._at(f"{absolute}.{rest}" if rest else absolute, table, hops)
        for star in module.stars:
            found = self._at(f"{self._absolute(path, star)}.{key}", table, hops)
            if found is not None:
                return found
        return None

    def _of_class(self, path: str, key: str, table: str, hops: int) -> Named | None:
        """`Class.attribute` through the bases of the class."""
        head, _, last = key.rpartition(".")
        if not head or table == "constants":
            return None
        holder = self._search(path, head, None, "classes", hops + 1)
        return self._of_owner(holder.module, holder.name, last, table, hops + 1) if holder else None

    def _at(self, dotted: str, table: str, hops: int) -> Named | None:
        """What a full dotted name means: the longest part of it that is a module, and a name in there."""
        words = dotted.split(".")
        for cut in range(len(words) - 1, 0, -1):
            path = self._paths.get(".".join(words[:cut]))
            if path is not None:
                # Star imports lead to the same modules on many ways.
                return self._find(path, ".".join(words[cut:]), None, table, hops + 1)
        return None

    def _absolute(self, path: str, target: str) -> str:
        dots = len(target) - len(target.lstrip("."))
        if not dots:
            return target
        words = self._dotted[path].split(".")
        if not path.endswith("__init__.py"):
            words = words[:-1]
        words = words[: len(words) - (dots - 1)] if dots > 1 else words
        rest = target[dots:]
        return ".".join([*words, rest] if rest else words)


def _of_self(key: str) -> str | None:
    for word in ("self.", "cls."):
        if key.startswith(word) and "." not in key[len(word) :]:
            return key[len(word) :]
    return None


def _outer(name: str) -> str | None:
    return name.rpartition(".")[0] or None


def _dotted(path: str, files: Mapping[str, object]) -> str:
    """The module's name: folders count from the outermost that is a package."""
    words = path.removesuffix(".py").split("/")
    start = len(words) - 1
    while start and "/".join([*words[:start], "__init__.py"]) in files:
        start -= 1
    inner = words[start:]
    return ".".join(inner[:-1] if inner[-1] == "__init__" and len(inner) > 1 else inner)
