"""Rust.

    panic!("… {x}"), unreachable!, todo!, unimplemented!   panics, with the words that they print before it
    assert!(x, "…"), assert_eq!(a, b, "…"), debug_assert…  asserts; `assert!(x)` says "assertion failed: x"
    x.expect("…")                                          panics
    Err("…".into()), Err(format!(…)), Err(X::new(k, "…"))  returns
    Err(X::Y(…)), Err(X { … }), ok_or(X::Y), map_err(…)    returns: the text of the variant, fields filled in
    #[error("… {0}")], #[snafu(display("…"))], #[fail(…)]  that text; a variant that nothing in the tree makes
      impl Display for X { … write!(f, "…", self.y) }        by name is a site where it is declared
    bail!("…"), anyhow!, eyre!, format_err!, ensure!       returns
    x.context("…"), with_context(|| …), wrap_err(…)        returns
    Error::custom("…"), io::Error::new(kind, "…")          returns
    compile_error!("…"), #[diag("…", code = "E0277")],     raises, reports; with the code
      struct_span_err!(…, E0277, "…")
    error!("…"), tracing::error!(k = v, "…")               logs
    eprintln!("…"); process::exit(1)                       exits
    Err((StatusCode::NOT_FOUND, "…"))                      returns, with the status

Followed: formats with arguments by position, by name and inline, constants of the file, a local variable's
last value when that is certain, `if` and `match` as values. Code for tests is left out. `?` and `Err(e)` hand
an error on.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from tree_sitter import Node

from ingest.readers.source_tree.leaving import passed
from ingest.readers.source_tree.possible import consistent
from ingest.readers.source_tree.rust.display import DISPLAY, Displays
from ingest.readers.source_tree.rust.link import Draft, RustFile, linked
from ingest.readers.source_tree.rust.macros import MACROS, Macro, Macros
from ingest.readers.source_tree.rust.messages import GRAMMAR, Messages, arguments_of
from ingest.readers.source_tree.rust.places import BODIES, Places
from ingest.readers.source_tree.rust.raised import CONSTRUCTORS, CONTEXTS, Raised, Raisings, Text
from ingest.readers.source_tree.rust.types import STATING, Types
from ingest.readers.source_tree.site import Guard, Site
from ingest.readers.source_tree.surroundings import Path, Place, Source, Walk, nearest, says

NAME = "rust"
SUFFIXES = (".rs",)

# Each begins with a literal, which Python's engine looks for fast.
_MACRO = re.compile(rb"!\s{0,2}[(\[{]")
_MACRO_NAME = re.compile(rb"[a-z_]{3,20}\Z")
_ERR = re.compile(rb"Err\((?<!\wErr\()")
_METHOD = re.compile(
    rb"\.(?P<name>expect|ok_or|ok_or_else|map_err|context|with_context|wrap_err|wrap_err_with)\("
)
_NEW = re.compile(rf"rror::(?P<name>{'|'.join(CONSTRUCTORS)})(?:::<[^>\n]{{0,60}}>)?\(".encode())
_MACRO_NAMES = frozenset(name.encode() for name in MACROS)

#: What the receiver of a method is, for its error to be made; of the others it is either.
_MISSING = {"ok_or": "None", "ok_or_else": "None", "map_err": "Err(_)"}
_RETURNS = Macro(manner="returns")
_EXPECTS = MACROS["panic"]


def read(source: str) -> RustFile:
    """The facts of one file."""
    return _File(Source(GRAMMAR, source)).facts()


def link(files: Mapping[str, RustFile]) -> Iterator[tuple[str, Site]]:
    """The sites of a tree; error types are looked up in all of its files."""
    return linked(files)


class _File:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._places = Places(source)
        self._messages = Messages(source)
        self._raisings = Raisings(source, self._messages)
        self._macros = Macros(source, self._messages)
        self._types = Types(source, self._places)
        self._displays = Displays(source, self._messages, self._types)

    def facts(self) -> RustFile:
        candidates = [] if self._places.is_for_tests() else self._candidates()
        if not candidates:
            return RustFile()
        walk = Walk(self._source.root, self._places.entries, self._places.branches)
        sites: list[Site | Draft] = []
        for byte, kind in candidates:
            path = walk.to(byte)
            if not path[-1][1].left_out:
                sites += self._sites(path, kind)
        return RustFile(sites=tuple(sites), variants=tuple(self._types.found))

    def _candidates(self) -> list[tuple[int, str]]:
        """Where names stand that may tell of an error, and what they should be parts of."""
        data = self._source.data
        found: dict[int, str] = {}
        for hit in _MACRO.finditer(data):
            name = _MACRO_NAME.search(data, max(0, hit.start() - 20), hit.start())
            if name is not None and name[0] in _MACRO_NAMES:
                found[name.start()] = "macro"
        found |= {hit.start(): "err" for hit in _ERR.finditer(data)}
        found |= {hit.start("name"): "method" for hit in _METHOD.finditer(data)}
        found |= {hit.start("name"): "new" for hit in _NEW.finditer(data)}
        found |= {hit.start(): "attribute" for hit in STATING.finditer(data)}
        found |= {hit.start(): "display" for hit in DISPLAY.finditer(data)}
        return sorted(found.items())

    def _sites(self, path: Path, kind: str) -> list[Site | Draft]:
        match kind:
            case "attribute":
                if (item := nearest(path, "attribute_item", 3, BODIES)) and item[0].parent is not None:
                    self._types.add(item[0].parent)
            case "display":
                if item := nearest(path, "impl_item", 4, BODIES):
                    self._displays.add(item[0])
            case "macro":
                if item := nearest(path, "macro_invocation", 3, BODIES):
                    return self._macro(*item)
            case _:
                if item := nearest(path, "call_expression", 4, BODIES):
                    return self._call(*item, kind, path)
        return []

    def _macro(self, node: Node, place: Place) -> list[Site | Draft]:
        if node.id in self._raisings.told or node.id in self._messages.told:
            return []
        telling = self._macros.telling(node, place)
        if telling is None:
            return []
        place = place.guarded(*telling.guards)
        return self._told(node, place, telling.raised, telling.macro, telling.error_code)

    def _call(self, node: Node, place: Place, kind: str, path: Path) -> list[Site | Draft]:
        if node.id in self._raisings.told:
            return []
        function, given = node.child_by_field_name("function"), arguments_of(node)
        if function is None or not given:
            return []
        if kind == "new":
            return self._all(node, place, self._raisings.of(node, place))
        method = self._source.text(function.child_by_field_name("field"))
        if kind == "method":
            receiver = self._source.text(function.child_by_field_name("value"))
            pattern = _MISSING.get(method, "None, Err(_)")
            place = place.guarded(Guard(kind="case", text=receiver, pattern=pattern))
        if method == "expect":
            return self._expect(node, place, function, given[0], path)
        raised = self._raisings.of(given[0], place)
        if method in CONTEXTS:
            raised = [each for each in raised if isinstance(each, Text)]
        return self._all(node, place, raised)

    def _expect(
        self, node: Node, place: Place, function: Node, given: Node, path: Path
    ) -> list[Site | Draft]:
        """`x.expect("…")` of an option or result; a parser's own method of that name is asked with `?`."""
        said = self._messages.known(given, place)
        around = next((step[0] for step in reversed(path) if step[0].end_byte > node.end_byte), node)
        receiver = self._source.text(function.child_by_field_name("value"))
        if not said or not all(map(says, said)) or around.type == "try_expression" or receiver == "self":
            return []
        return self._told(node, place, Text(messages=said), _EXPECTS, None)

    def _all(self, node: Node, place: Place, raised: list[Raised]) -> list[Site | Draft]:
        return [site for each in raised for site in self._told(node, place, each, _RETURNS, None)]

    def _told(
        self, node: Node, place: Place, raised: Raised, macro: Macro, code: str | None
    ) -> list[Site | Draft]:
        first, last = place.lines(node)
        site = Site(
            message=(),
            error_class=None,
            line=first,
            first_line=first,
            last_line=last,
            manner=macro.manner,
            error_type=macro.error_type,
            severity=macro.severity,
            error_code=code,
            function=place.function_name,
            function_lines=place.function_lines,
            guards=consistent((*place.guards, *passed(place.statement or node, self._places.said))),
            documentation=place.documentation,
            parameters=tuple(name for name in place.parameters if name.isidentifier()),
        )
        if not isinstance(raised, Text):
            draft = Draft(
                site=site,
                type_name=raised.type_name,
                name=raised.name,
                fields=raised.fields,
                source=raised.source,
            )
            return [draft]
        is_answer = raised.http_status is not None
        return [
            replace(
                site,
                message=message,
                error_class=raised.error_class,
                http_status=raised.http_status,
                error_type="http" if is_answer else macro.error_type,
            )
            for message in raised.messages
        ]
