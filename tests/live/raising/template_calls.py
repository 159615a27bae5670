"""Calls that fail in Jinja2 and Pygments.

Jinja2 rewrites the traceback of a template's own mistake, so that it ends in the template. These calls
use the parts below, whose traceback ends where the error is raised.
"""

import asyncio

from jinja2 import DictLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined, Undefined
from jinja2.filters import do_round, prepare_map
from jinja2.parser import Parser
from jinja2.runtime import LoopContext
from jinja2.sandbox import SandboxedEnvironment, safe_range
from jinja2.utils import Cycler
from pygments import lex
from pygments.filters import get_filter_by_name
from pygments.formatters import get_formatter_by_name, get_formatter_for_filename
from pygments.lexer import RegexLexer
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename, get_lexer_for_mimetype
from pygments.style import Style
from pygments.styles import get_style_by_name
from pygments.token import Token
from pygments.util import get_bool_opt, get_choice_opt, get_int_opt

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
jinja2 = collector(CALLS, "jinja2")
pygments = collector(CALLS, "pygments")


def parse(source: str) -> object:
    return Parser(Environment(), source).parse()


@jinja2
def undefined_as_text() -> object:
    return str(StrictUndefined(name="user"))


@jinja2
def undefined_attribute() -> object:
    return Undefined(obj={"a": 1}, name="total") + 1


@jinja2
def unknown_jinja_tag() -> object:
    return parse("{% statik 'logo.svg' %}")


@jinja2
def jinja_block_not_closed() -> object:
    return parse("{% for item in items %}{{ item }}")


@jinja2
def jinja_tag_closed_wrongly() -> object:
    return parse("{% for item in items %}{% endif %}")


@jinja2
def dollar_in_expression() -> object:
    return parse("{{ $price }}")


@jinja2
def comment_not_closed() -> object:
    return parse("<p>{# to do")


@jinja2
def set_of_a_number() -> object:
    return parse("{% set 7 = 8 %}")


@jinja2
def keyword_argument_first() -> object:
    return parse("{{ total(a=1, 2) }}")


@jinja2
def import_without_names() -> object:
    return parse("{% from 'forms.html' %}")


@jinja2
def template_not_in_loader() -> object:
    return Environment(loader=DictLoader({})).get_template("cart.html")


@jinja2
def none_of_the_templates() -> object:
    return Environment(loader=DictLoader({})).select_template(["cart.html", "basket.html"])


@jinja2
def choice_of_no_template() -> object:
    return Environment(loader=DictLoader({})).select_template([])


@jinja2
def template_not_in_folder() -> object:
    return FileSystemLoader("/nonexistent/templates").get_source(Environment(), "cart.html")


@jinja2
def package_without_templates() -> object:
    return PackageLoader("vine")


@jinja2
def delimiters_all_alike() -> object:
    return Environment(block_start_string="{{", variable_start_string="{{")


@jinja2
def range_too_large_for_sandbox() -> object:
    return safe_range(10**9)


@jinja2
def unsafe_call_in_sandbox() -> object:
    class Shutdown:
        unsafe_callable = True

    environment = SandboxedEnvironment()
    return environment.call(environment.from_string("").new_context(), Shutdown)


@jinja2
def filter_that_is_none() -> object:
    return Environment().call_filter("money", 3)


@jinja2
def rounding_of_unknown_kind() -> object:
    return do_round(2.5, method="up")


@jinja2
def map_without_filter() -> object:
    return prepare_map(Environment().from_string("").new_context(), (), {"colour": "red"})


@jinja2
def cycle_of_nothing() -> object:
    return Cycler()


@jinja2
def template_rendered_in_loop() -> object:
    return asyncio.run(Environment().from_string("a").render_async())


@jinja2
def loop_not_recursive() -> object:
    return LoopContext([1], Undefined)([2])


@pygments
def unknown_lexer() -> object:
    return get_lexer_by_name("kobol")


@pygments
def file_without_lexer() -> object:
    return get_lexer_for_filename("letter.ship")


@pygments
def type_without_lexer() -> object:
    return get_lexer_for_mimetype("text/x-ship")


@pygments
def unknown_formatter() -> object:
    return get_formatter_by_name("docx")


@pygments
def file_without_formatter() -> object:
    return get_formatter_for_filename("letter.docx")


@pygments
def unknown_style() -> object:
    return get_style_by_name("sunrise")


@pygments
def unknown_token_filter() -> object:
    return get_filter_by_name("rot13")


@pygments
def option_neither_on_nor_off() -> object:
    return get_bool_opt({"full": "perhaps"}, "full")


@pygments
def option_not_a_number() -> object:
    return get_int_opt({"tabsize": "wide"}, "tabsize")


@pygments
def option_not_offered() -> object:
    return get_choice_opt({"case": "camel"}, "case", ["lower", "upper"])


@pygments
def lexer_class_instead_of_lexer() -> object:
    return lex("a = 1", RegexLexer)


@pygments
def lexer_of_broken_pattern() -> object:
    class ShipLexer(RegexLexer):
        tokens = {"root": [(r"(ship", Token.Name)]}

    return ShipLexer()


@pygments
def colour_of_unknown_form() -> object:
    class Sunrise(Style):
        styles = {Token.Name: "#12345"}

    return Sunrise
