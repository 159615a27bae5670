"""Calls that fail in installed packages: their tracebacks state a place, and that place raises."""

import re
from collections import Counter

import pytest

from tests.live.raising import CALLS, Raised, raised
from tests.live.raising.renamed import renamed
from tests.live.raising.statement import Statement, statement_at

#: What would differ from one process to the next: an object's address, a clock's seconds.
PASSING = re.compile(r"0x[0-9a-f]{6,16}|\d\.\d{6,}")

#: How many places each family has at least. The names are of folders below site-packages.
FAMILIES = {
    ("django",): 60,
    ("rest_framework",): 25,
    ("celery", "kombu", "amqp", "billiard", "vine", "click"): 30,
    ("psycopg",): 10,
    ("jinja2", "pygments"): 15,
    ("python",): 60,
}


@pytest.fixture(scope="module")
def told() -> dict[str, Raised]:
    """What each call raises, by the call's name. It stands for all tests: the calls take seconds."""
    return {call.name: raised(call) for call in CALLS}


def test_names_are_unique_and_in_kebab_case():
    assert [name for name, count in Counter(call.name for call in CALLS).items() if count > 1] == []
    assert [call.name for call in CALLS if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", call.name)] == []


def test_each_ends_in_a_statement_that_raises(told):
    """A line in the middle of such a statement may also hold a call into C that fails: not these."""
    assert {name: what for name, what in told.items() if not statement_at(what.file, what.line)} == {}
    assert {name: what for name, what in told.items() if what.operation != "RAISE_VARARGS"} == {}


def test_each_ends_in_its_library(told):
    wrong = {}
    for call in CALLS:
        what = told[call.name]
        folder = what.path.split("/")[0].removesuffix(".py") if "site-packages" in what.file else "python"
        if folder != call.library:
            wrong[call.name] = what.file
    assert wrong == {}


def test_each_says_the_same_every_time(told):
    assert {call.name: told[call.name] for call in CALLS if raised(call) != told[call.name]} == {}
    assert {name: what.message for name, what in told.items() if PASSING.search(what.message)} == {}


def test_each_traceback_ends_in_class_and_message(told):
    assert {name: what for name, what in told.items() if not what.text.endswith(last_lines(what))} == {}


def last_lines(what: Raised) -> str:
    return f"\n{what.error_class}: {what.message}\n" if what.message else f"\n{what.error_class}\n"


def test_there_are_enough_places_in_each_family(told):
    places = {(told[call.name].file, told[call.name].line): call.library for call in CALLS}
    assert len(places) >= 150
    counts = Counter(places.values())
    found = {family: sum(counts[library] for library in family) for family in FAMILIES}
    assert {family: count for family, count in found.items() if count < FAMILIES[family]} == {}


@pytest.mark.parametrize("line", [None, 1])
def test_renaming_leaves_nothing_but_class_and_message(told, line):
    left = {}
    for name, what in told.items():
        text = renamed(what.text, line=line)
        assert text.endswith(last_lines(what))
        message = what.message.split("\n")
        source = [row for row in text.split("\n") if row.startswith("    ") and row not in message]
        real = [path for path in paths(what.text) if path in text]
        if source or real:
            left[name] = (source, real)
    assert left == {}


def paths(text: str) -> set[str]:
    return set(re.findall(r'^ {2}File "(.+)", line \d+', text, re.MULTILINE))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            None,
            """Traceback (most recent call last):
  File "/srv/app/module_1.py", line 7, in main
  [Previous line repeated 9 more times]
  File "/srv/app/module_2.py", line 31, in load
  File "/srv/app/module_1.py", line 9, in <lambda>
shop.Missing: no order
    7 in
    File "orders.txt", line 3
""",
        ),
        (
            1,
            """Traceback (most recent call last):
  File "/srv/app/module_1.py", line 1, in main
  [Previous line repeated 9 more times]
  File "/srv/app/module_2.py", line 1, in load
  File "/srv/app/module_1.py", line 1, in <lambda>
shop.Missing: no order
    7 in
    File "orders.txt", line 3
""",
        ),
    ],
)
def test_renamed(line, expected):
    text = """Traceback (most recent call last):
  File "/home/ann/shop/main.py", line 7, in main
    return load(
           ^^^^^
  [Previous line repeated 9 more times]
  File "<frozen os>", line 31, in load
  File "/home/ann/shop/main.py", line 9, in <lambda>
    raise Missing(f"no order\\n    {name} in\\n")
shop.Missing: no order
    7 in
    File "orders.txt", line 3
"""
    assert renamed(text, line=line) == expected


ORDERS = """def load(name):
    assert name, "no name"
    try:
        return open(name)
    except OSError as error:
        raise ValueError(
            f"no such order: {name}"
        ) from error
    finally:
        match name:
            case 7: raise KeyError(name)
"""


@pytest.mark.parametrize(
    ("line", "statement"),
    [
        (1, None),
        (2, Statement(kind="assert", first=2, last=2)),
        (4, None),
        (6, Statement(kind="raise", first=6, last=8)),
        (7, Statement(kind="raise", first=6, last=8)),
        (9, None),
        (11, Statement(kind="raise", first=11, last=11)),
    ],
)
def test_statement_at(tmp_path, line, statement):
    file = tmp_path / "orders.py"
    file.write_text(ORDERS)
    assert statement_at(str(file), line) == statement
