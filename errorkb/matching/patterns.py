"""Message templates and message patterns: what an entry's text can match.

A *template* is the message as the source has it, with placeholders (``{x}``, ``${x}``, ``#{x}``,
``%s``, ``%(x)s``, ``%1$s``). A *pattern* is the JavaScript regular expression of the record. The
pattern finds candidates; the template verifies them and names the captures (``template_matcher``).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

import re2

from errorkb.matching.dialect import DialectError, options, translate

# One level of nested braces covers format specifications ({x:{width}}) and small literals ({d['a']});
# the counts keep hostile templates linear.
_PLACEHOLDER = re.compile(
    r"""
      \{\{ | \}\} | %%                                    # one literal character each
    | [$\#]?\{ (?P<braced> [^{}\n]{0,200} (?:\{[^{}\n]{0,80}\}[^{}\n]{0,80}){0,6} ) \}
    | % (?:\((?P<named>[^()\n]{0,80})\) | \d+\$ )?
      [\#0+-]* (?:\d+|\*)? (?:\.(?:\d+|\*))?              # flags (no blank), width, precision
      (?:hh|h|ll|l|L|j|z|t)? [A-Za-z]                     # length, conversion
    """,
    re.VERBOSE,
)
_CONVERSION = re.compile(r"(?:![rsa])?(?::.*)?=?\Z", re.DOTALL)
_WORD = re.compile(r"[^\W_]+")

#: How much of a template is searched for when all of it is too much for the engines.
OPENING_CHARACTERS, OPENING_PIECES = 1000, 60
#: Below this many letters and digits of literal text a pattern alone says nothing.
BROAD_LITERAL = 4
#: A template of so many characters stays far below what the engines refuse.
USUAL_TEMPLATE = 300
#: Texts that only a pattern without a subject matches.
_PROBES = ("", "q", "0", "q q", "'q'", "q: 0", "(q)", "[0, 0]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Placeholder:
    """A hole of a template. ``name`` is an identifier, or argN for the Nth, when it has none."""

    name: str
    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PatternFault:
    """Why a pattern is doubtful. ``code``: pattern-invalid, -nonlinear, -broad or -mismatch."""

    code: str
    reason: str


@lru_cache(maxsize=8192)
def parse_template(template: str) -> tuple[str | Placeholder, ...]:
    """The template as literal texts and placeholders, in order; doubled signs are made single."""
    return tuple(_merged(_pieces(template)))


def _pieces(template: str) -> Iterator[str | Placeholder]:
    position = count = 0
    for hit in _PLACEHOLDER.finditer(template):
        yield template[position : hit.start()]
        position = hit.end()
        if hit[0] in ("{{", "}}", "%%"):
            yield hit[0][0]
            continue
        count += 1
        inner = hit["braced"] if hit["braced"] is not None else hit["named"] or ""
        yield Placeholder(name=_name(inner) or f"arg{count}", source=hit[0])
    yield template[position:]


def _merged(pieces: Iterator[str | Placeholder]) -> Iterator[str | Placeholder]:
    literal = ""
    for piece in pieces:
        if isinstance(piece, str):
            literal += piece
            continue
        if literal:
            yield literal
        literal = ""
        yield piece
    if literal:
        yield literal


def _name(expression: str) -> str:
    """``{len(x)!r:>10}`` → ``len_x``; the empty text for ``{}`` and ``{0}``."""
    bare = _CONVERSION.sub("", expression) if not expression.startswith(("'", '"')) else expression
    name = "_".join(re.findall(r"[A-Za-z0-9]+", bare))
    return "" if name.isdigit() else name[:40]


def literals(template: str) -> tuple[str, ...]:
    """The literal texts of a template, in order."""
    return tuple(piece for piece in parse_template(template) if isinstance(piece, str))


def specificity(template: str) -> int:
    """How many letters and digits of literal text the template has."""
    return sum(len(word) for literal in literals(template) for word in _WORD.findall(literal))


def literal_words(template: str) -> int:
    """How many words of at least two letters the literal text has."""
    return sum(
        len(word) > 1 and not word.isdigit()
        for literal in literals(template)
        for word in _WORD.findall(literal)
    )


def pattern_of(template: str) -> str:
    """The record's messagePattern for a template: literals escaped, each placeholder ``(.+?)``."""
    return _pattern(parse_template(template))


def _pattern(pieces: Iterable[str | Placeholder]) -> str:
    return "".join(
        re.sub(r"[\\.*+?^$|()\[\]{}/]", r"\\\g<0>", piece) if isinstance(piece, str) else "(.+?)"
        for piece in pieces
    )


def _opening(template: str) -> Iterator[str | Placeholder]:
    """The first pieces of a long template: enough to find it by."""
    left = OPENING_CHARACTERS
    for piece in islice(parse_template(template), OPENING_PIECES):
        yield piece[:left] if isinstance(piece, str) else piece
        left -= len(piece) if isinstance(piece, str) else 0
        if left <= 0:
            return


def searchable(pattern: str, template: str) -> str | None:
    """The expression that engines search for: the pattern translated or, where it has no linear form,
    the template's literal text. None when neither says anything: such an entry is found by class,
    code and raise site only.
    """
    for candidate in (pattern, pattern_of(template), _pattern(_opening(template))):
        try:
            translated = translate(candidate)
        except DialectError:
            continue
        if not _is_broad(translated):
            return translated
    return None


def lint(pattern: str, template: str) -> list[PatternFault]:
    """What is doubtful about a pattern, as warnings. Empty when all is well."""
    if _is_usual(pattern, template):
        return []
    try:
        translated = translate(pattern)
    except DialectError as error:
        return [PatternFault(code=error.code, reason=error.reason)]
    if _is_broad(translated):
        return [
            PatternFault(code="pattern-broad", reason="the pattern matches texts that have nothing in common")
        ]
    if specificity(template) < BROAD_LITERAL and not any(
        isinstance(piece, str) and len(piece.strip()) > 1 for piece in parse_template(template)
    ):
        return [
            PatternFault(code="pattern-broad", reason="the message has hardly any text of its own to match")
        ]
    if _contradicts(pattern, translated, template):
        return [
            PatternFault(code="pattern-mismatch", reason="the pattern does not match the entry's own message")
        ]
    return []


def _is_usual(pattern: str, template: str) -> bool:
    """Nearly every record's pattern is its template's and needs no engine: a third of an ingest's time."""
    return (
        len(template) <= USUAL_TEMPLATE
        and specificity(template) >= 2 * BROAD_LITERAL
        and pattern == pattern_of(template)
    )


def _is_broad(translated: str) -> bool:
    expression = re2.compile(translated, options())
    return any(expression.search(probe) for probe in _PROBES)


def _contradicts(pattern: str, translated: str, template: str) -> bool:
    # With typed groups such as (\d+) no made-up filling proves anything; plain ones take any text.
    plain = "(" not in re.sub(r"\\.", "", pattern.replace("(.+?)", ""))
    pieces = parse_template(template)
    if not plain and any(isinstance(piece, Placeholder) for piece in pieces):
        return False
    expression = re2.compile(translated, options())
    fillings = ("x", "1")
    texts = ["".join(p if isinstance(p, str) else f for p in pieces) for f in fillings]
    return not any(expression.search(text) for text in [template, *texts])


#: Quotes that programs, locales and word processors exchange for each other. One character for one.
_QUOTES = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b`\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f", '"'),
    }
)
_ODD_QUOTE = re.compile(f"[{''.join(map(chr, _QUOTES))}]")


def plain_quotes(text: str) -> str:
    """The text with straight quotes in place of curly ones and back-ticks; no place moves."""
    return text.translate(_QUOTES) if _ODD_QUOTE.search(text) else text  # most have none
