"""Calls that fail where CPython's library reads data, settings and command lines."""

import argparse
import ast
import configparser
import csv
import getopt
import io
import json
import optparse
import plistlib
import shlex
import tomllib
import xml.dom.minidom
import xml.etree.ElementTree
import xml.sax

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
python = collector(CALLS, "python")


# Data formats


@python
def json_with_rest() -> object:
    return json.loads('{"a": 1} {"b": 2}')


@python
def json_of_nothing() -> object:
    return json.loads("   ")


@python
def json_of_a_number() -> object:
    return json.loads(7)


@python
def object_to_json() -> object:
    return json.dumps({"colours": {"red"}})


@python
def row_with_extra_column() -> object:
    return csv.DictWriter(io.StringIO(), ["name"]).writerow({"name": "Ann", "age": 41})


@python
def table_without_pattern() -> object:
    return csv.Sniffer().sniff("")


@python
def toml_without_value() -> object:
    return tomllib.loads("name =")


@python
def toml_key_twice() -> object:
    return tomllib.loads("name = 1\nname = 2")


@python
def property_list_of_set() -> object:
    return plistlib.dumps({"colours": {"red"}})


@python
def property_list_of_text() -> object:
    return plistlib.loads(b"hello")


@python
def xml_not_well_formed() -> object:
    return xml.sax.parseString(b"<a><b></a>", xml.sax.ContentHandler())


@python
def xml_path_with_bracket() -> object:
    return xml.etree.ElementTree.fromstring("<a><b/></a>").find("/b")


@python
def xml_root_twice() -> object:
    document = xml.dom.minidom.parseString("<a/>")
    return document.appendChild(document.createElement("b"))


@python
def xml_node_of_other_parent() -> object:
    document = xml.dom.minidom.parseString("<a/>")
    return document.documentElement.removeChild(document.createElement("b"))


# Settings files and command lines


@python
def settings_section_missing() -> object:
    return configparser.ConfigParser().get("server", "port")


@python
def settings_option_missing() -> object:
    settings = configparser.ConfigParser()
    settings.read_string("[server]\nhost = localhost")
    return settings.get("server", "port")


@python
def settings_without_section() -> object:
    return configparser.ConfigParser().read_string("host = localhost", source="server.ini")


@python
def settings_section_twice() -> object:
    return configparser.ConfigParser().read_string("[server]\n[server]\n", source="server.ini")


@python
def settings_not_understood() -> object:
    return configparser.ConfigParser().read_string("[server]\nhost localhost\n  port\n", source="server.ini")


@python
def settings_refer_to_nothing() -> object:
    settings = configparser.ConfigParser()
    settings.read_string("[server]\nurl = http://%(host)s/")
    return settings.get("server", "url")


@python
def settings_switch_is_a_word() -> object:
    settings = configparser.ConfigParser()
    settings.read_string("[server]\ndebug = perhaps")
    return settings.getboolean("server", "debug")


@python
def option_added_twice() -> object:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port")
    return parser.add_argument("--port")


@python
def positional_argument_required() -> object:
    return argparse.ArgumentParser().add_argument("port", required=True)


@python
def option_value_is_a_word() -> object:
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("--port", type=int)
    return parser.parse_args(["--port", "http"])


@python
def short_option_unknown() -> object:
    return getopt.getopt(["-x"], "p:")


@python
def option_of_wrong_type() -> object:
    return optparse.Option("--port", type="port")


@python
def quotation_not_closed() -> object:
    return shlex.split("ship 'order 7")


@python
def literal_of_a_number() -> object:
    return ast.literal_eval(7)
