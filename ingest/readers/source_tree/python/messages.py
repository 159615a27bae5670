"""What an error says when it is shown: the arguments of its class, through `__init__` and `__str__`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from ingest.readers.source_tree.python.builtin_errors import BUILTIN_ERRORS, of_arguments
from ingest.readers.source_tree.python.choices import tells
from ingest.readers.source_tree.python.classes import DETAILS
from ingest.readers.source_tree.python.facts import MAX_CHOICES, Choice, Choices, Parameters, Thrown
from ingest.readers.source_tree.python.lookup import (
    Frame,
    Lookup,
    contradicted,
    finished,
    open_guards,
    with_fields,
)
from ingest.readers.source_tree.python.names import Named, Names

_MAX_DEPTH = 12
#: Names of parameters that hold the text of an error.
_MESSAGE_NAMES = ("message", "msg", "detail", "text", "reason", "description", "error", "errmsg", "details")


@dataclass(frozen=True, slots=True)
class _Made:
    """An error that was made: what its base shows, the arguments that it keeps, its attributes (`self.x`)."""

    handed: Choices
    arguments: list[Choices]
    values: dict[str, Choices] = field(default_factory=dict)


class Messages:
    """Asks classes and names of a tree for texts."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._lookup = Lookup(names)

    def made(self, thrown: Thrown, frame: Frame) -> Iterator[tuple[Frame, Thrown]]:
        """The errors themselves, where a helper makes them."""
        maker = (
            self._names.maker_of(frame.path, thrown.key, frame.owner)
            if thrown.key and thrown.called
            else None
        )
        facts = self._names.files[maker.module].makers.get(maker.name) if maker else None
        if maker is None or facts is None or frame.depth > 3:
            yield frame, thrown
            return
        owner = maker.name.rpartition(".")[0] or None
        values = self.bound(thrown, facts.parameters, frame)
        inside = Frame(path=maker.module, owner=owner, values=values, depth=frame.depth + 1)
        for made in facts.made:
            for of, inner in self.made(made, inside):
                yield of, inner._replace(guards=open_guards((*thrown.guards, *inner.guards), of))

    def class_name(self, key: str | None, frame: Frame, named: Named | None) -> str | None:
        """The class as tracebacks name it, without its module; None when it cannot be told."""
        if named is not None:
            return named.name.rpartition(".")[2]
        if not key:
            return None
        imported = self._names.files[frame.path].imports.get(key)
        last = (imported or key).rpartition(".")[2]
        # socket.timeout, zlib.error: errors of C modules are often named in lower case.
        lower_case = last in ("error", "timeout", "gaierror", "herror") and "." in (imported or key)
        return last if last.lstrip("_")[:1].isupper() or lower_case else None

    def is_error(self, named: Named) -> bool:
        """Whether a class descends from an exception."""
        return any(
            base in BUILTIN_ERRORS or base.endswith(("Error", "Exception"))
            for base in self._names.outside(named)
        )

    def of(self, thrown: Thrown, named: Named | None, frame: Frame) -> Choices:
        """The texts that the error shows, resolved: literals and holes."""
        if named is None:
            name = (thrown.key or "").rpartition(".")[2]
            found = of_arguments(self._arguments(thrown, frame), name, known=name in BUILTIN_ERRORS)
        else:
            found = self._of_class(thrown, named, frame)
        return finished(found)

    def resolved(self, choices: Choices, frame: Frame) -> Choices:
        """The choices with their names looked up, what is not found as holes."""
        return finished(self._lookup.all(choices, frame))

    def bound(self, thrown: Thrown, parameters: Parameters, frame: Frame) -> dict[str, Choices]:
        """What a call gives to the parameters of what it calls; the extra keywords under their own names."""
        values: dict[str, Choices] = {}
        count, nested = parameters.positional, frame.depth > 0
        for name, choices in zip(parameters.names[:count], thrown.arguments, strict=False):
            values[name] = self._lookup.kept(choices, frame, inside=nested)
        for name, choices in thrown.keywords:
            if name:
                values[name] = self._lookup.kept(choices, frame, inside=nested)
        for name, default in parameters.defaults.items():
            values.setdefault(name, (Choice(text=default),))
        if parameters.rest and len(thrown.arguments) > count:
            values[parameters.rest] = self._lookup.kept(thrown.arguments[count], frame, inside=nested)
        return values

    def _arguments(self, thrown: Thrown, frame: Frame, *, inside: bool = False) -> list[Choices]:
        arguments = [self._lookup.kept(choices, frame, inside=inside) for choices in thrown.arguments]
        keywords = {
            name: self._lookup.kept(choices, frame, inside=inside) for name, choices in thrown.keywords
        }
        if not arguments:
            arguments = [keywords[name] for name in _MESSAGE_NAMES if name in keywords][:1]
        if "params" in dict(thrown.keywords):
            # Django formats the text with them when it is shown.
            return [tuple(c._replace(text=with_fields(c.text)) for c in choices) for choices in arguments[:1]]
        return arguments

    def _of_class(self, thrown: Thrown, named: Named, frame: Frame) -> Choices:
        lineage = list(self._names.lineage(named))
        shown_at = next((of for of in lineage if self._names.facts(of).shown), None)
        made = self._made(thrown, lineage, frame, named, shows_itself=shown_at is not None)
        if shown_at is None:
            return made.handed
        args = {f"self.args.{number}": choices for number, choices in enumerate(made.arguments)}
        shown = Frame(
            path=shown_at.module, owner=shown_at.name, self_path=named.module, self_owner=named.name,
            values={**args, **made.values, "super().__str__": made.handed, "self.args": made.handed},
        )  # fmt: skip
        found = self._lookup.kept(self._names.facts(shown_at).shown, shown, inside=True)
        return found if tells(found) or not tells(made.handed) else made.handed

    def _made(
        self, thrown: Thrown, lineage: list[Named], frame: Frame, named: Named, *, shows_itself: bool
    ) -> "_Made":
        """What the nearest `__init__` makes of the arguments, and those of its bases that it calls.

        named: the class of `self`. shows_itself: it has a `__str__`, so its arguments are no tuple to see.
        """
        nested = frame.depth > 0
        arguments = self._arguments(thrown, frame, inside=nested)
        outside = self._names.outside(named)
        base = next((name for name in outside if name in BUILTIN_ERRORS), "Exception")
        known = not shows_itself and all(
            name in BUILTIN_ERRORS or name in ("object", "Generic") for name in outside
        )
        at = next((n for n, of in enumerate(lineage) if self._names.facts(of).init), None)
        init = self._names.facts(lineage[at]).init if at is not None else None
        if at is None or init is None or frame.depth > _MAX_DEPTH:
            return _Made(handed=self._plain(named, arguments, base, known=known), arguments=arguments)
        of = lineage[at]
        parameters = self.bound(thrown, init.parameters, frame)
        inside = Frame(
            path=of.module, owner=of.name, values=parameters, depth=frame.depth + 1,
            self_path=named.module, self_owner=named.name,
        )  # fmt: skip
        own = {
            f"self.{name}": self._lookup.kept(choices, inside, inside=True)
            for name, choices in init.attributes.items()
        }
        inside = replace(inside, values={**parameters, **own})
        handed: list[Choice] = []
        values: dict[str, Choices] = {}
        given = arguments
        for call in init.handed:
            if contradicted(call.guards, inside):
                continue
            target = self._base_of(call.key, of, lineage[at + 1 :])
            if target is None:
                given = self._arguments(call, inside, inside=True)
                handed += of_arguments(given, base, known=known)
            else:
                behind = list(self._names.lineage(target))
                made = self._made(call, behind, inside, named, shows_itself=shows_itself)
                values |= made.values
                given = made.arguments
                handed += made.handed
        result: Choices = tuple(handed[:MAX_CHOICES])
        if not init.handed:
            # An exception keeps the arguments that it was made with.
            result = of_arguments(arguments, base, known=known)
        if not tells(result):
            result = self._by_name(parameters) or result
        return _Made(handed=result, arguments=given, values=values | own)

    def _base_of(self, key: str | None, of: Named, behind: list[Named]) -> Named | None:
        """The class whose `__init__` is called, when it is in the tree and has one."""
        if key is None or key == "self.args":
            return None
        if key == "super()":
            first = next(iter(self._names.facts(of).bases), "").rpartition(".")[2]
            if first in BUILTIN_ERRORS:  # it comes first, whatever the other bases do
                return None
            return next((c for c in behind if self._names.facts(c).init), None)
        found = self._names.class_of(of.module, key, of.name)
        return found if found and any(self._names.facts(c).init for c in self._names.lineage(found)) else None

    def _plain(self, named: Named, arguments: list[Choices], base: str, *, known: bool) -> Choices:
        """Of a class that does nothing to its arguments: they are the text, or an attribute is."""
        if arguments:
            return of_arguments(arguments, base, known=known)
        for name in DETAILS:
            if found := self._names.attribute(named, name):
                of, text = found
                choices = self._lookup.all((Choice(text=text),), Frame(path=of.module, owner=of.name))
                return tuple(choice._replace(text=with_fields(choice.text)) for choice in choices)
        return (Choice(text=()),)

    def _by_name(self, parameters: Mapping[str, Choices]) -> Choices:
        for name in _MESSAGE_NAMES:
            if name in parameters and tells(parameters[name]):
                return parameters[name]
        return ()
