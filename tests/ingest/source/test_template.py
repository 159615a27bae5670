"""A message with holes as a template that says the same."""

import pytest

from errorkb.matching.patterns import parse_template
from ingest.readers.source_tree.site import Hole
from ingest.readers.source_tree.template import template_of

TEMPLATES = [
    (("no hole",), "no hole"),
    (("a ", Hole(expression="self.name"), " is bad"), "a {name} is bad"),
    (("a ", Hole(expression="x[0]"), " or ", Hole(expression="x[1]")), "a {x_0} or {x_1}"),
    (("{x} and 5%s",), "{{x}} and 5%%s"),
    # A sign before a hole is the message's own: `${` alone would read as one placeholder.
    (("costs $", Hole(expression="price")), "costs $${price}"),
    (("issue #", Hole(expression="number"), " is open"), "issue ##{number} is open"),
]


@pytest.mark.parametrize(("message", "template"), TEMPLATES)
def test_a_message_is_written_as_a_template(message, template):
    assert template_of(message) == template


@pytest.mark.parametrize(("message", "template"), TEMPLATES)
def test_a_template_has_the_literal_text_of_its_message(message, template):
    literal = "".join(part for part in message if isinstance(part, str))
    assert "".join(part for part in parse_template(template) if isinstance(part, str)) == literal
