"""What the names in a Go file mean: packages, constants of the file, variables of a function."""

import re
from collections.abc import Iterator
from functools import cached_property

from tree_sitter import Node

from ingest.readers.source_tree.surroundings import Binding, Source, last_set

_VERSION = re.compile(r"[/.]v\d+\Z")
_BINDING = Binding(
    before=re.compile(rb"[\w.]"),
    # `x =`, `x :=`, `x, err :=`, `x +=`, `var x string`.
    after=re.compile(rb"\s{0,9}(?:,[^=\n]{0,80})?(?::=|\+?=(?!=))|[ \t]{1,9}[\w.*\[\]]{1,40}[ \t]{0,9}[=\n]"),
)
_ERRORS = ("errors", "errs", "errdefs", "errorx", "eris", "oops", "errutil")


class Names:
    """The names of one file."""

    def __init__(self, source: Source) -> None:
        self._source = source

    @cached_property
    def imports(self) -> dict[str, str]:
        """Import paths by the names that the file has for them."""
        found: dict[str, str] = {}
        for spec in self._specs("import_declaration", "import_spec_list"):
            path = self._source.text(spec.child_by_field_name("path")).strip('"`')
            found[self._source.text(spec.child_by_field_name("name")) or last_name(path)] = path
        return found

    @cached_property
    def constants(self) -> dict[str, Node]:
        """The values of constants at the top of the file, by name."""
        found: dict[str, Node] = {}
        for spec in self._specs("const_declaration", ""):
            names = [name for name in spec.children_by_field_name("name") if name.is_named]
            value = spec.child_by_field_name("value")
            values = [] if value is None else value.named_children
            if len(names) == len(values):
                found |= {self._source.text(name): each for name, each in zip(names, values, strict=True)}
        return found

    @cached_property
    def variables(self) -> frozenset[str]:
        """The names of variables at the top of the file."""
        return frozenset(
            self._source.text(name)
            for spec in self._specs("var_declaration", "var_spec_list")
            for name in spec.children_by_field_name("name")
        )

    def _specs(self, declaration: str, group: str) -> Iterator[Node]:
        for child in self._source.root.named_children:
            if child.type == declaration:
                for spec in child.named_children:
                    yield from spec.named_children if spec.type == group else (spec,)

    def package(self, operand: Node | None) -> str | None:
        """The last name of the package that an operand means; None: it is no package."""
        path = self.imports.get(self._source.text(operand)) if is_name(operand) else None
        return None if path is None else last_name(path)

    def assigned(self, name: str, node: Node, function: Node) -> tuple[bool, Node | None]:
        """Whether a name may have been assigned to in the function before a node; its last value."""
        is_set, declaration = last_set(self._source, _BINDING, name, node, function)
        return is_set, None if declaration is None else _single_value(declaration)


def last_name(path: str) -> str:
    """What a package is called: `gopkg.in/yaml.v2` → `yaml`."""
    return _VERSION.sub("", path).rpartition("/")[2].removeprefix("go-")


def is_name(node: Node | None) -> bool:
    return node is not None and node.type == "identifier"


def is_errors(package: str) -> bool:
    """Whether a package is one of errors, by its last name."""
    return package.endswith(_ERRORS)


def arguments_of(call: Node) -> list[Node]:
    """The arguments of a call, without comments."""
    given = call.child_by_field_name("arguments")
    return [] if given is None else [each for each in given.named_children if each.type != "comment"]


def _single_value(declaration: Node) -> Node | None:
    """The value of a declaration or assignment of one name."""
    if declaration.type in ("short_var_declaration", "assignment_statement"):
        names, values = declaration.child_by_field_name("left"), declaration.child_by_field_name("right")
        operator = declaration.child_by_field_name("operator")
        if operator is not None and operator.type == "+=":
            return None
        single = names is not None and names.named_child_count == 1
    elif declaration.type in ("var_spec", "const_spec"):
        values = declaration.child_by_field_name("value")
        single = len(declaration.children_by_field_name("name")) == 1
    else:
        return None
    return (
        values.named_children[0] if single and values is not None and values.named_child_count == 1 else None
    )
