"""Go's places of errors: what a user sees, of the idioms that are in use."""

import pickle
import re
from pathlib import Path

import pytest

from ingest.readers.source_tree import go
from ingest.readers.source_tree.site import Guard, Site
from ingest.readers.source_tree.template import has_text, template_of

FIXTURES = Path(__file__).parent / "fixtures" / "go"
HEAD = """package shop
import ("errors"; "fmt"; "log"; "net/http"; "os"; "google.golang.org/grpc/codes";
"google.golang.org/grpc/status"; "log/slog"; wrap "github.com/pkg/errors"; "github.com/sirupsen/logrus")
"""


def sites(source: str) -> list[Site]:
    facts = pickle.loads(pickle.dumps(go.read(source)))  # noqa: S301 - what was pickled a moment ago
    return [site for _, site in go.link({"shop/a.go": facts})]


def function(body: str) -> str:
    return f"{HEAD}func F(a, b string, n int, err error, args ...any) (int, error) {{\n{body}\n}}"


TEMPLATES = [
    ("errors.New", 'return 0, errors.New("no money")', ["no money"]),
    ("escapes", r'return 0, errors.New("a\tb \"c\" \u00e9\x41\101")', ['a\tb "c" éAA']),
    ("raw", "return 0, errors.New(`raw \\n`)", ["raw \\n"]),
    ("sum", 'return 0, errors.New("no " + a + " here")', ["no {a} here"]),
    ("Errorf", 'return 0, fmt.Errorf("%s of %5.2f: %w", a, n, err)', ["{a} of {n}: {err}"]),
    ("type", 'return 0, fmt.Errorf("%T: %v", a, a)', ["{type_of_a}: {a}"]),
    ("percent", 'return 0, fmt.Errorf("100%% of %d", n)', ["100% of {n}"]),
    ("indexes", 'return 0, fmt.Errorf("%[2]s then %[1]s", a, b)', ["{b} then {a}"]),
    ("star width", 'return 0, fmt.Errorf("%*d of %s", n, n, a)', ["{n} of {a}"]),
    ("spread", 'return 0, fmt.Errorf("%s at %s", args...)', ["{args_0} at {args_1}"]),
    ("missing argument", 'return 0, fmt.Errorf("%s at %s", a)', ["{a} at {missing}"]),
    ("literal argument", 'return 0, fmt.Errorf("%s, %q, %d", "x", "y", 3)', ['x, "y", 3']),
    ("format of a sum", 'return 0, fmt.Errorf("a "+\n\t"%s"+" c", b)', ["a {b} c"]),
    ("nested", 'return 0, errors.New(fmt.Sprintf("n is %d", n))', ["n is {n}"]),
    ("wrapped text", 'return 0, fmt.Errorf("a: %w", errors.New("b"))', ["a: b"]),
    ("Wrap", 'return 0, wrap.Wrap(err, "reading")', ["reading: {err}"]),
    ("Wrapf", 'return 0, wrap.Wrapf(err, "reading %s", a)', ["reading {a}: {err}"]),
    ("local", 'msg := "no " + a\nreturn 0, errors.New(msg)', ["no {a}"]),
    ("last value", 'm := "x"\nm = "y"\nreturn 0, errors.New(m)', ["y"]),
    ("uncertain value", 'm := "x"\nif n > 1 {\n m = "y"\n}\nreturn 0, errors.New(m)', ["{m}"]),
    ("appended", 'm := "x"\nm += "y"\nreturn 0, errors.New(m)', ["{m}"]),
    ("parameter", "return 0, errors.New(a)", ["{a}"]),
    ("panic", 'panic("cannot be")', ["cannot be"]),
    ("panic of Errorf", 'panic(fmt.Errorf("x %d", n))', ["x {n}"]),
    ("panic again", "if r := recover(); r != nil {\n panic(r)\n}", []),
    ("handed on", "return 0, err", []),
    ("Fatal", 'log.Fatal("no port ", n)', ["no port {n}"]),
    ("Fatalln", 'log.Fatalln("no port", n, a)', ["no port {n} {a}"]),
    ("several operands", "log.Fatal(n, err)", ["{n_err}"]),
    ("structured", 'slog.Error("no port", "port", n)', ["no port"]),
    ("chained log", 'logrus.WithError(err).Errorf("no %s", a)', ["no {a}"]),
    ("not a log", 'catalog.Error("not here")', []),
    ("test", 't.Fatal("not equal")', []),
    ("exit", 'fmt.Fprintf(os.Stderr, "bad %s\\n", a)\nos.Exit(1)', ["bad {a}\n"]),
    ("told and gone on", 'fmt.Fprintln(os.Stderr, "reading")\nos.Open(a)', []),
    ("comment", '// panic("not code")', []),
    ("text", 'x := "panic(1) errors.New(2)"\n_ = x', []),
    ("status", 'return 0, status.Errorf(codes.NotFound, "no %s", a)', ["no {a}"]),
    ("status that is none", 'return 0, status.New(codes.OK, "fine").Err()', []),
]


