"""Go.

    errors.New("…"), fmt.Errorf("… %w", err)       returns; sentinel variables too (no function)
    errors.Wrap(err, "…"), Wrapf, WithMessage      returns: "…: {err}"
    return &X{…}, panic(X("…"))                    X is a type of the tree with an `Error() string` method:
                                                   what that returns, with the literal's fields filled in
    panic("…"), panic(fmt.Sprintf("…", x))         panics
    log.Fatal, Fatalf, Fatalln; log.Panic…         exits; panics
    log.Error…, logger.Errorf, slog.Error          logs
    fmt.Fprintln(os.Stderr, "…"); os.Exit(1)       exits
    status.Errorf(codes.NotFound, "…")             returns, with the code
    http.Error(w, "…", http.StatusNotFound),       reports, with the status
      c.JSON(http.StatusBadRequest, gin.H{"error": "…"}), echo.NewHTTPError(…)

Followed: concatenation, `Sprintf` and its verbs, constants of the package, a local variable's last value
when that is certain. `panic(r)` of what was recovered is no site.
"""

import re
from collections.abc import Iterator, Mapping

from tree_sitter import Node

from ingest.readers.source_tree.go.calls import CALLED, Calls
from ingest.readers.source_tree.go.link import Draft, GoFile, Use, linked
from ingest.readers.source_tree.go.messages import Messages
from ingest.readers.source_tree.go.names import Names, arguments_of
from ingest.readers.source_tree.go.places import BODIES, Places
from ingest.readers.source_tree.go.types import GRAMMAR, Types, literal_in
from ingest.readers.source_tree.leaving import passed
from ingest.readers.source_tree.possible import consistent
from ingest.readers.source_tree.site import Manner, Message, Site
from ingest.readers.source_tree.surroundings import Place, Source, Walk, nearest
from ingest.record import ErrorType, Severity

NAME = "go"
SUFFIXES = (".go",)

# Each begins with a literal, which Python's engine looks for fast.
_PANIC = re.compile(rb"(?P<name>panic)(?<![\w.]panic)\(")
_CALL = re.compile(rf"\.\s{{0,40}}+(?P<name>{'|'.join(sorted(CALLED, reverse=True))})\(".encode())
# `return nil, &X{`, up to the bracket; the name before it is looked for then.
_RETURNED = re.compile(rb"return [^\n{(]{1,160}+[{(]")
# `err = X(`, `var ErrY = pkg.X{`.
_ASSIGNED = re.compile(rb"rr\w{0,60}+(?:[ ]{1,9}+[\w.*]{1,60}+)?+[ ]{1,9}+:?=[ ]&?[\w.]{1,160}+[{(]")
_BACKWARDS = re.compile(rb"[{(](?P<name>\w{1,80}+)(?P<end>[\s.&=,]|\Z)")
# `return nil, ErrX` and `return fmt.Errorf("…: %w", ErrX)`, of which only the first is the error itself.
_GIVEN = re.compile(
    rb"return (?:[\w.*&\[\]{}\"'()]{1,60}, ){0,5}(?P<name>[eE]rr\w{1,80})[ \t]*(?=[\r\n}]|//)"
)
_PACKAGE = re.compile(rb"^package\s+(\w{1,200})", re.MULTILINE)


def read(source: str) -> GoFile:
    """The facts of one file."""
    return _File(Source(GRAMMAR, source)).facts()


def link(files: Mapping[str, GoFile]) -> Iterator[tuple[str, Site]]:
    """The sites of a tree; error types and constants are looked up in their packages."""
    return linked(files)


