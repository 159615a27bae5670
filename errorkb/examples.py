"""Examples of each command, as its ``--help`` shows them; a test runs every one."""

#: A line for a shell, and what it does.
EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "match": (
        ("python app.py 2>&1 | errorkb match", "explain what a program printed"),
        ("errorkb match error.log", "explain a file"),
        ("errorkb match --format github ci.log", "annotate a change from a CI job's log"),
        ("errorkb match --format markdown --limit 3 error.log > comment.md", "write a comment"),
    ),
    "search": (
        ("errorkb search widget shelf", "words, in any order"),
        ("""errorkb search '"named gear" -shelf' --limit 3""", "a phrase, without a word"),
        ("errorkb search --repo acme/widgets widget --json", "for programs"),
    ),
    "show": (
        ("errorkb show {id}", "read an entry"),
        ("errorkb show {id} --json", "its record, as it came in"),
    ),
    "explain": (
        ("errorkb explain ENOENT", "a code"),
        ("errorkb explain WidgetError", "a class"),
        ("errorkb explain --limit 1 --format markdown WidgetError", "for a chat or an issue"),
    ),
    "run": (
        ("errorkb run -- python app.py", "run it; when it fails, explain why"),
        ("errorkb run -- make test", "any other command"),
    ),
    "lint": (
        ("errorkb lint dump.jsonl", "check a dump before it is shared"),
        ("errorkb lint --format github dump.jsonl", "in a CI job"),
    ),
    "doctor": (
        ("errorkb doctor", "what is where, and what is wrong"),
        ("errorkb doctor --json", "for monitoring"),
    ),
    "completion": (
        ("errorkb completion bash > errorkb.bash", "then: source errorkb.bash"),
        ("errorkb completion zsh > _errorkb", "in a folder of $fpath"),
        ("errorkb completion fish > errorkb.fish", "in ~/.config/fish/completions"),
    ),
}


def epilog(command: str) -> str:
    """The examples as the end of a command's help; empty where it has none."""
    lines = [
        f"  {line.format(id='72ab507dca416e5f')}\n      {purpose}"
        for line, purpose in EXAMPLES.get(command, ())
    ]
    return "\n".join(["examples:", *lines]) if lines else ""
