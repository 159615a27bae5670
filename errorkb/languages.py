"""Which language a source file is written in, by its name."""

_ENDINGS: dict[str, tuple[str, ...]] = {
    "c": ("c", "h"),
    "c++": ("cc", "cpp", "cxx", "hh", "hpp", "hxx", "cu", "cuh"),
    "c#": ("cs",),
    "clojure": ("clj", "cljs", "cljc"),
    "dart": ("dart",),
    "elixir": ("ex", "exs"),
    "erlang": ("erl", "hrl"),
    "f#": ("fs", "fsx"),
    "go": ("go",),
    "groovy": ("groovy", "gradle"),
    "haskell": ("hs",),
    "java": ("java",),
    "javascript": ("js", "mjs", "cjs", "jsx"),
    "julia": ("jl",),
    "kotlin": ("kt", "kts"),
    "lua": ("lua",),
    "objective-c": ("m", "mm"),
    "ocaml": ("ml", "mli"),
    "perl": ("pl", "pm"),
    "php": ("php",),
    "python": ("py", "pyi", "pyx", "pxd"),
    "r": ("r",),
    "ruby": ("rb", "rake", "erb"),
    "rust": ("rs",),
    "scala": ("scala",),
    "shell": ("sh", "bash", "zsh"),
    "sql": ("sql",),
    "svelte": ("svelte",),
    "swift": ("swift",),
    "typescript": ("ts", "mts", "cts", "tsx"),
    "visual basic": ("vb",),
    "vue": ("vue",),
    "zig": ("zig",),
}
_LANGUAGES = {ending: language for language, endings in _ENDINGS.items() for ending in endings}


def language_of(path: str) -> str | None:
    """The language of a file, in lower case; None where its name does not tell."""
    return _LANGUAGES.get(path.rpartition(".")[2].lower()) if "." in path.rpartition("/")[2] else None
