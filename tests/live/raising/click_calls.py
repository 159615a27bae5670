"""Calls that fail in click: the types of parameters, which fail through one method that all of them share."""

import click

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
clicks = collector(CALLS, "click")


@clicks
def time_in_another_format() -> object:
    return click.DateTime(["%Y"]).convert("soon", None, None)


@clicks
def time_in_none_of_the_formats() -> object:
    return click.DateTime(["%Y", "%m"]).convert("soon", None, None)


@clicks
def number_out_of_range() -> object:
    return click.IntRange(1, 9).convert(12, None, None)


@clicks
def text_no_uuid() -> object:
    return click.UUID.convert("seven", None, None)


@clicks
def word_for_truth() -> object:
    return click.BOOL.convert("perhaps", None, None)


@clicks
def path_of_no_file() -> object:
    return click.Path(exists=True).convert("/no/such/shop.txt", None, None)


@clicks
def choice_of_no_such_colour() -> object:
    return click.Choice(["red", "blue"]).convert("green", None, None)
