"""What is told of the way to an error in Python: conditions that agree, and nothing that others decide."""

import textwrap

import pytest

from ingest.readers.source_tree import python
from ingest.readers.source_tree.python.contradictions import contradict
from ingest.readers.source_tree.site import Guard, Site
from ingest.readers.source_tree.template import template_of
from ingest.readers.source_tree.validation import validation_code
from ingest.readers.source_tree.words import conditions


def sites(source: str) -> list[Site]:
    return [site for _, site in python.link({"shop/cart.py": python.read(textwrap.dedent(source))})]


def told(source: str) -> list[tuple[str, str]]:
    return [(template_of(site.message), conditions(site.guards)) for site in sites(source)]


def guard(text: str) -> Guard:
    holds = not text.startswith("NOT ")
    return Guard(kind="condition", text=text.removeprefix("NOT "), holds=holds)


IMPOSSIBLE = {
    "true and false": ["x", "NOT x"],
    "not": ["x", "not x"],
    "nothing and true": ["x is None", "x"],
    "nothing and not nothing": ["x is None", "x is not None"],
    "true and zero": ["x", "x == 0"],
    "true and empty": ["x", "x == ''"],
    "false and a text": ["NOT x", "x == 'red'"],
    "two values": ["x == 1", "x == 2"],
    "nothing and an attribute": ["x is None", "x.colour == 1"],
    "nothing and an item": ["x is None", "x[0]"],
    "nothing and of a class": ["x is None", "isinstance(x, str)"],
    "nothing and a value": ["x is None", "x == 3"],
    "equal and unequal": ["x == y", "x != y"],
    "in and not in": ["x in y", "x not in y"],
    "part of a conjunction": ["x and y", "NOT y"],
    "part of a disjunction that fails": ["NOT x or y", "y"],
    "of an attribute": ["self.x is None", "self.x.y"],
}
POSSIBLE = {
    "two names": ["x", "NOT y"],
    "true and one": ["x", "x == 1"],
    "false and zero": ["NOT x", "x == 0"],
    "false and nothing": ["NOT x", "x is None"],
    "part of a conjunction that fails": ["NOT x and y", "y"],
    "part of a disjunction": ["x or y", "NOT y"],
    "an attribute behind a test of it": ["x is None or x.y", "x is None"],
    "another call": ["f(x)", "NOT f(y)"],
    "no Python": ["x ===", "NOT x ==="],
    "what was caught": ["x"],
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_conditions_exclude_each_other_in_either_order(name):
    guards = [guard(text) for text in IMPOSSIBLE[name]]
    assert contradict(guards)
    assert contradict(guards[::-1])


@pytest.mark.parametrize("name", POSSIBLE)
def test_conditions_may_hold_together(name):
    assert not contradict([guard(text) for text in POSSIBLE[name]])


def test_a_branch_that_the_conditions_around_rule_out_is_no_text_of_the_error():
    assert told("""
        def pay(price):
            if price is None:
                why = "no price"
            elif price.sign == 1:
                why = "a refund"
            else:
                why = "a sale"
            if price is None:
                raise Refused(f"{why} given")
    """) == [("no price given", "when `price` is None")]


def test_a_condition_on_an_earlier_value_of_the_name_rules_nothing_out():
    texts = [
        text
        for text, _ in told("""
        def read(source):
            this = source.get()
            if this == "[":
                while True:
                    this = source.get()
                    if this in "-~":
                        raise Odd("set %s" % ("difference" if this == "-" else "symmetry"))
    """)
    ]
    assert texts == ["set difference", "set symmetry"]


def test_conditions_of_a_called_function_are_not_the_caller_s():
    assert told("""
        def shown(s):
            return "nothing" if s is None else str(s)
        def pay(price, tax):
            raise Refused(f"not {shown(price)} with {shown(tax)}")
    """)[0] == ("not nothing with nothing", "")


def test_both_parts_of_a_condition_are_asked_of_what_the_call_gave():
    source = """
        class Bad(Exception):
            def __init__(self, text, at=None, line=None):
                if at is not None and line is not None:
                    text = "%s at position %s" % (text, at)
                super().__init__(text)
        def read():
            raise Bad("an odd sign")
    """
    assert [text for text, _ in told(source)] == ["an odd sign"]


def test_a_text_that_nobody_gave_is_no_text():
    source = """
        class Bad(Exception):
            def __init__(self, message=None):
                super().__init__(message)
        def read():
            raise Bad
    """
    assert [site.message for site in sites(source)] == [()]


def test_a_comment_is_no_part_of_a_condition():
    assert told("""
        def pay(price, tax):
            if (price  # without it
                    and tax):
                raise Refused("paid twice")
    """) == [("paid twice", "when `price` is true and `tax` is true")]


def test_an_exit_inside_of_a_condition_counts():
    source = """
        def reader(source):
            if hasattr(source, "read"):
                found = find(source)
                if found is not None:
                    return found
                raise TypeError("it reads no bytes")
    """
    assert told(source) == [
        ("it reads no bytes", 'when `hasattr(source, "read")` is true and `found` is None')
    ]


def test_no_test_is_given_where_the_function_may_have_returned_before():
    source = """
        def pick(names):
            if not names:
                raise LookupError("none given")
            for name in names:
                if name in KNOWN:
                    return name
            raise LookupError("none of them is known")
    """
    first, second = sites(source)
    assert validation_code(first) is not None
    assert validation_code(second) is None
