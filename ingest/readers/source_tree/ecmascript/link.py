"""Drafts and shapes of all files put together: the sites."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from ingest.readers.source_tree.ecmascript.construct import Outcome, construct, filled
from ingest.readers.source_tree.ecmascript.facts import Draft, Facts, Shape, Slot, Wording, merged, preferred
from ingest.readers.source_tree.possible import consistent, possible
from ingest.readers.source_tree.site import Hole, Site

_CONSTANT = re.compile(r"\\?[A-Za-z_$][\w$\\]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*")
_T = TypeVar("_T")


@dataclass(frozen=True, kw_only=True, slots=True)
class Maker:
    """A function that makes an error from its own arguments; ``draft`` is the place in it."""

    shape: Shape
    draft: Draft


def link(files: Mapping[str, Facts]) -> Iterator[tuple[str, Site]]:
    """The sites of a tree, file by file. What a file says of a name counts before what others say, and a name
    of which several files say different things is not known to the rest."""
    shapes = _unique((shape.name, shape) for facts in files.values() for shape in facts.shapes)
    makers = _unique((name, maker) for facts in files.values() for name, maker in _makers(facts).items())
    constants = _unique(pair for facts in files.values() for pair in facts.constants)
    told = frozenset(draft.maker for facts in files.values() for draft in facts.drafts if draft.maker)
    linkers = {path: _Linker(facts, shapes, makers, constants, told) for path, facts in files.items()}
    # A function that only hands its argument on says nothing by itself, once its callers are known.
    spoken_for = {id(draft) for linker in linkers.values() for draft in linker.used}
    for path, linker in linkers.items():
        for draft, sites in linker.found:
            if id(draft) in spoken_for and not any(_has_text(site) for site in sites):
                continue
            for site in sites:
                yield path, site


class _Linker:
    """One file among the others. found: its drafts with their sites; used: the places of which it passes the
    text."""

    def __init__(
        self,
        facts: Facts,
        shapes: Mapping[str, Shape],
        makers: Mapping[str, Maker],
        constants: Mapping[str, str],
        told: frozenset[str],
    ) -> None:
        own = {shape.name: shape for shape in facts.shapes}
        self._find: Callable[[str], Shape | None] = lambda name: own.get(name) or shapes.get(name)
        self._own_makers = _makers(facts)
        self._makers = makers
        self._constants = constants
        self._told = told
        self._imported = frozenset(facts.imported)
        self.used: list[Draft] = []
        self.found = [(draft, tuple(self._sites(draft))) for draft in facts.drafts]

    def _sites(self, draft: Draft) -> Iterator[Site]:
        if draft.kind == "plain":
            yield from self._finished(draft.site, filled(draft.wordings, None), None)
            return
        if draft.kind == "error":
            outcome = construct(draft.makers, draft.arguments, self._find)
            # A row of a table has a code, and a class only where it names one.
            site = replace(draft.site, error_class=None)
            yield from self._finished(site, outcome.wordings, outcome)
            return
        shape = next((shape for name in reversed(draft.makers) if (shape := self._find(name))), None)
        maker = self._maker(draft)
        if shape is None and maker is not None and maker.draft is not draft:
            yield from self._passed(draft, maker)
        elif shape is not None:
            outcome = construct((shape.name,), draft.arguments, self._find)
            yield from self._finished(draft.site, outcome.wordings, outcome)
        elif draft.wordings and not self._is_told(draft):
            yield from self._finished(draft.site, filled(draft.wordings, None), None)

    def _is_told(self, draft: Draft) -> bool:
        """Whether a call says nothing by itself, and a function of that name has a place of its own."""
        known = any(name in self._told for name in draft.makers)
        return known and not any(wording.has_text for wording in draft.wordings)

    def _maker(self, draft: Draft) -> Maker | None:
        name = draft.makers[-1]
        return self._own_makers.get(name) or self._makers.get(name)

    def _passed(self, draft: Draft, maker: Maker) -> Iterator[Site]:
        """The sites of a call that passes text to a function which makes an error of it; other calls raise
        what stands in the function itself."""
        own = maker.draft.wordings
        if maker.draft.makers:
            own = construct(maker.draft.makers, maker.draft.arguments, self._find_any).wordings
        given = {slot.parameter for wording in own for slot in _slots(wording)}
        passed = [argument for place, argument in enumerate(draft.arguments) if place in given]
        # Beside a text of the function's own only a sentence says more, not the name of something.
        own_text = any(wording.has_text for wording in own)
        if not any(argument.is_sentence if own_text else argument.has_text for argument in passed):
            return
        self.used.append(maker.draft)
        outcome = construct((maker.shape.name,), draft.arguments, self._find_any)
        like = maker.draft.site
        site = replace(
            draft.site,
            # What is thrown there, and what asserts, does that whatever the function does.
            manner=draft.site.manner if draft.wordings else like.manner,
            error_type=like.error_type,
            severity=like.severity,
            error_code=draft.site.error_code or like.error_code,
            error_class=like.error_class,
        )
        yield from self._finished(site, outcome.wordings, outcome)

    def _find_any(self, name: str) -> Shape | None:
        """A class or row, or else a function."""
        maker = self._own_makers.get(name) or self._makers.get(name)
        return self._find(name) or (maker.shape if maker is not None else None)

    def _finished(self, site: Site, wordings: Iterable[Wording], outcome: Outcome | None) -> Iterator[Site]:
        if outcome is not None:
            status = site.http_status or outcome.status
            site = replace(
                site,
                error_class=outcome.error_class or site.error_class,
                error_code=site.error_code or outcome.code,
                http_status=status,
                error_type="http" if status and site.error_type == "exception" else site.error_type,
                documentation=(
                    *site.documentation,
                    *([outcome.documentation] if outcome.documentation else []),
                ),
            )
        known = tuple(self._with_constants(wording) for wording in wordings)
        seen: set[object] = set()
        guards = consistent(site.guards)
        reached = tuple(wording for wording in known if possible(wording.guards, guards))
        for wording in preferred(reached or known) or (Wording(parts=()),):
            message = tuple(_hole(part) if isinstance(part, Slot) else part for part in wording.parts)
            if message in seen:
                continue
            seen.add(message)
            yield replace(site, message=message, guards=consistent((*guards, *wording.guards)))

    def _with_constants(self, wording: Wording) -> Wording:
        if not self._constants:
            return wording
        parts = merged(self._known(part) if isinstance(part, Hole) else part for part in wording.parts)
        return replace(wording, parts=parts)

    def _known(self, part: Hole) -> str | Hole:
        """The text of a constant of another file. A plain name must be imported, for it could be anything."""
        name = part.expression.lstrip("\\")
        if not _CONSTANT.fullmatch(name):
            return part
        if "::" not in name and name.split(".", 1)[0] not in self._imported:
            return part
        return self._constants.get(name.rsplit("\\", 1)[-1], part)


def _makers(facts: Facts) -> dict[str, Maker]:
    """The functions that make one error from what they are passed."""
    places: dict[str, list[Draft]] = {}
    for draft in facts.drafts:
        if draft.owner is not None:
            places.setdefault(draft.owner, []).append(draft)
    makers = {}
    for name, drafts in places.items():
        if len(drafts) != 1:
            continue
        draft = drafts[0]
        shape = Shape(
            name=name,
            base=draft.makers[-1] if draft.kind != "plain" and draft.makers else None,
            arguments=draft.arguments,
            message=draft.wordings if draft.kind == "plain" else (),
        )
        if any(_slots(wording) for wording in _wordings(shape)):
            makers[name] = Maker(shape=shape, draft=draft)
    return makers


def _wordings(shape: Shape) -> Iterator[Wording]:
    yield from shape.message
    for argument in shape.arguments or ():
        yield from argument.wordings


def _slots(wording: Wording) -> list[Slot]:
    return [part for part in wording.parts if isinstance(part, Slot)]


def _hole(slot: Slot) -> Hole:
    return Hole(expression=slot.expression)


def _has_text(site: Site) -> bool:
    return Wording(parts=site.message).has_text


def _unique(pairs: Iterable[tuple[str, _T]]) -> dict[str, _T]:
    found: dict[str, _T] = {}
    doubtful: set[str] = set()
    for name, value in pairs:
        if found.setdefault(name, value) != value:
            doubtful.add(name)
    return {name: value for name, value in found.items() if name not in doubtful}