@pytest.mark.parametrize(("idiom", "body", "expected"), TEMPLATES)
def test_templates(idiom, body, expected):
    assert [template_of(site.message) for site in sites(function(body))] == expected


KINDS = [
    ('return 0, errors.New("x")', ("returns", "exception", "error", None, None)),
    ('panic("x")', ("panics", "panic", "critical", None, None)),
    ('log.Fatal("x")', ("exits", "console", "critical", None, None)),
    ('log.Panicf("x")', ("panics", "panic", "critical", None, None)),
    ('slog.Error("x")', ("logs", "console", "error", None, None)),
    ('return 0, status.Error(codes.NotFound, "x")', ("returns", "exception", "error", "NotFound", None)),
    ('http.Error(w, "x", http.StatusTeapot)', ("reports", "http", "error", None, 418)),
    ('http.Error(w, "x", http.StatusUnheardOf)', None),
    ('http.Error(w, "x", http.StatusNotFound)', ("reports", "http", "error", None, 404)),
    ('http.Error(w, "x", 503)', ("reports", "http", "error", None, 503)),
    ('c.JSON(http.StatusBadRequest, gin.H{"error": "x"})', ("reports", "http", "error", None, 400)),
    ('c.JSON(http.StatusOK, gin.H{"message": "x"})', None),
    ('return 0, echo.NewHTTPError(http.StatusConflict, "x")', ("reports", "http", "error", None, 409)),
]


@pytest.mark.parametrize(("body", "expected"), KINDS)
def test_kinds(body, expected):
    found = [
        (site.manner, site.error_type, site.severity, site.error_code, site.http_status)
        for site in sites(function(body))
        if template_of(site.message) == "x"
    ]
    assert found == ([expected] if expected else [])


TYPES = """
// Busy tells that a thing is in use. It may be free later.
type Busy struct { Name string; By int }
func (b *Busy) Error() string { return fmt.Sprintf("%s is used by %d", b.Name, b.By) }
type Full struct { What, Of string }
func (f Full) Error() string { return fmt.Sprintf("%q is full of %s", f.What, f.Of) }
type Kind string
func (k Kind) Error() string { return "kind: " + string(k) }
type Two struct { full bool }
func (t Two) Error() string { if t.full { return "full" }; return "empty" }
const ErrKind = Kind("odd")
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('return 0, &Busy{Name: "door", By: n}', [("door is used by {n}", "Busy")]),
        ('return 0, Full{"a b", "c"}', [('"a b" is full of c', "Full")]),
        ('return 0, &Busy{"door", 3}', [("door is used by 3", "Busy")]),
        ("return 0, &Busy{By: 3}", [("{b_Name} is used by 3", "Busy")]),
        ('panic(&Busy{Name: a, By: 1})', [("{a} is used by 1", "Busy")]),
        ('return 0, Kind("new")', [("kind: new", "Kind")]),
        ("return 0, Two{}", [("full", "Two"), ("empty", "Two")]),
        ("return 0, ErrKind", []),
        ('return 0, Unknown{Name: "x"}', []),
        ('return 0, newErr(errors.New("inner"))', [("inner", None)]),
    ],
)  # fmt: skip
def test_own_error_types(body, expected):
    found = [
        (template_of(site.message), site.error_class)
        for site in sites(function(body) + TYPES)
        if template_of(site.message) != "kind: odd"
    ]
    assert found == expected


def test_a_constant_of_an_error_type_is_a_site():
    (site,) = sites(HEAD + TYPES)
    assert (template_of(site.message), site.error_class, site.function) == ("kind: odd", "Kind", None)


def test_where_a_site_stands():
    source = (
        HEAD
        + """
