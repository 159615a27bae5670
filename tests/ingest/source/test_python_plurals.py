"""Texts of Python classes and tables that are one of several, and helpers of generic base classes."""

import textwrap

from ingest.readers.source_tree import python
from ingest.readers.source_tree.template import template_of


def texts(source: str) -> list[str]:
    facts = {"shop/cart.py": python.read(textwrap.dedent(source))}
    return [template_of(site.message) for _, site in python.link(facts)]


def test_a_class_attribute_with_a_plural_is_two_texts():
    assert texts("""
        class Check:
            message = "%(what)s"
            def __call__(self, value):
                raise Invalid(self.message, params={"what": value})
        class Longest(Check):
            message = ngettext_lazy("At most %(limit)d letter.", "At most %(limit)d letters.", "limit")
    """) == ["{what}", "At most {limit} letter.", "At most {limit} letters."]


def test_a_table_with_a_plural_has_two_texts_under_one_key():
    assert texts("""
        class Check:
            messages = {"digits": ngettext_lazy("Only %(n)d digit.", "Only %(n)d digits.", "n")}
            def run(self, value):
                raise Invalid(self.messages["digits"], params={"n": value})
    """) == ["Only {n} digit.", "Only {n} digits."]


def test_a_constant_that_may_be_no_text_is_open():
    assert texts("""
        def version():
            if not known():
                return None
            return found()
        VERSION = version()
        def build():
            raise Refused("version %s is too old" % VERSION)
    """) == ["version {VERSION} is too old"]


def test_a_helper_of_a_generic_base_raises_with_the_texts_of_its_callers():
    found = texts("""
        class Kind(Generic[T]):
            def fail(self, message, param=None):
                raise BadValue(message)
        class Time(Kind[datetime]):
            def convert(self, value, param):
                self.fail(
                    ngettext("{value!r} has not the format {form}.", "{value!r} has none of {form}.", n)
                    .format(value=value, form=form),
                    param,
                )
    """)
    assert found == ["{message}", "{value} has not the format {form}.", "{value} has none of {form}."]


def test_what_a_caller_asks_is_told_with_its_text():
    facts = {
        "shop/cart.py": python.read(
            textwrap.dedent("""
            class Kind:
                def fail(self, message):
                    raise BadValue(message)
            class Time(Kind):
                def convert(self, value):
                    if value is None:
                        self.fail("no time was given")
        """)
        )
    }
    *_, (_, site) = python.link(facts)
    assert (
        site.documentation[-1]
        == "Here it is called by `Time.convert` (shop/cart.py, line 8) when `value` is None."
    )
