"""PHP. The idioms that are read:

throw new X("… $y {$z->a}"), sprintf('…%s', …), '…' . $x, heredoc, nowdoc      raises
$e = new X('…'); throw $e                                                       raises
static function forFoo($x) { return new self(sprintf('…', $x)); }               returns; `throw X::forFoo(…)`
                                                                                is no place of its own then
class X extends Y with its own $message or constructor, in any file             the message of `new X`
constants of classes and files, variables of the function, `?:`, `??`, match    parts of messages
trigger_error('…', E_USER_WARNING), trigger_deprecation('pkg', '1.2', '…')      warns
abort(404, '…'), abort_if(x, 404, '…'), NotFoundHttpException                   raises, of HTTP
throw_if(x, X::class, '…')                                                      raises
$logger->error('… {x}', ['x' => $y]), Log::critical('…'), error_log('…')        logs
exit('…'), die("…")                                                             exits
assert($x, '…')                                                                 asserts
"""

from functools import cache

from tree_sitter import Node, Query

from ingest.readers.source_tree.ecmascript.facts import Draft, Facts, Shape
from ingest.readers.source_tree.ecmascript.link import link
from ingest.readers.source_tree.grammar import matches
from ingest.readers.source_tree.php.calls import CALLED, LEVELS, called, exited, logged
from ingest.readers.source_tree.php.errors import made, thrown_call
from ingest.readers.source_tree.php.file import GRAMMAR, File
from ingest.readers.source_tree.php.message import Messages
from ingest.readers.source_tree.php.shapes import class_shape, constant_nodes

NAME = "php"
SUFFIXES: tuple[str, ...] = (".php",)

#: A file without any of these words has nothing for this reader.
_WORTH = ("throw", "Exception", "rror", "const ", "define", "exit", *sorted(CALLED | set(LEVELS)))
_FOUND = """
(object_creation_expression) @new
(throw_expression (_) @thrown)
((function_call_expression function: (_) @called) @call (#match? @called "^[\\\\\\\\]?(%s)$"))
((member_call_expression name: (name) @called) @log (#match? @called "^(%s)$"))
((scoped_call_expression name: (name) @called) @log (#match? @called "^(%s)$"))
(exit_statement) @exit
(class_declaration (base_clause)) @heir
(const_element) @constant
(enum_case value: (_)) @constant
((function_call_expression function: (name) @define) @constant (#eq? @define "define"))
"""


@cache
def _found() -> Query:
    levels = "|".join(sorted(LEVELS))
    return GRAMMAR.query(_FOUND % ("|".join(sorted(CALLED)), levels, levels))


def read(source: str) -> Facts:
    """The facts of one file, for `link`; a file that is no PHP has few."""
    if not any(word in source for word in _WORTH):
        return Facts()
    file = File(GRAMMAR.parse(source))
    found: dict[str, list[Node]] = {}
    for captures in matches(_found(), file.tree.root):
        for kind, nodes in captures.items():
            found.setdefault(kind, []).extend(nodes)
    file.constants = constant_nodes(found.get("constant", []), file)
    messages = Messages(file)
    drafts: list[Draft | None] = []
    drafts += [made(file, messages, node) for node in found.get("new", [])]
    drafts += [thrown_call(file, messages, node) for node in found.get("thrown", [])]
    drafts += [called(file, messages, node) for node in found.get("call", [])]
    drafts += [logged(file, messages, node) for node in found.get("log", [])]
    drafts += [exited(file, messages, node) for node in found.get("exit", [])]
    shapes: list[Shape | None] = [class_shape(file, messages, node) for node in found.get("heir", [])]
    known = [draft for draft in drafts if draft is not None]
    known.sort(key=lambda draft: draft.site.line)
    return Facts(
        drafts=tuple(known),
        shapes=tuple(shape for shape in shapes if shape is not None),
        constants=_constants(file, messages),
    )


def _constants(file: File, messages: Messages) -> tuple[tuple[str, str], ...]:
    """The constants of classes that are texts, for other files."""
    found = []
    for name, value in file.constants.items():
        wordings = messages.wordings(value) if "::" in name else ()
        if len(wordings) == 1 and (constant := wordings[0].literal):
            found.append((name, constant))
    return tuple(found)


__all__ = ["NAME", "SUFFIXES", "link", "read"]