// Do does it. With care.
func (c *Client[T]) Do(name string, items []int) error {
	if err := c.open(name); err != nil && name != "" {
		return nil
	} else if len(items) > 3 {
		switch v := c.kind.(type) {
		case *A, *B:
			return fmt.Errorf(
				"too many: %d",
				len(items),
			)
		}
	}
	return nil
}
"""
    )
    (site,) = sites(source)
    assert site.function == "Client.Do"
    assert site.parameters == ("name", "items")
    assert site.documentation == ("Do does it.",)
    first = source[: source.index("return fmt")].count("\n") + 1
    assert (site.line, site.first_line, site.last_line) == (first, first, first + 3)
    assert site.function_lines == (first - 6, first + 7)
    assert site.guards == (
        Guard(kind="condition", text='c.open(name) != nil && name != ""', holds=False),
        Guard(kind="condition", text="len(items) > 3"),
        Guard(kind="case", text="c.kind.(type)", pattern="*A, *B"),
    )


def test_cases_without_a_value_are_conditions():
    (site,) = sites(function('switch {\ncase n > 3:\n panic("x")\n}'))
    assert site.guards == (Guard(kind="condition", text="n > 3"),)


def test_the_default_case_meets_no_pattern():
    (site,) = sites(function('switch n {\ncase 1:\ndefault:\n panic("x")\n}'))
    assert site.guards == (Guard(kind="case", text="n", pattern=""),)


def tree() -> dict[str, str]:
    return {str(path.relative_to(FIXTURES)): path.read_text() for path in sorted(FIXTURES.rglob("*.go"))}


def of_tree() -> list[tuple[str, Site]]:
    return list(go.link({path: go.read(source) for path, source in tree().items()}))


@pytest.mark.parametrize(
    ("path", "error_class", "template"),
    [
        ("store/errors.go", None, "store: already closed"),
        ("store/errors.go", None, "the store is read-only"),
        ("store/store.go", None, "name is longer than 128 bytes"),
        ("store/store.go", "LockError", "document {name} is locked by {owner}"),
        ("store/store.go", "versionError", "document has version {version}, not 2"),
        ("store/store.go", "NameError", "bad name: a dot is a folder"),
        ("store/store.go", None, "cannot write {name}: {err}"),
        ("api/handler.go", "LockError", "document {path} is locked by nobody"),
    ],
)
def test_what_is_declared_elsewhere_is_found(path, error_class, template):
    found = {(where, site.error_class, template_of(site.message)) for where, site in of_tree()}
    assert (path, error_class, template) in found


#: Places of the tree whose text is known at run time only.
UNRESOLVED = {"errors.New(text)", "http.Error(w, err.Error(), http.StatusInternalServerError)"}
PLACE = re.compile(
    r"(?:errors\.New|fmt\.Errorf|pkgerrors\.Wrap|status\.Errorf?|http\.Error|\bpanic|log\.Fatalf)\(.*\)"
)


def test_every_place_of_a_tree_is_told():
    told = [(path, site) for path, site in of_tree() if has_text(template_of(site.message))]
    missed = set()
    for path, source in tree().items():
        for number, text in enumerate(source.split("\n"), 1):
            place = PLACE.search(text)
            if place is None or place[0] == "panic(r)":
                continue
            if not any(where == path and site.first_line <= number <= site.last_line for where, site in told):
                missed.add(place[0])
    assert missed == UNRESOLVED


DEEP = 2000
HOSTILE = {
    "open ifs": "package a\nfunc f() {\n" + 'if x {\npanic("a")\n' * DEEP,
    "brackets": "package a\nfunc f() { panic(" + "(" * DEEP + '"x"' + ")" * DEEP + ") }",
    "sum": 'package a\nfunc f() { panic("a"' + ' + "b"' * DEEP + ") }",
    "calls": 'package a\nimport "errors"\nvar e = ' + "errors.New(" * DEEP + '"x"' + ")" * DEEP,
    "literals": "package a\nfunc f() error { return " + "&Err{" * DEEP,
    "verbs": 'package a\nimport "fmt"\nvar e = fmt.Errorf("' + "%s" * DEEP + '")',
    "words": "return " * DEEP + "rr" * DEEP + ". " * DEEP,
    "no source": "\0\ud800 {{{ `\" panic(",
}  # fmt: skip


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_hostile_source_is_read(source):
    assert isinstance(sites(source), list)


def test_a_source_cut_anywhere_is_read():
    body = 'if n > 1 {\n return 0, &Busy{Name: "x"}\n}\nreturn 0, fmt.Errorf("a %v: %w", n, err)'
    whole = function(body) + TYPES
    for end in range(0, len(whole), 13):
        sites(whole[:end])
        sites(whole[end:])


#: Known misses, and what happens now.
MISSES = [
    # Functions of the project that make errors are not looked into: only what they are given is known there.
    ('return 0, failf("no %s", a)', []),
    # A builder of texts.
    ('var s strings.Builder\ns.WriteString("x")\nreturn 0, errors.New(s.String())', ["{s_String}"]),
    # Quotes that `%q` sets around what is known at run time belong to the hole.
    ('return 0, fmt.Errorf("no %q", a)', ["no {a}"]),
]


@pytest.mark.parametrize(("body", "expected"), MISSES)
def test_known_misses(body, expected):
    assert [template_of(site.message) for site in sites(function(body))] == expected
