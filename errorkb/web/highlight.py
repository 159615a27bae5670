"""Code with its tokens marked, line by line: Pygments finds them, the stylesheet colours them.

Only CSS classes are used. A token that spans lines, such as a docstring, is marked on each of them.
The code comes from dumps, so it may be anything, and some lexers need cubic time on hostile text:
what is beyond a bound here is shown plain, and only the languages listed here are ever tried.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import PurePosixPath

from markupsafe import Markup, escape
from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class_by_name
from pygments.token import Token, _TokenType

from errorkb.web.pages import CodeLine

#: Characters of code, lines of code, characters of one of its lines.
MAX_TEXT = 8_000
MAX_LINES = 200
MAX_LINE = 400
#: Seconds for one piece of code, looked at after each token; honest code needs about 0.002.
BUDGET = 0.25

#: File extensions, file names and what people call languages -> Pygments' name of the lexer.
LANGUAGES = {
    word: lexer
    for lexer, words in {
        "bash": "sh bash zsh ksh shell terminal console",
        "bat": "bat cmd",
        "c": "c",
        "clojure": "clj cljs cljc edn clojure",
        "cmake": "cmake cmakelists.txt",
        "cpp": "cc cpp cxx c++ h hh hpp hxx cu cuh ino ipp",
        "csharp": "cs csharp c#",
        "css": "css",
        "dart": "dart",
        "docker": "dockerfile containerfile docker",
        "elixir": "ex exs elixir",
        "erlang": "erl hrl erlang",
        "fsharp": "fs fsx fsharp f#",
        "go": "go golang",
        "graphql": "graphql gql",
        "groovy": "groovy gradle jenkinsfile",
        "haskell": "hs haskell",
        "html": "html htm xhtml vue svelte",
        "ini": "ini cfg conf env properties editorconfig",
        "java": "java",
        "javascript": "js mjs cjs jsx javascript node nodejs",
        "json": "json jsonc json5 webmanifest",
        "julia": "jl julia",
        "kotlin": "kt kts kotlin",
        "lua": "lua luau",
        "make": "mk make makefile gnumakefile",
        "nim": "nim",
        "nix": "nix",
        "objective-c": "m mm objective-c objc",
        "ocaml": "ml mli ocaml",
        "perl": "pl pm perl",
        "php": "php phtml",
        "powershell": "ps1 psm1 psd1 powershell pwsh",
        "protobuf": "proto protobuf",
        "python": "py pyi pyx pxd pyw bzl python python3",
        "r": "r",
        "ruby": "rb rake gemspec erb gemfile rakefile ruby",
        "rust": "rs rust",
        "scala": "scala sbt sc",
        "scss": "scss",
        "solidity": "sol solidity",
        "sql": "sql pgsql ddl",
        "swift": "swift",
        "terraform": "tf tfvars hcl terraform",
        "toml": "toml",
        "typescript": "ts tsx mts cts typescript",
        "xml": "xml xsd xsl svg csproj plist",
        "yaml": "yaml yml",
        "zig": "zig",
    }.items()
    for word in words.split()
}

#: Kinds of tokens -> the class that the stylesheet knows. Any other kind counts as its parent.
_CLASSES: dict[_TokenType, str] = {
    Token: "",
    Token.Comment: "tc",
    Token.Comment.Preproc: "tk",
    Token.Generic.Prompt: "tc",
    Token.Keyword: "tk",
    Token.Keyword.Constant: "tn",
    Token.Keyword.Type: "tt",
    Token.Literal.Number: "tn",
    Token.Literal.String: "ts",
    Token.Literal.String.Affix: "tk",
    Token.Literal.String.Escape: "te",
    Token.Literal.String.Interpol: "te",
    Token.Literal.String.Regex: "te",
    Token.Name.Attribute: "ta",
    Token.Name.Builtin: "tb",
    Token.Name.Builtin.Pseudo: "tb",
    Token.Name.Class: "tt",
    Token.Name.Constant: "tn",
    Token.Name.Decorator: "ta",
    Token.Name.Exception: "tt",
    Token.Name.Function: "tf",
    Token.Name.Namespace: "tt",
    Token.Name.Tag: "tk",
    Token.Operator.Word: "tk",
}

_Token = tuple[_TokenType, str]
_Piece = tuple[str, str]  # class, text


def highlight(code: str, file_path: str | None = None, language: str | None = None) -> tuple[Markup, ...]:
    """One item for each line of ``str.splitlines``; ``language`` wins over the path's extension."""
    lines = code.splitlines()
    lexer = _lexer(language) or _lexer(file_path)
    if lexer is not None and _within_bounds(code, lines):
        pieces = _pieces_by_line(_in_time(lexer.get_tokens("\n".join(lines))))
        # Other text: the lexer ran out of time, or dropped something such as a byte order mark.
        if ["".join(text for _, text in line) for line in pieces] == lines:
            return tuple(_html(line) for line in pieces)
    return tuple(escape(line) for line in lines)


