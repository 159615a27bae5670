"""Texts that became strings, were flattened or broken: name, pasted text, its lines that are not empty."""

from tests.matching.cleaning.shown_texts import TEXT, TRACE

_DURING = "During handling of the above exception, another exception occurred:"
_FLAT = [line.strip() for line in TRACE]


def escaped(text):
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


STRINGS = [
    (
        "json of docker",
        "\n".join(f'{{"log":"{escaped(line)}\\n","stream":"stderr","time":"2026"}}' for line in TRACE),
        TRACE,
    ),
    (
        "a record",
        f'{{"level":"error","ts":1,"msg":"failed","exc_info":"{escaped(TEXT)}"}}',
        ["failed", *TRACE],
    ),
    (
        "a record of logfmt",
        'time="2026-11-30" level=error msg="it \\"failed\\"" error="bad thing"',
        ['it "failed"', "bad thing"],
    ),
    ("a record within a prefix", '2026-11-30T10:00:00Z {"level":50,"msg":"failed"}', ["failed"]),
    ("json that is no record", '{"a": 1, "message": "fine"}', ['{"a": 1, "message": "fine"}']),
    ("json's message", '  "message":"no \\"pods\\" here",', ['  "message":"', 'no "pods" here', '",']),
    (
        "json broken over lines",
        '{\n "exception": "' + TEXT.replace('"', '\\"') + '",\n "a": 1}',
        ["{", ' "exception": "', *TRACE, ' "a": 1}'],
    ),
    ("json in a line", f'failed: {{"trace": "{escaped(TEXT)}"}}', ['failed: {"trace": "', *TRACE]),
    ("escaped twice", f'"{escaped(escaped(TEXT))}"', TRACE),
    ("repr", repr(TEXT), TRACE),
    ("repr of bytes", f"stderr: {TEXT.encode()!r}", ["stderr: b'", *TRACE]),
    ("repr in source stays", 'print("a\\nb")', ['print("a\\nb")']),
    ("flattened", " ".join(line.strip() for line in TRACE), [line.strip() for line in TRACE]),
    (
        "a flattened chain",
        " ".join((*_FLAT, _DURING, *_FLAT)),
        [*_FLAT, _DURING, *_FLAT],
    ),
    (
        "a broken path",
        '  File "/srv/very/long/pa\nth.py", line 3, in f\n    g()',
        ['  File "/srv/very/long/path.py", line 3, in f', "    g()"],
    ),
    (
        "a broken place",
        '  File "/srv/a.py", line\n3, in f\n    g()',
        ['  File "/srv/a.py", line 3, in f', "    g()"],
    ),
    (
        "a broken number",
        '  File "/srv/a.py", line 1\n2, in f\n    g()',
        ['  File "/srv/a.py", line 12, in f', "    g()"],
    ),
    (
        "a broken function",
        '  File "/srv/a.py", line 12,\nin f\n    g()',
        ['  File "/srv/a.py", line 12, in f', "    g()"],
    ),
    (
        "a broken header",
        "Traceback (most recent call\nlast):\n    g()",
        ["Traceback (most recent call last):", "    g()"],
    ),
    (
        "a broken class",
        "failed: System.Aggrega\nteException: bad",
        ["failed: System.AggregateException: bad"],
    ),
    (
        "a whole frame stays",
        '  File "/srv/a.py", line 12\n    x = = 1',
        ['  File "/srv/a.py", line 12', "    x = = 1"],
    ),
    (
        "curly quotes",
        "  File \u201ca.py\u201d, line 3, in f\nValueError: \u2018x\u2019",
        ['  File "a.py", line 3, in f', "ValueError: \u2018x\u2019"],
    ),
    (
        "bullets",
        "\n".join(f"- {line.strip()}" if n != 2 else line for n, line in enumerate(TRACE)),
        [TRACE[0], TRACE[1].strip(), TRACE[2], TRACE[3]],
    ),
    ("a heading", "## ValueError: bad", ["ValueError: bad"]),
    (
        "numbers of a stack stay",
        "1. /srv/a.php(84): f()\n2. /srv/b.php(1): g()\n3. {main}",
        ["1. /srv/a.php(84): f()", "2. /srv/b.php(1): g()", "3. {main}"],
    ),
    (
        "quoted-printable",
        TEXT.replace("=", "=3D").replace('"a.py"', '"a=\n.py"').replace("bad", "b=C3=A4d"),
        [*TRACE[:3], "ValueError: b\u00e4d"],
    ),
    ("equals signs", "x =\ny = 3D", ["x =", "y = 3D"]),
]
