"""Ruby's places of errors: what a user sees, of the idioms that are in use."""

import pickle
import re
from pathlib import Path

import pytest

from ingest.readers.source_tree import ruby
from ingest.readers.source_tree.site import Guard, Site
from ingest.readers.source_tree.template import has_text, template_of

FIXTURES = Path(__file__).parent / "fixtures" / "ruby"


def sites(source: str) -> list[Site]:
    facts = pickle.loads(pickle.dumps(ruby.read(source)))  # noqa: S301 - what was pickled a moment ago
    return [site for _, site in ruby.link({"lib/a.rb": facts})]


def method(body: str) -> str:
    return f"class Shop\n NONE = 'nothing here'.freeze\n def f(a, b = 1, *rest, key: 2)\n{body}\n end\nend\n"


RAISED = [
    ('raise "no #{a}"', "RuntimeError", ["no {a}"]),
    ("raise('no')", "RuntimeError", ["no"]),
    ("fail IOError, 'it''s \\'a\\' \\n'", "IOError", ["its 'a' \\n"]),
    ('raise IOError, "a\\tb \\u00e9\\x41\\e \\"c\\""', "IOError", ['a\tb éA\x1b "c"']),
    ('raise A::B::Wrong, "no #{@a}"', "Wrong", ["no {a}"]),
    ('raise ::Wrong.new("no #{a.b(1)}")', "Wrong", ["no {a_b_1}"]),
    ('raise Wrong.new("x", 3), cause: e', "Wrong", ["x"]),
    ('raise Wrong.new(1), "no #{a}"', "Wrong", ["no {a}"]),
    ("raise Wrong.new(code: 1, message: 'no')", "Wrong", ["no"]),
    ('raise Wrong, "no", caller', "Wrong", ["no"]),
    ('Kernel.raise Wrong, "no"', "Wrong", ["no"]),
    ('raise kind, "no #{a}"', None, ["no {a}"]),
    ('raise kind.new("no #{a}")', None, ["no {a}"]),
    ("raise Wrong", "Wrong", [""]),
    ("raise", None, []),
    ("raise e", None, []),
    ("raise @error", None, []),
    ('e = Wrong.new("no")\nraise e', "Wrong", ["no"]),
    ("fail(NOT_A_CLASS, a, b)", None, []),
    ("raise Wrong, 'a' + b + \" c\"", "Wrong", ["a{b} c"]),
    ("raise Wrong, 'a' \\\n 'b'", "Wrong", ["ab"]),
    ("raise Wrong, %q(a (b)) + %(#{b} c)", "Wrong", ["a (b){b} c"]),
    ('raise Wrong, format("%s of %-5d %%", a, b)', "Wrong", ["{a} of {b} %"]),
    ('raise Wrong, "%s of %<x>d %{y}" % [a]', "Wrong", ["{a} of {x} {y}"]),
    ('raise Wrong, "%{x} of %{y}" % { x: a, "y" => "b" }', "Wrong", ["{a} of b"]),
    ('raise Wrong, "%2$s of %1$s" % [a, b]', "Wrong", ["{b} of {a}"]),
    ('raise Wrong, "100% of #{a}"', "Wrong", ["100% of {a}"]),
    ('raise Wrong, _("no %{x}") % { x: a }', "Wrong", ["no {a}"]),
    ("raise Wrong, n_('one', 'many', b)", "Wrong", ["one", "many"]),
    ('raise Wrong, a ? "x" : "y"', "Wrong", ["x", "y"]),
    ('raise Wrong, text || "nothing"', "Wrong", ["nothing"]),
    ('raise Wrong, ["a", b].join(" ")', "Wrong", ["a {b}"]),
    ("raise Wrong, NONE", "Wrong", ["nothing here"]),
    ('m = "no #{a}"\nraise Wrong, m', "Wrong", ["no {a}"]),
    ('m = "no"\nm << a\nraise Wrong, m', "Wrong", ["{m}"]),
    ('m = "x"\nm = "y" if a\nraise Wrong, m', "Wrong", ["{m}"]),
    ('m = if a then "x" else "y" end\nraise Wrong, m', "Wrong", ["x", "y"]),
    ("raise Wrong, <<~T\n   a #{a}\n     b\n T\n", "Wrong", ["a {a}\n  b\n"]),
    ("raise Wrong, <<-T.strip\n   a\n T\n", "Wrong", ["a"]),
    ("raise Wrong, <<~'T'.tr(\"\\n\", ' ').strip\n   a #{a}\n   b\n T\n", "Wrong", ["a #{{a}} b"]),
    ("raise Wrong, <<~S + <<~T\n   a\n S\n   b\n T\n", "Wrong", ["a\nb\n"]),
    ("raise Wrong, I18n.t('a.b')", "Wrong", ["{I18n_t}"]),
    ('raise Wrong, "no #{a}".yellow', "Wrong", ["no {a}"]),
    ('raise Wrong, _("no %{a}") % { a: b } + " " + _("at all")', "Wrong", ["no {b} at all"]),
    ('raise @error || Wrong.new("no")', "Wrong", ["no"]),
    ("# raise 'x'", None, []),
    ("x = \"raise 'x'\"", None, []),
    ("obj.raise 'x'", None, []),
    ("raise_error 'x'", None, []),
]


