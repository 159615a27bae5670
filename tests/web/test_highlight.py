import pytest
from pygments.lexers import get_lexer_by_name

from errorkb.web import highlight
from errorkb.web.fix import example_fix
from errorkb.web.highlight import code_lines

KEYWORD = '<span class="tk">{}</span>'.format

#: name, code, file path, language, the lines
HIGHLIGHTED = [
    ("keyword", "raise x", "a/b.py", None, [KEYWORD("raise") + " x"]),
    ("extension in capitals", "raise x", "A.PY", None, [KEYWORD("raise") + " x"]),
    ("file name", "# x", "ci/Dockerfile", None, ['<span class="tc"># x</span>']),
    ("language wins", "null", "a.py", "json", ['<span class="tn">null</span>']),
    ("unknown language", "raise x", "a.py", "Klingon", [KEYWORD("raise") + " x"]),
    ("unknown extension", "a < b", "a.unknown", None, ["a &lt; b"]),
    ("no path", "a & b", None, None, ["a &amp; b"]),
    ("php without its tag", "throw $x;", "a.php", None, [KEYWORD("throw") + " $x;"]),
    ("empty", "", "a.py", None, []),
    ("blank lines", "\n\nraise\n\n", "a.py", None, ["", "", KEYWORD("raise"), ""]),
    ("final newline adds none", "x\n", "a.py", None, ["x"]),
    ("crlf", "x\r\ny\r\n", "a.py", None, ["x", "y"]),
    ("form feed is a line end", "x\fy", "a.py", None, ["x", "y"]),
    ("byte order mark", "\ufeffraise", "a.py", None, ["\ufeffraise"]),
    (
        "docstring over lines",
        '"""a\n\nb"""',
        "a.py",
        None,
        ['<span class="ts">&#34;&#34;&#34;a</span>', "", '<span class="ts">b&#34;&#34;&#34;</span>'],
    ),
    ("markup in a comment", "# <b>", "a.py", None, ['<span class="tc"># &lt;b&gt;</span>']),
    ("markup alone", "<script>", "a.py", None, ["&lt;script&gt;"]),
]

#: name, code, before, after; lines of plain text
SPLIT = [
    ("hash", "# before\n\na\n\n\n# after\nb\n\n", ["a"], ["b"]),
    ("slashes and colon", "// Before:\na\n// After:\nb", ["a"], ["b"]),
    ("dashes", "-- before\na\n-- after\nb", ["a"], ["b"]),
    ("markup comment", "<!-- before -->\na\n<!-- after -->\nb", ["a"], ["b"]),
    ("block comment", "/* BEFORE */\na\n/* AFTER */\nb", ["a"], ["b"]),
    ("ruled off", "# --- before ---\na\n# === after ===\nb", ["a"], ["b"]),
    ("indented, blank lines ahead", "\n\n  # before\na\n  # after the fix\nb", ["a"], ["b"]),
    (
        "a note stays visible",
        "# before (YAML)\na: 1\n# after\nb: 1",
        ["# before (YAML)", "a: 1"],
        ["b: 1"],
    ),
    (
        "a reason stays visible",
        "// Before: throws\na\n// After - works\nb",
        ["// Before: throws", "a"],
        ["// After - works", "b"],
    ),
    (
        "two ways out",
        "# before\na\n# after\nb\n# after (or)\nc",
        ["a"],
        ["b", "# after (or)", "c"],
    ),
    ("two ways, unnamed", "# before\na\n# after\nb\n# after\nc", ["a"], ["b", "# after", "c"]),
    (
        "ordinary comments are none",
        "# before\n# before calling\na\n# after\n# after that\nb",
        ["# before calling", "a"],
        ["# after that", "b"],
    ),
]

WHOLE = [
    ("no comments", "a\nb"),
    ("only before", "# before\na"),
    ("only after", "# after\na"),
    ("after comes first", "# after\na\n# before\nb"),
    ("twice", "# before\na\n# after\nb\n# before\nc\n# after\nd"),
    ("code ahead", "import a\n# before\nb\n# after\nc"),
    ("nothing between", "# before\n# after\nb"),
    ("no comment", "before\na\nafter\nb"),
    ("a sentence", "# before the call\na\n# after the call\nb"),
]


def _plain(lines) -> list[str]:
    return [line.html.striptags() for line in lines]


@pytest.mark.parametrize(
    ("code", "path", "language", "lines"),
    [case[1:] for case in HIGHLIGHTED],
    ids=[case[0] for case in HIGHLIGHTED],
)
def test_highlight(code, path, language, lines):
    assert list(highlight.highlight(code, path, language)) == lines


@pytest.mark.parametrize("name", sorted(set(highlight.LANGUAGES.values())))
def test_each_language_has_a_lexer(name):
    assert get_lexer_by_name(name)


@pytest.mark.parametrize(
    "code",
    [
        "raise x\n" * (highlight.MAX_LINES + 1),
        "raise " + "x" * highlight.MAX_LINE,
        ("raise " + "x" * 300 + "\n") * (highlight.MAX_TEXT // 300 + 1),
    ],
    ids=["lines", "line", "text"],
)
def test_what_is_beyond_a_bound_is_plain(code):
    assert list(highlight.highlight(code, "a.py")) == code.splitlines()


def test_what_takes_too_long_is_plain(monkeypatch):
    monkeypatch.setattr(highlight, "BUDGET", -1)
    assert list(highlight.highlight("raise <x>", "a.py")) == ["raise &lt;x&gt;"]


def test_lines_are_numbered_and_one_is_thrown():
    lines = code_lines("a\nb\nc", file_path="a.py", first_line=9, thrown_line=10)
    assert [(line.number, line.thrown) for line in lines] == [(9, False), (10, True), (11, False)]


def test_lines_without_a_first_number():
    lines = code_lines("a\nb", file_path=None, thrown_line=1)
    assert [(line.number, line.thrown) for line in lines] == [(None, False), (None, False)]


@pytest.mark.parametrize(
    ("code", "before", "after"), [case[1:] for case in SPLIT], ids=[case[0] for case in SPLIT]
)
def test_example_fix_is_split(code, before, after):
    fix = example_fix(code, "a.txt")
    assert (_plain(fix.before), _plain(fix.after), fix.whole) == (before, after, ())


@pytest.mark.parametrize("code", [case[1] for case in WHOLE], ids=[case[0] for case in WHOLE])
def test_example_fix_stays_whole(code):
    fix = example_fix(code, "a.txt")
    assert (fix.before, fix.after, _plain(fix.whole)) == ((), (), code.splitlines())


@pytest.mark.parametrize("note", ["(YAML)", ": yaml", "(config.yml)", "(YAML file)"])
def test_a_note_names_the_language_of_both_parts(note):
    fix = example_fix(f"# before {note}\nkey: 1\n# after\nkey: 2", "a.py")
    assert [fix.before[1].html, fix.after[0].html] == [KEYWORD("key") + ": 1", KEYWORD("key") + ": 2"]


def test_a_note_after_counts_for_both_parts_too():
    fix = example_fix("# before\nkey: 1\n# after (YAML)\nkey: 2", "a.py")
    assert fix.before[0].html == KEYWORD("key") + ": 1"


def test_each_part_may_name_its_own_language():
    fix = example_fix("# before (YAML)\nkey: 1\n# after (JSON)\nnull", "a.py")
    assert fix.after[1].html == '<span class="tn">null</span>'


def test_a_note_that_names_no_language_leaves_it_to_the_path():
    fix = example_fix("# before (go make some tea)\nraise\n# after\npass", "a.py")
    assert fix.after[0].html == KEYWORD("pass")
