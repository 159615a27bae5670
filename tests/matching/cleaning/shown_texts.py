"""Texts that terminals, pages and people changed: name, pasted text, its lines that are not empty."""

TRACE = [
    "Traceback (most recent call last):",
    '  File "a.py", line 1, in <module>',
    "    f()",
    "ValueError: bad",
]
TEXT = "\n".join(TRACE)


def html(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


SHOWN = [
    ("backspaces", "ca\bat\n_\bbad", ["cat", "bad"]),
    ("a spinner", "|\b/\b-\bdone", ["done"]),
    ("escapes as source shows them", "\\x1b[31mbad\\x1b[0m \\u001b[1mx\\u001b[0m \\033[0m", ["bad x "]),
    ("escapes that lost their character", "[31mbad[0m and [1;32mgood[0m", ["bad and good"]),
    ("a range is no colour", "rate(x[5m]) and [15m", ["rate(x[5m]) and [15m"]),
    ("a range of a pattern", "bad range ^[[a-z] in ^[[A-Z]", ["bad range ^[[a-z] in ^[[A-Z]"]),
    ("carriage returns as cat -v shows them", "bad^M\nx^M", ["bad", "x"]),
    ("links as cat -v shows them", "^[]8;;http://a^Gbad^[]8;;^G", ["bad"]),
    ("buildkite", "\x1b_bk;t=1234567890\x07bad", ["bad"]),
    ("gitlab's sections", "section_start:123:x\r\x1b[0K\x1b[0Kbad", ["bad"]),
    ("travis", "travis_time:start:1a\r\x1b[0Kbad", ["bad"]),
    (
        "stairs",
        "first line\n          second one\n                    third",
        ["first line", "second one", "third"],
    ),
    (
        "a caret at the end",
        "    f(x)(y)\n           ^\nSyntaxError: bad",
        ["    f(x)(y)", "           ^", "SyntaxError: bad"],
    ),
    ("entities", html(TEXT), TRACE),
    ("entities by number", "ValueError: it&#39;s &#x27;x&#x27;", ["ValueError: it's 'x'"]),
    ("entities that are meant", "ValueError: <a> has &lt; in it", ["ValueError: <a> has &lt; in it"]),
    ("breaks", "<br>".join(TRACE[:1]) + "<br>" + "<br/>".join(html(line) for line in TRACE[1:]), TRACE),
    ("a block of HTML", f"<pre><code>{html(TEXT)}</code></pre>", TRACE),
    ("a summary", "<details>\n<summary>\n<code>ValueError: bad</code>\n</summary>", ["ValueError: bad"]),
    (
        "a message about tags",
        "Warning: <div> cannot appear in <p>.",
        ["Warning: <div> cannot appear in <p>."],
    ),
    ("a link of markdown", "[/srv/a.py](https://localhost/#) in f()", ["/srv/a.py in f()"]),
    ("a link around all", f"[{' '.join(TRACE)}](https://a/?q=x)", [line.strip() for line in TRACE]),
    ("a link of slack", "File <http://a.py|a.py> and <https://b/x|x>", ["File a.py and x"]),
    ("a link of jira", "see [the page|https://a/x] there", ["see the page there"]),
    ("a link of a mailer", "http.server<http://http.server> failed", ["http.server failed"]),
    ("back-ticks around a line", "`ValueError: bad thing`", ["ValueError: bad thing"]),
    ("back-ticks around lines", f"`{TEXT}`", TRACE),
    ("back-ticks within a line", "`f` failed and\n`g` too", ["`f` failed and", "`g` too"]),
    ("a box", "│ bad          │\n│   worse      │", ["bad", "  worse"]),
    ("a box open at the right", "╷\n│ Error: bad\n│ \n╵", ["╷", "Error: bad", "╵"]),
    ("notes of values", "    f(a)\n    │ └ 1\n    └ 2", ["f(a)", "└ 1", "└ 2"]),
    ("a tree", "x\n│   ├── a", ["x", "  ├── a"]),
    ("line numbers", "\n".join(f"{n:>6}\t{line}" for n, line in enumerate(TRACE, 1)), TRACE),
    ("line numbers and bars", "\n".join(f" {n} | {line}" for n, line in enumerate(TRACE, 9)), TRACE),
    ("line numbers of grep", "\n".join(f"{n}:{line}" for n, line in enumerate(TRACE, 1)), TRACE),
    (
        "numbered source is no margin",
        "bad\n  --> a:2\n1 | x\n2 | y\n",
        ["bad", "  --> a:2", "1 | x", "2 | y"],
    ),
    ("seconds", "> [3/4] RUN x\n1.046 a\n1.047   b\n2.3 c", ["[3/4] RUN x", "a", "  b", "c"]),
    ("names of tasks", "\n".join(f"[Unit tests] {line}" for line in TRACE), TRACE),
    ("names and tasks", "\n".join(f"web:build: {line}" for line in TRACE), TRACE),
    ("hosts", "\n".join(f"node-1: {line}" for line in TRACE), TRACE),
    ("labels of srun", "\n".join(f"0: {line}" for line in TRACE), TRACE),
    ("a class that repeats", "ValueError: bad\nValueError: worse", ["ValueError: bad", "ValueError: worse"]),
]