@pytest.mark.parametrize(("body", "error_class", "expected"), RAISED)
def test_raised(body, error_class, expected):
    found = [(site.error_class, template_of(site.message)) for site in sites(method(body))]
    assert found == [(error_class, template) for template in expected]


KINDS = [
    ('raise "x"', ("raises", "exception", "error", None, None)),
    ('raise Wrong.new("x", code: "E_X", status: 404)', ("raises", "exception", "error", "E_X", 404)),
    ('abort "x"', ("exits", "console", "critical", None, None)),
    ('$stderr.puts "x"\nexit 1', ("exits", "console", "critical", None, None)),
    ('$stderr.puts "x"\nexit 0', None),
    ('warn "x"', ("warns", "console", "warning", None, None)),
    ('Rails.logger.error("x")', ("logs", "console", "error", None, None)),
    ('catalog.error("x")', None),
    ('errors.add(:base, "x")', ("reports", "validation", "error", None, None)),
    ("errors.add(:name, :blank)", None),
    ('render json: { error: "x" }, status: :not_found', ("reports", "http", "error", None, 404)),
    ('render json: { message: "x" }, status: :ok', None),
    ('halt 403, "x"', ("raises", "http", "error", None, 403)),
    ('error!("x", 401)', ("raises", "http", "error", None, 401)),
]


@pytest.mark.parametrize(("body", "expected"), KINDS)
def test_kinds(body, expected):
    found = [
        (template_of(s.message), (s.manner, s.error_type, s.severity, s.error_code, s.http_status))
        for s in sites(method(body))
    ]
    assert found == ([("x", expected)] if expected else [])


def test_where_a_site_stands():
    source = """
module A
  class B::C < D
    # Does it. With care.
    def run(name, *rest, key: 1, &block)
      if name.empty?
        nil
      elsif key > 3
        rest.each do |x|
          case x
          when 1, 2 then
            begin
              go
            rescue IOError, OSError => e
              raise(ArgumentError,
                    "bad #{name}") unless x && block
            end
          end
        end
      end
    end
  end
end
"""
    (site,) = sites(source)
    assert (site.function, site.function_lines) == ("A::B::C#run", (5, 21))
    assert site.parameters == ("name", "rest", "key", "block")
    assert site.documentation == ("Does it.",)
    assert (site.line, site.first_line, site.last_line) == (15, 15, 16)
    assert site.guards == (
        Guard(kind="condition", text="name.empty?", holds=False),
        Guard(kind="condition", text="key > 3"),
        Guard(kind="case", text="x", pattern="1, 2"),
        Guard(kind="catch", text="IOError, OSError"),
        Guard(kind="condition", text="x && block", holds=False),
    )


@pytest.mark.parametrize(
    ("body", "guard"),
    [
        ('raise "x" if a', Guard(kind="condition", text="a")),
        ('raise "x" unless a', Guard(kind="condition", text="a", holds=False)),
        ('a or raise "x"', Guard(kind="condition", text="a", holds=False)),
        ('a && raise("x")', Guard(kind="condition", text="a")),
        ('unless a\n 1\nelse\n raise "x"\nend', Guard(kind="condition", text="a")),
        ('a ? 1 : raise("x")', Guard(kind="condition", text="a", holds=False)),
        ('case\nwhen a > 1 then raise "x"\nend', Guard(kind="condition", text="a > 1")),
        ('case a\nwhen 1 then 2\nelse raise "x"\nend', Guard(kind="case", text="a", pattern="")),
        ('case a\nin [1, y] if y then raise "x"\nend', Guard(kind="case", text="a", pattern="[1, y] if y")),
        ('begin; go; rescue; raise "x"; end', Guard(kind="catch", text="")),
    ],
)
def test_guards(body, guard):
    (site,) = sites(method(body))
    assert site.guards == (guard,)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("def self.f\n raise 'x'\nend", "A.f"),
        ("class << self\n def f\n  raise 'x'\n end\nend", "A.f"),
        ("def f = raise('x')", "A#f"),
        ("raise 'x'", None),
    ],
)
def test_functions_are_called_as_traces_call_them(source, name):
    assert [site.function for site in sites(f"module A\n{source}\nend")] == [name]


