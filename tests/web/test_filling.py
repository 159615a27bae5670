"""Values of a paste in the texts of an entry: what is filled in, and what must stay."""

import re
from functools import partial

import pytest
from markupsafe import Markup

from errorkb.web.filling import (
    MAX_HOLES,
    MAX_TEXT,
    MAX_VALUES,
    fill_fix,
    filling_of,
    plain_message,
)
from errorkb.web.fix import example_fix
from errorkb.web.jinja import inline, placeholders, prose
from tests.web.rendering import Document

VALUES = filling_of({"device_map": "auto", "name": "gear", "shell": "a; rm -rf x", "len_x": "7", "arg2": "9"})


def words(html):
    """The text with [values]."""
    return Document(re.sub(r"<mark [^>]*>(.*?)</mark>", r"[\1]", html)).text


def code(text, path="a.py"):
    fix = fill_fix(text, VALUES, partial(example_fix, file_path=path))
    return "\n".join(words(str(line.html)) for line in (*fix.before, *fix.after, *fix.whole))


@pytest.mark.parametrize(
    ("template", "shown"),
    [
        ("No widget {name}", "No widget [gear]"),
        ("No widget ${name} or #{name}", "No widget [gear] or [gear]"),
        ("%(name)s", "[gear]"),
        ("{len(x)!r:>4} of %s", "[7] of [9]"),
        ("{other} {name}", "{other} [gear]"),
        ("{{name}} {name}", "{name} [gear]"),  # doubled braces were single in what was pasted
        ("<b>{name}</b>", "<b>[gear]</b>"),
    ],
)
def test_a_message_is_filled_as_it_was_pasted(template, shown):
    html = placeholders(template, VALUES)
    assert words(html) == shown
    assert plain_message(template, VALUES) == shown.replace("[", "").replace("]", "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Pass {device_map} as <device-map> or <DEVICE_MAP>.", "Pass [auto] as [auto] or [auto]."),
        ("Set ${name}, #{name}, %(name)s, {name!r}.", "Set [gear], [gear], [gear], [gear]."),
        ("Pass `device_map='{device_map}'`.", "Pass device_map='[auto]'."),
        ("Run `python test/<name>.py`.", "Run python test/[gear].py."),
        ("The name is {name}.", "The name is [gear]."),
        ("{other} {NAME} {{name}} { name } $name", "{other} {NAME} {{name}} { name } $name"),
        ("In words {shell}, but not to be run: `sh -c {shell}`",
         "In words [a; rm -rf x], but not to be run: sh -c {shell}"),
        ("`print(f'no {name}')`", "print(f'no {name}')"),
    ],
)  # fmt: skip
def test_prose_is_filled(text, shown):
    assert words(inline(text, VALUES)) == shown
    assert words(prose(text, VALUES)) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("load(p, device_map='{device_map}')", "load(p, device_map='[auto]')"),
        ('{"device_map": "{device_map}"}', '{"device_map": "[auto]"}'),
        ("pip install <name>", "pip install [gear]"),
        ("# before\nopen('{name}')\n# after\nopen('{name}', 'w')", "open('[gear]')\nopen('[gear]', 'w')"),
    ],
)
def test_code_is_filled(text, shown):
    assert code(text) == shown


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", 'def greet(name):\n    return "hello {name}".format(name=name)'),
        ("a.py", "raise WidgetError(f'no {name}')"),
        ("a.py", "log(rf\"a 'b' {name}\")"),
        ("a.py", 'say(f"""\nno {name}\n""")'),
        ("a.rs", 'panic!("no {name}")'),
        ("a.py", "'{name}'.format(**values, name='x')"),
        ("a.py", "'%(name)s' % {'name': name}"),
        ("a.cs", 'throw new Widget($"no {name}");'),
        ("a.js", "const name = pick();\nthrow new Error(`no ${name}`);"),
        ("a.js", "throw new Error(`no ${name}`);"),
        ("a.rb", 'raise "no #{name}"'),
        ("a.ts", "const shelf: List<name> = [];"),
        ("a.html", "<name>x</name>"),
        ("a.sh", "sh -c {shell}"),
    ],
)
def test_what_may_be_the_codes_own_stays(path, text):
    shown = [line.split() for line in code(text, path).split("\n")]
    assert shown == [line.split() for line in text.split("\n")]


HOSTILE = ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</mark>", "{name}", "`x`",
           "{{ 7*7 }}", "zqhole0q", "&lt;"]  # fmt: skip


@pytest.mark.parametrize("value", HOSTILE)
def test_a_hostile_value_is_a_text(value):
    filling = filling_of({"name": value})
    for html in (
        placeholders("a {name} b", filling),
        inline("a {name} b", filling),
        prose("a {name} b", filling),
        fill_fix("a('{name}', 1)", filling_of({"name": value}), partial(example_fix, file_path="a.py"))
        .whole[0]
        .html,
    ):
        assert isinstance(html, Markup)
        document = Document(str(html))
        assert {tag for tag, _ in document.tags} <= {"mark", "p", "span"}
        assert value in document.text or "{name}" in document.text


@pytest.mark.parametrize(
    "value", ["", "  ", "x" * 201, "two\nlines", "bell\a", "\u202etxt.exe", "zero\u200bwidth", "\ud800", "\0"]
)
def test_what_cannot_be_seen_or_is_long_is_not_filled_in(value):
    assert filling_of({"name": value}).values == ()


def test_bounds():
    many = {f"n{number}": "v" for number in range(99)}
    assert len(filling_of(many).values) == MAX_VALUES
    assert filling_of({"no name": "x", "x" * 41: "x", "": "x"}).values == ()
    assert inline("{name} " * (MAX_HOLES + 1), VALUES).count("<mark") == MAX_HOLES
    assert "<mark" not in inline("{name}" + "x" * MAX_TEXT, VALUES)
    # A text that holds a stand-in's name could not be told from one.
    assert inline("zqhole0q {name}", VALUES) == "zqhole0q {name}"
