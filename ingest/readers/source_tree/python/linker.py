"""From the facts of all files to sites: names are looked up, classes asked what their errors say."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ingest.readers.source_tree.python.contradictions import contradict
from ingest.readers.source_tree.python.facts import (
    Call,
    Choices,
    Filled,
    Module,
    Place,
    Raise,
    Ref,
    Text,
    Thrown,
)
from ingest.readers.source_tree.python.lookup import Frame
from ingest.readers.source_tree.python.messages import Messages
from ingest.readers.source_tree.python.names import Named, Names
from ingest.readers.source_tree.site import Guard, Site
from ingest.readers.source_tree.words import conditions


def link(files: Mapping[str, Module]) -> Iterator[tuple[str, Site]]:
    """The sites of a tree, file by file in the order of their lines."""
    linker = _Linker(files)
    completed = linker.completed()
    for path, module in files.items():
        sites: list[Site] = []
        for fact in module.raises:
            sites += linker.sites(path, fact)
        sites += completed.get(path, ())
        sites += linker.details(path, module)
        for site in sorted(sites, key=lambda site: (site.line, site.last_line)):
            yield path, site


# A caller's text of fewer letters fills a template that says enough without it.
_COMPLETES = 15


class _Linker:
    def __init__(self, files: Mapping[str, Module]) -> None:
        self._files = files
        self._names = Names(files)
        self._messages = Messages(self._names)

    def sites(self, path: str, fact: Raise) -> Iterator[Site]:
        """What a statement raises: a site for each class and text that it may be."""
        frame = Frame(path=path, owner=fact.place.owner)
        seen: set[tuple[str | None, Text]] = set()
        own = list(self._own_sites(fact, frame))
        seen.update((site.error_class, site.message) for site in own)
        yield from own
        # `raise X(self.message)` in a base class: each class below it may have a text of its own.
        names = _attributes_of(fact)
        if not names or fact.place.owner is None:
            return
        before = min((_length(site.message) for site in own), default=0)
        least = before + (_COMPLETES if before else 1)
        for child in self._names.descendants(Named(path, fact.place.owner)):
            facts = self._names.facts(child)
            if names & (facts.attributes.keys() | facts.tables.keys()):
                told = f"Here `self` is of the class `{child.name}` ({child.module}, line {facts.line})."
                inside = replace(frame, self_path=child.module, self_owner=child.name)
                for site in self._own_sites(fact, inside):
                    says_more = _length(site.message) >= least
                    if (site.error_class, site.message) in seen or not says_more:
                        continue
                    seen.add((site.error_class, site.message))
                    yield replace(site, documentation=(*site.documentation, told))

    def _own_sites(self, fact: Raise, frame: Frame) -> Iterator[Site]:
        if not fact.thrown:
            for choice in self._messages.resolved(fact.message, frame):
                if not _says(choice.text):
                    continue
                yield self._site(fact, choice.text, choice.guards, None, self._exits(fact))
            return
        for thrown in fact.thrown:
            yield from self._of_thrown(fact, thrown, frame)

    def _exits(self, fact: Raise) -> str | None:
        return "SystemExit" if fact.manner == "exits" else None

    def _of_thrown(self, fact: Raise, thrown: Thrown, frame: Frame) -> Iterator[Site]:
        seen: set[tuple[object, ...]] = set()
        for of, made in self._messages.made(thrown, frame):
            named = self._names.class_of(of.path, made.key, of.owner) if made.key else None
            name = self._messages.class_name(made.key, of, named)
            if name is None and not made.called:
                continue  # an error from elsewhere that is handed on
            for choice in _possible(fact, made, self._messages.of(made, named, of)):
                key = name, choice.text
                if key in seen or (name in (None, "SystemExit") and not _says(choice.text)):
                    continue
                seen.add(key)
                yield self._site(fact, choice.text, (*made.guards, *choice.guards), named, name)

    def _site(
        self, fact: Raise, message: Text, guards: tuple[Guard, ...], named: Named | None, name: str | None
    ) -> Site:
        place = fact.place
        documentation, status = place.documentation, None
        if named is not None:
            status = self._names.number(named, "status_code", "status", "code", "http_status")
            of_class = self._names.facts(named).documentation
            documentation = (*documentation, of_class) if of_class else documentation
        return Site(
            message=message,  # type: ignore[arg-type] # resolved: literals and holes only
            error_class=name,
            line=place.line,
            first_line=place.line,
            last_line=place.last_line,
            manner=fact.manner,
            error_type=fact.error_type,
            severity=fact.severity,
            error_code=fact.error_code,
            http_status=status if status is not None and 400 <= status <= 599 else None,
            function=place.function,
            function_lines=place.function_lines,
            guards=_told(place, guards),
            documentation=documentation,
            parameters=place.parameters,
        )

    def completed(self) -> dict[str, list[Site]]:
        """Sites of helpers whose text their callers complete, by the helper's file."""
        found: dict[str, list[Site]] = {}
        by_function: dict[Named, list[Raise]] = {}
        for path, module in self._files.items():
            for fact in module.raises:
                function = fact.place.function
                if function is not None and function in module.parameters:
                    by_function.setdefault(Named(path, function), []).append(fact)
        for path, module in self._files.items():
            for call in module.calls:
                helper = self._names.maker_of(path, call.thrown.key or "", call.place.owner)
                if helper is None:
                    continue
                for fact in by_function.get(helper, ()):
                    found.setdefault(helper.module, []).extend(self._completed(path, call, helper, fact))
        return found

    def _completed(self, path: str, call: Call, helper: Named, fact: Raise) -> Iterator[Site]:
        parameters = self._files[helper.module].parameters[helper.name]
        caller = Frame(path=path, owner=call.place.owner)
        bound = self._messages.bound(call.thrown, parameters, caller)
        # `self` of an inherited helper is the caller's.
        same_self = (call.thrown.key or "").startswith("self.")
        inside = Frame(path=helper.module, owner=fact.place.owner, values=bound)
        if same_self and call.place.owner:
            inside = replace(inside, self_path=path, self_owner=call.place.owner)
        plain = Frame(path=helper.module, owner=fact.place.owner)
        before = min((_length(site.message) for site in self._own_sites(fact, plain)), default=0)
        for thrown in fact.thrown:
            for site in self._of_thrown(fact, thrown, inside):
                if _length(site.message) >= before + (_COMPLETES if before else 1):
                    by = f"`{call.place.function}`" if call.place.function else "a caller"
                    when = conditions(call.place.guards)
                    told = f"Here it is called by {by} ({path}, line {call.place.line}) {when}".rstrip() + "."
                    yield replace(site, documentation=(*site.documentation, told))

    def details(self, path: str, module: Module) -> Iterator[Site]:
        """Classes whose errors say the same wherever they are raised: `default_detail = "…"`."""
        for name, facts in module.classes.items():
            if facts.detail_lines is None or not facts.bases:
                continue
            named = Named(path, name)
            if not self._messages.is_error(named):
                continue
            frame = Frame(path=path, owner=None)
            first, last = facts.detail_lines
            for choice in self._messages.of(Thrown(key=name, called=True), named, frame):
                if not any(isinstance(part, str) for part in choice.text):
                    continue
                place = Place(line=first, last_line=last, owner=name)
                yield self._site(Raise(place=place), choice.text, (), named, name.rpartition(".")[2])