def tree() -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(FIXTURES.glob("*.rb"))}


def of_tree() -> list[tuple[str, Site]]:
    return list(ruby.link({path: ruby.read(source) for path, source in tree().items()}))


@pytest.mark.parametrize(
    ("error_class", "template"),
    [
        ("TooHeavy", "cannot send {letter_id}: {letter_weight} g are too many"),
        ("TooHeavy", "cannot send {letter_id}: nobody is there"),
        ("NoStamp", "a stamp of {letter_price} is missing"),
        ("AddressError", "the address is not whole"),
        ("AddressError", "{letter_street} is not in {letter_town}"),
        ("Lost", "the letter is lost"),
        ("Lost", "letter {letter_id} fell\n  behind the {scale}"),
        ("RuntimeError", "the office is closed"),
        ("RuntimeError", "scale {scale} is broken"),
        ("NotImplementedError", "{class} does not know its hours"),
    ],
)
def test_classes_of_other_files_say_what_they_make(error_class, template):
    assert (error_class, template) in {(s.error_class, template_of(s.message)) for _, s in of_tree()}


def test_a_class_says_one_thing_of_what_it_is_given():
    found = [(site.line, template_of(site.message)) for path, site in of_tree() if path == "office.rb"]
    lines = [line for line, _ in found]
    assert sorted(set(lines)) == lines


def test_the_class_is_the_one_that_the_scope_means():
    source = """
class Wrong < StandardError
  def initialize(a) = super("outer #{a}")
end
module A
  class Wrong < StandardError
    def initialize(a) = super("inner #{a}")
  end
  class B
    def f = raise(Wrong, "x")
    def g = raise(::Wrong, "x")
  end
end
"""
    assert [template_of(site.message) for site in sites(source)] == ["inner x", "outer x"]


#: Places of the tree without a text that the code states.
UNRESOLVED = {"raise ArgumentError, text", "raise NotImplementedError", "raise"}
PLACE = re.compile(r"\b(?:raise|fail|abort|warn)\b(?!\?).*")


def test_every_place_of_a_tree_is_told():
    told = [(path, site) for path, site in of_tree() if has_text(template_of(site.message))]
    missed = set()
    for path, source in tree().items():
        for number, text in enumerate(source.split("\n"), 1):
            place = None if text.lstrip().startswith("#") else PLACE.search(text)
            if place and not any(p == path and s.first_line <= number <= s.last_line for p, s in told):
                missed.add(place[0])
    assert missed == UNRESOLVED


DEEP = 2000
HOSTILE = {
    "open ifs": "def f\n" + 'if x\n raise "a"\n' * DEEP,
    "interpolations": 'raise "' + '#{"' * DEEP + "x" + '"}' * DEEP + '"',
    "holes": 'raise "' + "#{a}" * DEEP + '"',
    "sum": 'raise "a"' + ' + "b"' * DEEP,
    "ternaries": "raise " + 'a ? "x" : ' * DEEP + '"y"',
    "raises": "raise " * DEEP,
    "heredocs": "raise <<~A\n x\nA\n" * DEEP,
    "classes": "class A < B\n" * DEEP,
    "circle": "class A < B\nend\nclass B < A\nend\nraise A",
    "no source": '\0\ud800 end raise "#{ <<~X %q(',
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_hostile_source_is_read(source):
    assert isinstance(sites(source), list)


def test_a_source_cut_anywhere_is_read():
    whole = "\n".join(tree().values())
    for end in range(0, len(whole), 97):
        sites(whole[:end])
        sites(whole[end:])


#: Known misses, and what happens now.
MISSES = [
    # A method of the project that makes an error is not looked into.
    ("raise failure(a)", ["{failure_a}"]),
    # Interpolated branches would multiply the messages.
    ('raise "no #{a ? "x" : "y"}"', ["no {a}"]),
    # Methods that libraries add to texts.
    ('raise Wrong, "no".humanize', ["{humanize}"]),
]


@pytest.mark.parametrize(("body", "expected"), MISSES)
def test_known_misses(body, expected):
    assert [template_of(site.message) for site in sites(method(body))] == expected
