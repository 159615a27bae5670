"""Ruby.

    raise X, "…#{y}", raise X.new("…"), raise("…"), fail   raises; without a class it is RuntimeError
    raise X                                                a class that says nothing of its own: no text
    class X < StandardError … super("…"), def message      what the class makes of what it is raised with
    abort("…"), $stderr.puts "…"; exit 1                   exits
    warn "…"                                               warns
    logger.error "…", Rails.logger.fatal("…")              logs
    errors.add(:field, "…")                                reports, validation
    render json: { error: "…" }, status: :not_found,       reports, with the status
      halt 404, "…", error!("…", 401)

Followed: interpolation, concatenation, heredocs (`<<~` without their indentation), `format` and `%`,
constants of the file, a local variable's last value, `if` and `?:` as values, `_("…")`. Keys of I18n are not
known. `raise`, `raise e` hand an error on.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from tree_sitter import Node

from ingest.readers.source_tree.leaving import passed
from ingest.readers.source_tree.possible import consistent
from ingest.readers.source_tree.ruby.classes import DEFINING, Classes
from ingest.readers.source_tree.ruby.link import Draft, RubyFile, linked
from ingest.readers.source_tree.ruby.messages import Messages
from ingest.readers.source_tree.ruby.names import GRAMMAR, Names
from ingest.readers.source_tree.ruby.places import BODIES, Places
from ingest.readers.source_tree.ruby.raised import Raisings
from ingest.readers.source_tree.ruby.told import Telling, Tellings
from ingest.readers.source_tree.site import Site
from ingest.readers.source_tree.surroundings import Place, Source, Walk, nearest

NAME = "ruby"
SUFFIXES = (".rb", ".rake")

# Each begins with a literal, which Python's engine looks for fast. `Kernel.raise` is the same.
_CALLED = tuple(
    re.compile(rf"(?P<name>{name})(?<![\w.@:$]{name})(?=[ (\t])".encode())
    for name in ("raise", "fail", "abort", "warn", "halt", "render", r"error!")
)
_KERNEL = re.compile(rb"Kernel\.(?P<name>raise|fail|abort|warn)\b")
_METHOD = re.compile(rb"\.(?P<name>error|fatal|puts|add)(?=[ (\t])")


def read(source: str) -> RubyFile:
    """The facts of one file."""
    return _File(Source(GRAMMAR, source)).facts()


def link(files: Mapping[str, RubyFile]) -> Iterator[tuple[str, Site]]:
    """The sites of a tree; error classes are looked up in all of its files."""
    return linked(files)


class _File:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._places = Places(source)
        self._messages = Messages(source, Names(source))
        self._raisings = Raisings(source, self._messages)
        self._tellings = Tellings(source, self._messages)
        self._classes = Classes(source, self._messages, self._places)

    def facts(self) -> RubyFile:
        sites: list[Site | Draft] = []
        if candidates := self._candidates():
            walk = Walk(self._source.root, self._places.entries, self._places.branches)
            for byte, kind in candidates:
                found = nearest(walk.to(byte), kind, 3, BODIES)
                if found is not None and kind == "method":
                    self._classes.add(found[0], found[1].owner)
                elif found is not None and kind == "class":
                    self._classes.open(found[0], found[1].owner)
                elif found is not None:
                    sites += self._sites(*found, byte)
        return RubyFile(sites=tuple(sites), classes=self._classes.found())

    def _candidates(self) -> list[tuple[int, str]]:
        """Where names stand that may tell of an error, and what they should be parts of."""
        data = self._source.data
        found: dict[int, str] = {}
        for called in (*_CALLED, _KERNEL, _METHOD):
            found |= {hit.start("name"): "call" for hit in called.finditer(data)}
        for kind, defining in DEFINING.items():
            found |= {hit.start(): kind for hit in defining.finditer(data)}
        return sorted(found.items())

    def _sites(self, call: Node, place: Place, byte: int) -> list[Site | Draft]:
        method = call.child_by_field_name("method")
        if method is None or method.start_byte != byte:
            return []
        name = self._source.text(method)
        if name in ("raise", "fail"):
            telling = Telling(manner="raises")
            raised = self._raisings.of(call, place)
        else:
            found = self._tellings.of(name, call, place)
            if found is None:
                return []
            telling, messages = found
            raised = [(None, message) for message in messages]
        site = self._site(call, place, telling)
        made: list[Site | Draft] = []
        for each in raised:
            if isinstance(each, tuple):
                made.append(replace(site, error_class=each[0], message=each[1]))
            else:
                own = replace(
                    site,
                    error_class=each.name.rpartition("::")[2],
                    error_code=each.error_code,
                    http_status=each.http_status,
                )
                made.append(
                    Draft(
                        site=own,
                        name=each.name,
                        scope=place.owner.removesuffix("."),
                        arguments=each.arguments,
                        keywords=each.keywords,
                    )
                )
        return made

    def _site(self, call: Node, place: Place, telling: Telling) -> Site:
        first, last = place.lines(call)
        return Site(
            message=(),
            error_class=None,
            line=first,
            first_line=first,
            last_line=last,
            manner=telling.manner,
            error_type=telling.error_type,
            severity=telling.severity,
            http_status=telling.http_status,
            function=place.function_name,
            function_lines=place.function_lines,
            guards=consistent((*place.guards, *passed(place.statement or call))),
            documentation=place.documentation,
            parameters=place.parameters,
        )