def code_lines(
    code: str,
    *,
    file_path: str | None,
    first_line: int | None = None,
    thrown_line: int | None = None,
) -> tuple[CodeLine, ...]:
    """Lines numbered from ``first_line``; without it they have no numbers, and none is thrown."""
    return _numbered(highlight(code, file_path), first_line, thrown_line)


def _numbered(
    lines: Iterable[Markup], first_line: int | None = None, thrown_line: int | None = None
) -> tuple[CodeLine, ...]:
    if first_line is None:
        return tuple(CodeLine(number=None, html=html) for html in lines)
    return tuple(
        CodeLine(number=number, html=html, thrown=number == thrown_line)
        for number, html in enumerate(lines, start=first_line)
    )


def lexer_name(word: str) -> str | None:
    """``word`` is the name of a language, or a path whose name or extension gives one away."""
    path = PurePosixPath(word.lower())
    return LANGUAGES.get(path.name) or LANGUAGES.get(path.suffix.removeprefix("."))


def _lexer(word: str | None) -> Lexer | None:
    name = lexer_name(word) if word else None
    if name is None:
        return None
    # Snippets of PHP lack the opening tag; other lexers ignore the option.
    return _lexer_class(name)(stripnl=False, ensurenl=False, startinline=True)


# Pygments looks through all of its lexers for a name.
@lru_cache(maxsize=len(LANGUAGES))
def _lexer_class(name: str) -> type[Lexer]:
    return find_lexer_class_by_name(name)


def _within_bounds(code: str, lines: Sequence[str]) -> bool:
    longest = max(map(len, lines), default=0)
    return len(code) <= MAX_TEXT and len(lines) <= MAX_LINES and longest <= MAX_LINE


def _in_time(tokens: Iterable[_Token]) -> Iterator[_Token]:
    end = time.monotonic() + BUDGET
    for token in tokens:
        yield token
        if time.monotonic() > end:
            return


def _pieces_by_line(tokens: Iterable[_Token]) -> list[list[_Piece]]:
    """Tokens cut at line ends; neighbours of one class are joined."""
    lines: list[list[_Piece]] = [[]]
    for kind, value in tokens:
        css_class = _css_class(kind)
        for index, text in enumerate(value.split("\n")):
            if index:
                lines.append([])
            line = lines[-1]
            if line and line[-1][0] == css_class:
                line[-1] = (css_class, line[-1][1] + text)
            elif text:
                line.append((css_class, text))
    return lines


def _css_class(kind: _TokenType) -> str:
    while kind not in _CLASSES:
        kind = kind.parent or Token
    return _CLASSES[kind]


def _html(line: Iterable[_Piece]) -> Markup:
    return Markup().join(
        Markup('<span class="{}">{}</span>').format(css_class, text) if css_class else escape(text)
        for css_class, text in line
    )
