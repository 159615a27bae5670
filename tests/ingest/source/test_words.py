"""Conditions of code as people read them."""

import pytest

from ingest.readers.source_tree.site import Guard
from ingest.readers.source_tree.words import condition, trigger


def when(text, holds=True):
    return Guard(kind="condition", text=text, holds=holds)


#: source: (as a condition that holds, as one that does not)
CONDITIONS = {
    "do_train": ("`do_train` is true", "`do_train` is false"),
    "not do_train": ("`do_train` is false", "`do_train` is true"),
    "!ok": ("`ok` is false", "`ok` is true"),
    "x is None": ("`x` is None", "`x` is not None"),
    "x is not None": ("`x` is not None", "`x` is None"),
    "user == null": ("`user` is null", "`user` is not null"),
    "a.b !== undefined": ("`a.b` is not undefined", "`a.b` is undefined"),
    "err != nil": ("`err` is not nil", "`err` is nil"),
    "name.nil?": ("`name` is nil", "`name` is not nil"),
    "isinstance(x, str)": ("`x` is an instance of `str`", "`x` is not an instance of `str`"),
    "not isinstance(x, (str, bytes))": (
        "`x` is not an instance of `str` or `bytes`", "`x` is an instance of `str` or `bytes`",
    ),
    "issubclass(c, Model)": ("`c` is a subclass of `Model`", "`c` is not a subclass of `Model`"),
    "x instanceof Foo": ("`x` is an instance of `Foo`", "`x` is not an instance of `Foo`"),
    "!(x instanceof Foo)": ("`x` is not an instance of `Foo`", "`x` is an instance of `Foo`"),
    "x is Foo": ("`x` is `Foo`", "`x` is not `Foo`"),
    'device_map == "auto"': ('`device_map == "auto"`', '`device_map != "auto"`'),
    "not a == b": ("`a != b`", "`a == b`"),
    "!a == b": ("`!a == b`", "`!a == b` is false"),
    "name not in self.fields": ("`name not in self.fields`", "`name in self.fields`"),
    "len(x) > 3": ("`len(x) > 3`", "`len(x) > 3` is false"),
    "do_train and n == 1": ("`do_train` is true and `n == 1`", "`do_train and n == 1` is false"),
    "a && !b": ("`a` is true and `b` is false", "`a && !b` is false"),
    "$this->started": ("`$this->started` is true", "`$this->started` is false"),
    "!$this->started": ("`$this->started` is false", "`$this->started` is true"),
    "a or b": ("`a` is true or `b` is true", "`a` is false and `b` is false"),
    "not (a or b)": ("`a` is false and `b` is false", "`a` is true or `b` is true"),
    "(a or b) and c": ("(`a` is true or `b` is true) and `c` is true", "`(a or b) and c` is false"),
    # A mixture would be read wrongly in any shorter form.
    "a or b and c": ("`a or b and c` is true", "`a or b and c` is false"),
    "a if b else c or d": ("`a if b else c or d` is true", "`a if b else c or d` is false"),
    'x == "a and b"': ('`x == "a and b"`', '`x != "a and b"`'),
    "f(a or b)": ("`f(a or b)` is true", "`f(a or b)` is false"),
    "s == `x`": ("`s == 'x'`", "`s != 'x'`"),
    "a\n    and b": ("`a` is true and `b` is true", "`a and b` is false"),
    "": ("", ""),
    "(": ("`(` is true", "`(` is false"),
}  # fmt: skip


@pytest.mark.parametrize("text", CONDITIONS)
def test_conditions(text):
    assert (condition(when(text)), condition(when(text, False))) == CONDITIONS[text]


@pytest.mark.parametrize(
    ("guard", "phrase"),
    [
        (Guard(kind="case", text="kind", pattern="'a'"), "`kind` is `'a'`"),
        (Guard(kind="case", text="kind", pattern="'a', f(1, 2)"), "`kind` is `'a'` or `f(1, 2)`"),
        (Guard(kind="case", text="kind"), "`kind` is none of the cases"),
        (Guard(kind="case", text="kind", pattern="'a'", holds=False), "`kind` is not `'a'`"),
        (Guard(kind="case", text="", pattern="x > 1"), "the value is `x > 1`"),
    ],
)
def test_cases(guard, phrase):
    assert condition(guard) == phrase


@pytest.mark.parametrize(
    ("manner", "guards", "function", "sentence"),
    [
        ("raises", [when("do_train"), when('device_map == "auto"')], "f",
         'Raised when `do_train` is true and `device_map == "auto"`.'),
        ("raises", [], "Shelf.find",
         "Raised whenever `Shelf.find()` reaches this statement: no condition is around it there."),
        ("logs", [], None, "Logged wherever this error is used: its text stands here without a condition."),
        ("returns", [Guard(kind="catch", text="KeyError")], "f", "Returned while handling `KeyError`."),
        ("raises", [Guard(kind="catch", text=""), when("a or b"), when("c")], "f",
         "Raised when (`a` is true or `b` is true) and `c` is true, while handling another error."),
        ("panics", [when("x"), when("x")], "f", "The panic happens when `x` is true."),
    ],
)  # fmt: skip
def test_sentences(manner, guards, function, sentence):
    assert trigger(manner, guards, function) == sentence


@pytest.mark.parametrize("text", ["(" * 20000, "a and " * 20000, "not " * 20000, '"' * 9999, "x" * 99999])
def test_hostile_conditions_are_short_in_time_and_length(text):
    assert len(condition(when(text))) < 2000