def _attributes_of(fact: Raise) -> set[str]:
    """Names of the attributes of `self` whose values the message shows; those of tables by either name."""
    texts = [choice.text for choice in fact.message]
    for thrown in fact.thrown:
        given = (*thrown.arguments, *(choices for _, choices in thrown.keywords))
        texts += (choice.text for choices in given for choice in choices)
    found: set[str] = set()
    waiting: list[object] = [part for text in texts for part in text]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Filled):
            waiting += part.template
        elif isinstance(part, Ref) and part.key.startswith("self."):
            name = part.key.removeprefix("self.")
            found |= {name, f"default_{name}"}
    return found


def _length(text: Text) -> int:
    """Letters and digits of literal text."""
    return sum(map(str.isalnum, "".join(part for part in text if isinstance(part, str))))


def _says(text: Text) -> bool:
    return any(isinstance(part, str) and part.strip() for part in text)


def _possible(fact: Raise, made: Thrown, choices: Choices) -> Choices:
    """The choices whose conditions agree with those around the statement. Where none does, a name was bound
    anew in between: then all may be, and nothing is known of their conditions."""
    outdated = fact.place.outdated
    around = (*(guard for guard in fact.place.guards if guard not in outdated), *made.guards)
    found = tuple(c for c in choices if not c.guards or not contradict(_merged(around, c.guards)))
    return found or tuple(choice._replace(guards=()) for choice in choices)


def _told(place: Place, inner: tuple[Guard, ...]) -> tuple[Guard, ...]:
    """What is said of the way to a place; nothing of a name's earlier value that its later one belies."""
    merged = _merged(place.guards, inner)
    if place.outdated and contradict(merged):
        return tuple(guard for guard in merged if guard not in place.outdated)
    return merged


def _merged(around: tuple[Guard, ...], inner: tuple[Guard, ...]) -> tuple[Guard, ...]:
    return (*around, *(guard for guard in inner if guard not in around))
