"""Examples of each command, as its ``--help`` shows them; a test runs every one."""

#: What stands for an entry's id, a server and a batch's number.
SHOWN = {"id": "72ab507dca416e5f", "server": "http://127.0.0.1:8000/", "batch": "7"}
#: A line for a shell, and what it does.
EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "up": (
        ("errorkb up", "serve this machine at port 8000, until Ctrl-C"),
        ("errorkb up --port 8080 --workers 4", "at another port, with more processes"),
        ("errorkb up --no-worker", "without reading the installed packages, or what is left to workers"),
    ),
    "ingest": (
        ("errorkb ingest dump.jsonl", "read a dump; the same one again changes nothing"),
        ("errorkb ingest --complete dump.jsonl", "retire what its repositories no longer have"),
        ("errorkb ingest --repo acme/shop project", "every error that a project's source raises"),
        ("errorkb ingest --queue dump.jsonl", "leave the work to the worker of errorkb up"),
    ),
    "scan": (
        ("errorkb scan project -o errors.jsonl", "write a dump of what a project's source raises"),
        ("errorkb scan project --repo acme/shop --quiet > errors.jsonl", "and say whose source it is"),
    ),
    "batches": (
        ("errorkb batches", "what was ingested, the latest first"),
        ("errorkb batches {batch} --follow", "wait until one has ended"),
        ("errorkb batches {batch} --problems > refused.jsonl", "everything that one refused"),
    ),
    "token": (
        ("errorkb token --create ci", "a token that may send dumps; it is printed this once"),
        ("errorkb token --create dashboard --scope read", "one that has a higher rate limit, and no more"),
        ("errorkb token", "who has one, and when it was used last"),
        ("errorkb token --revoke ci", "put one out of force"),
    ),
    "export": (
        ("errorkb export dataset", "the whole base, as a dataset to share"),
        ("errorkb export shop --repo acme/widgets", "one repository"),
        ("errorkb export changes --since 2026-08-15T22:17:37Z", "what changed since a time"),
    ),
    "pull": (
        ("errorkb pull {server}", "fetch a server's dataset, or what changed of it"),
        ("errorkb pull {server} pack", "into a folder of your choice"),
    ),
    "match": (
        ("python app.py 2>&1 | errorkb match", "explain what a program printed"),
        ("errorkb match error.log", "explain a file"),
        ("errorkb match --format github ci.log", "annotate a change from a CI job's log"),
        ("errorkb match --format markdown --limit 3 error.log > comment.md", "write a comment"),
        ("errorkb match --offline error.log", "ask the pack that errorkb pull fetched"),
    ),
    "search": (
        ("errorkb search widget shelf", "words, in any order"),
        ("""errorkb search '"file or directory" -permission' --limit 3""", "a phrase, without a word"),
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
    lines = [f"  {line.format(**SHOWN)}\n      {purpose}" for line, purpose in EXAMPLES.get(command, ())]
    return "\n".join(["examples:", *lines]) if lines else ""
