"""Calls that fail in the smaller packages that errorkb and its tests are made with."""

import io

import idna
import packaging.markers
import packaging.requirements
import packaging.specifiers
import packaging.utils
import packaging.version
import pluggy
import psutil
import requests
import sqlparse
import yaml
from dateutil import easter, parser, relativedelta, rrule
from markdown_it import MarkdownIt
from markdown_it.ruler import Ruler
from rich.color import Color
from rich.console import Console
from rich.markup import render as render_markup
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
dateutil = collector(CALLS, "dateutil")
idna_calls = collector(CALLS, "idna")
markdown = collector(CALLS, "markdown_it")
packages = collector(CALLS, "packaging")
plugins = collector(CALLS, "pluggy")
processes = collector(CALLS, "psutil")
requested = collector(CALLS, "requests")
rich = collector(CALLS, "rich")
sqlparser = collector(CALLS, "sqlparse")
yamls = collector(CALLS, "yaml")


@markdown
def unknown_preset() -> object:
    return MarkdownIt("markdwon")


@markdown
def unknown_rule() -> object:
    return MarkdownIt().enable(["tables"])


@markdown
def markdown_of_a_number() -> object:
    return MarkdownIt().parse(7)


@markdown
def rule_after_unknown_rule() -> object:
    return Ruler().after("tables", "orders", None)


@rich
def colour_not_known() -> object:
    return Color.parse("scarlett")


@rich
def colour_out_of_range() -> object:
    return Color.parse("rgb(300,0,0)")


@rich
def style_not_understood() -> object:
    return Style.parse("bold on on red")


@rich
def style_not_found() -> object:
    return Console(file=io.StringIO()).get_style("no such style")


@rich
def markup_closed_wrongly() -> object:
    return render_markup("[bold]hello[/italic]")


@rich
def markup_closed_too_often() -> object:
    return render_markup("hello[/]")


@rich
def padding_of_three() -> object:
    return Padding.unpack((1, 2, 3))


@rich
def row_of_numbers() -> object:
    return Table("a").add_row(7)


@rich
def text_of_a_number() -> object:
    return Text("a").append(7)


@rich
def print_of_unprintable() -> object:
    return list(Console(file=io.StringIO()).render(7))


@sqlparser
def unknown_letter_case() -> object:
    return sqlparse.format("select 1", keyword_case="camel")


@sqlparser
def indent_is_a_word() -> object:
    return sqlparse.format("select 1", reindent=True, indent_width="wide")


@dateutil
def date_of_words() -> object:
    return parser.parse("the day after tomorrow")


@dateutil
def date_of_no_day() -> object:
    return parser.isoparse("2026-W99")


@dateutil
def years_in_halves() -> object:
    return relativedelta.relativedelta(years=1.5)


@dateutil
def easter_of_unknown_church() -> object:
    return easter.easter(2026, 9)


@dateutil
def rule_without_frequency() -> object:
    return rrule.rrulestr("FREQ=FORTNIGHTLY")


@idna_calls
def label_with_space() -> object:
    return idna.encode("my shop.example")


@idna_calls
def label_too_long() -> object:
    return idna.encode("a" * 64 + ".example")


@packages
def version_of_words() -> object:
    return packaging.version.Version("one.two")


@packages
def version_range_of_words() -> object:
    return packaging.specifiers.SpecifierSet("=>1.0")


@packages
def requirement_with_two_names() -> object:
    return packaging.requirements.Requirement("django celery>=5")


@packages
def marker_of_unknown_variable() -> object:
    return packaging.markers.Marker("colour == 'red'")


@packages
def wheel_of_two_parts() -> object:
    return packaging.utils.parse_wheel_filename("shop-1.0.whl")


@plugins
def plugin_registered_twice() -> object:
    manager = pluggy.PluginManager("shop")
    manager.register(io, name="io")
    return manager.register(io, name="io")


@plugins
def plugin_without_hooks() -> object:
    return pluggy.PluginManager("shop").add_hookspecs(io)


@processes
def process_of_negative_id() -> object:
    return psutil.Process(-1)


@processes
def process_not_there() -> object:
    return psutil.Process(2**31 - 1)


@processes
def interval_below_zero() -> object:
    return psutil.cpu_percent(interval=-1)


@requested
def address_without_any_scheme() -> object:
    return requests.get("localhost/orders", timeout=5)


@requested
def address_without_adapter() -> object:
    return requests.get("gopher://localhost/orders", timeout=5)


@requested
def answer_of_404() -> object:
    answer = requests.Response()
    answer.status_code, answer.reason, answer.url = 404, "Not Found", "http://localhost/orders"
    return answer.raise_for_status()


@requested
def header_with_line_break() -> object:
    return requests.Request("GET", "http://localhost/", headers={"X-Name": "Ann\nEve"}).prepare()


@requested
def answer_not_in_json() -> object:
    answer = requests.Response()
    answer._content, answer.encoding = b"<html>", "utf-8"
    return answer.json()


@yamls
def mapping_on_one_line() -> object:
    return yaml.safe_load("a: b: c")


@yamls
def bracket_never_closed() -> object:
    return yaml.safe_load("colours: [red, blue\nname: Ann")


@yamls
def tag_without_constructor() -> object:
    return yaml.safe_load("order: !order 7")


@yamls
def alias_of_nothing() -> object:
    return yaml.safe_load("order: *seven")


@yamls
def object_not_for_yaml() -> object:
    return yaml.safe_dump({"colour": io})


@yamls
def control_character() -> object:
    return yaml.safe_load("order: \x07")
