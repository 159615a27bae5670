"""Calls that fail where CPython's library handles patterns, addresses, names and encodings."""

import base64
import email.message
import email.policy
import gettext
import html.parser
import http.cookies
import ipaddress
import locale
import re
import string
import textwrap
import urllib.parse
import uuid

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
python = collector(CALLS, "python")


# Patterns and templates


@python
def bracket_not_closed() -> object:
    return re.compile("(ship")


@python
def nothing_to_repeat() -> object:
    return re.compile("a|*b")


@python
def group_not_defined() -> object:
    return re.sub("(a)", r"\2", "a")


@python
def dollar_before_digit() -> object:
    return string.Template("Total: $7").substitute()


@python
def fields_numbered_and_not() -> object:
    return string.Formatter().format("{} {0}", 7)


@python
def width_of_nothing() -> object:
    return textwrap.wrap("a long text", width=0)


@python
def placeholder_too_wide() -> object:
    return textwrap.shorten("a long text", width=3, placeholder=" [and so on]")


# Addresses, names and encodings


@python
def port_out_of_range() -> object:
    return urllib.parse.urlsplit("http://localhost:99999/").port


@python
def address_bracket_not_closed() -> object:
    return urllib.parse.urlsplit("http://[::1/")


@python
def query_of_a_number() -> object:
    return urllib.parse.urlencode(7)


@python
def address_of_four_dots() -> object:
    return ipaddress.ip_address("10.0.0.0.1")


@python
def octet_out_of_range() -> object:
    return ipaddress.IPv4Address("10.0.0.256")


@python
def host_bits_in_network() -> object:
    return ipaddress.ip_network("10.0.0.1/8")


@python
def networks_of_two_versions() -> object:
    return ipaddress.ip_address("10.0.0.1") < ipaddress.ip_address("::1")


@python
def identifier_cut_short() -> object:
    return uuid.UUID("5f2f6c0e")


@python
def letter_not_in_base_32() -> object:
    return base64.b32decode("ABCDEFG1")


@python
def letter_not_in_base_85() -> object:
    return base64.b85decode('"')


@python
def encoded_text_not_ascii() -> object:
    return base64.b64decode("grün")


@python
def subject_given_twice() -> object:
    message = email.message.EmailMessage()
    message["Subject"] = "Hello"
    message["Subject"] = "Hello again"
    return message


@python
def line_break_in_mail_header() -> object:
    message = email.message.EmailMessage()
    message["Subject"] = "Hello\nBcc: all@example.com"
    return message


@python
def mail_policy_misspelt() -> object:
    return email.policy.EmailPolicy(max_lines=78)


@python
def cookie_name_with_space() -> object:
    return http.cookies.SimpleCookie().__setitem__("my name", "Ann")


@python
def translation_not_found() -> object:
    return gettext.translation("errorkb-shop", localedir="/nonexistent/locale")


@python
def plural_rule_not_understood() -> object:
    return gettext.c2py("n ? ")


@python
def locale_of_unknown_form() -> object:
    return locale._parse_localename("klingon")


@python
def html_without_handler() -> object:
    return html.parser.HTMLParser().parse_declaration(7)
