"""What differs between two records."""

import time

import pytest

from errorkb.web import differences as module
from errorkb.web.differences import TEXTS, Clock, differences
from ingest.record import FIELDS


def shown(key, old, new, seconds=1.0):
    """The one change of a field as text: [-removed-], {+added+}, <gap>; items and notes one a line."""
    (change,) = differences({key: old}, {key: new}, [key], Clock(seconds))
    marks = {"same": "{}", "removed": "[-{}-]", "added": "{{+{}+}}", "gap": "<{}>"}
    lines = ["".join(marks[piece.kind].format(piece.text) for piece in pieces)
             for pieces in (change.pieces, *change.items) if pieces]  # fmt: skip
    return "\n".join([*lines, *change.notes])


@pytest.mark.parametrize(
    ("key", "old", "new", "expected"),
    [
        ("documentation", "The shelf had it.", "The shelf has it.", "The shelf [-had-]{+has+} it."),
        ("documentation", "one two six", "one three four six", "one [-two-]{+three four+} six"),
        ("documentation", "Nothing alike", "Über allen Gipfeln", "[-Nothing alike-]{+Über allen Gipfeln+}"),
        ("documentation", "a\nb", "a\nb\nc", "a\nb{+\nc+}"),
        ("documentation", "a\nb\n", "a\nc\nb\n", "a\n{+c\n+}b\n"),
        ("documentation", "a  b", "a b", "a[-  -]{+ +}b\nOnly white space differs."),
        ("exampleFix", None, "new()", "{+new()+}\nIt was null."),
        ("exampleFix", "old()", None, "[-old()-]\nIt is now null."),
        ("exampleFix", None, "", "It was null.\nIt is now empty."),
        ("lineNumber", 42, 43, "[-42-]{+43+}"),
        ("lineNumber", 0, None, "[-0-]\nIt is now null."),
        ("errorCode", "E0277", "E0278", "[-E0277-]{+E0278+}"),
        ("solutions", ["a b c", "same"], ["a b d", "same"], "a b [-c-]{+d+}\nsame"),
        ("solutions", ["same"], ["same", "new"], "same\n{+new+}"),
        ("solutions", ["gone", "same"], ["same"], "[-gone-]\nsame"),
        ("tags", [], ["shelf"], "{+shelf+}\nIt was empty."),
    ],
)  # fmt: skip
def test_a_field(key, old, new, expected):
    assert shown(key, old, new) == expected


def test_only_fields_that_differ_are_told_in_the_order_of_the_keys():
    old, new = {"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 3, "c": 4}
    assert [change.key for change in differences(old, new, ["c", "a", "b"], Clock(1))] == ["c", "b"]


def test_lines_far_from_a_change_are_left_out():
    old = "".join(f"line {n}\n" for n in range(20))
    new = old.replace("line 10\n", "line ten\n")
    assert shown("documentation", old, new) == (
        "<8 lines are the same>line 8\nline 9\nline [-10-]{+ten+}\nline 11\nline 12\n<7 lines are the same>"
    )


def test_every_text_is_a_field_of_the_record():
    assert FIELDS.keys() >= TEXTS


HOSTILE = {
    "short words": ("x y " * 5000, "x z " * 5000),
    "short lines": ("x\ny\n" * 5000, "x\nz\n" * 5000),
    "one word": ("a" * (1 << 20), "b" * (1 << 20)),
    "one difference at the end": ("a\n" * 500_000, "a\n" * 499_999 + "b\n"),
    "beyond the bound": ("a b " * 5000 + "c", "a b " * 5000 + "d"),
    "blanks": (" " * (1 << 20), "\t" * (1 << 20)),
    # Few matches, each found anew: what difflib needs cubic time for.
    "cubic": (" ".join(f"x {n}" for n in range(100)), " ".join(f"x y{n}" for n in range(100))),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("as_list", [False, True], ids=["text", "list"])
def test_hostile_texts_are_told_in_time_and_in_bounds(name, as_list):
    old, new = HOSTILE[name]
    began = time.monotonic()
    if as_list:
        told = shown("solutions", [old, *old.split()], [new, *new.split()])
        assert len(told) < 2 * module.MAX_ITEMS * module.MAX_ITEM
    else:
        told = shown("documentation", old, new)
        assert len(told) < 3 * module.MAX_TEXT
    assert time.monotonic() - began < 3


def test_what_is_cut_is_said():
    assert "only the beginning" in shown("documentation", *HOSTILE["beyond the bound"])
    assert "only the beginning" in shown("solutions", ["a"] * 200, ["b"] * 200)


def test_without_time_left_whole_lines_are_told():
    assert shown("documentation", "a b c", "a b d", seconds=-1) == "[-a b c-]{+a b d+}"