class _File:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._names = Names(source)
        self._places = Places(source)
        self._messages = Messages(source, self._names)
        self._calls = Calls(source, self._names, self._messages)
        self._types = Types(source, self._names, self._messages, self._places)

    def facts(self) -> GoFile:
        has_types = self._types.add_all()
        candidates = self._candidates()
        if not has_types and not candidates and b"const" not in self._source.data:
            return GoFile()
        walk = Walk(self._source.root, self._places.entries, self._places.branches)
        sites: list[Site | Draft] = []
        sentinels: dict[int, str] = {}
        uses: list[Use] = []
        for byte, kind in candidates:
            found = nearest(walk.to(byte), kind, 3, BODIES)
            if found is None or found[0].id in self._messages.told:
                continue
            if kind == "identifier":
                uses += self._use(*found)
                continue
            made = self._sites(*found)
            sites += made
            if made and found[1].function is None and (name := self._declared(found[1].statement)):
                sentinels[found[1].lines(found[0])[0]] = name
        package = _PACKAGE.search(self._source.data)
        return GoFile(
            package=package[1].decode("utf-8", "replace") if package else "",
            sites=tuple(sites),
            types=self._types.found,
            constants=self._constants(),
            sentinels=sentinels,
            uses=tuple(uses),
        )

    def _use(self, node: Node, place: Place) -> list[Use]:
        """Where a variable at the top of a file of the package may be returned."""
        name = self._source.text(node)
        if place.function is None or self._names.assigned(name, node, place.function)[0]:
            return []
        return [Use(name=name, site=self._site(node, place))]

    def _declared(self, statement: Node | None) -> str:
        """The one variable that a declaration declares."""
        if statement is None or statement.type != "var_spec":
            statement = (
                statement.named_child(0)
                if statement is not None and statement.named_child_count == 1
                else None
            )
        names = statement.children_by_field_name("name") if statement is not None else []
        return self._source.text(names[0]) if len(names) == 1 else ""

    def _candidates(self) -> list[tuple[int, str]]:
        """Where names stand that may tell of an error, and what they should be parts of."""
        data = self._source.data
        found: dict[int, str] = {}
        for called in (_PANIC, _CALL):
            for hit in called.finditer(data):
                found[hit.start("name")] = "call_expression"
        found |= {hit.start("name"): "identifier" for hit in _GIVEN.finditer(data)}
        for made in (_RETURNED, _ASSIGNED):
            for hit in made.finditer(data):
                if (named := _BACKWARDS.match(hit[0][::-1])) is None:
                    continue
                name, begin = named["name"][::-1], hit.end() - named.end("name")
                if data[hit.end() - 1 : hit.end()] == b"{":
                    found.setdefault(begin, "composite_literal")
                elif b"rr" in name or name.decode("utf-8", "replace") in self._types.found:
                    found.setdefault(begin, "call_expression")
        return sorted(found.items())

    def _sites(self, node: Node, place: Place) -> list[Site | Draft]:
        telling = self._calls.telling(node, place) if node.type == "call_expression" else None
        if telling is None:
            draft = self._types.draft(node, place, self._site(node, place))
            return [] if draft is None else [draft]
        made = [
            self._site(
                node,
                place,
                message=message,
                manner=telling.manner,
                error_type=telling.error_type,
                severity=telling.severity,
                error_code=telling.error_code,
                http_status=telling.http_status,
            )
            for message in telling.messages
        ]
        literal = literal_in(arguments_of(node)[0])
        if telling.manner == "panics" and literal is not None:
            draft = self._types.draft(literal, place, made[0])
            return [draft] if draft else [*made]
        return [*made]

    def _site(
        self,
        node: Node,
        place: Place,
        *,
        message: Message = (),
        manner: Manner = "returns",
        error_type: ErrorType = "exception",
        severity: Severity = "error",
        error_code: str | None = None,
        http_status: int | None = None,
    ) -> Site:
        first, last = place.lines(node)
        return Site(
            message=message,
            error_class=None,
            line=first,
            first_line=first,
            last_line=last,
            manner=manner,
            error_type=error_type,
            severity=severity,
            error_code=error_code,
            http_status=http_status,
            function=place.function_name,
            function_lines=place.function_lines,
            guards=consistent((*place.guards, *passed(place.statement or node))),
            documentation=place.documentation or self._places.documentation(first),
            parameters=place.parameters,
        )

    def _constants(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, value in self._names.constants.items():
            said = self._messages.of(value, Place())
            if len(said) == 1 and len(said[0]) == 1 and isinstance(text := said[0][0], str):
                found[name] = text
        return found
