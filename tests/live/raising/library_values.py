"""Calls that fail where CPython's library handles numbers, dates, choices, copies, contexts and tests."""

import calendar
import contextlib
import copy
import datetime
import fractions
import graphlib
import random
import statistics
import unittest
import unittest.mock
import zoneinfo
from typing import Any

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
python = collector(CALLS, "python")


# Numbers, dates and choices


@python
def fraction_of_a_word() -> object:
    return fractions.Fraction("half")


@python
def fraction_by_zero() -> object:
    return fractions.Fraction(1, 0)


@python
def mean_of_nothing() -> object:
    return statistics.mean([])


@python
def spread_of_one() -> object:
    return statistics.stdev([1])


@python
def quantiles_of_nothing() -> object:
    return statistics.quantiles([1, 2, 3], n=0)


@python
def line_through_one_x() -> object:
    return statistics.linear_regression([1, 1], [2, 3])


@python
def choice_of_nothing() -> object:
    return random.Random(7).choice([])


@python
def sample_larger_than_all() -> object:
    return random.Random(7).sample([1, 2], 3)


@python
def range_of_nothing() -> object:
    return random.Random(7).randrange(5, 5)


@python
def thirteenth_month() -> object:
    return calendar.monthrange(2026, 13)


@python
def date_of_other_form() -> object:
    return datetime.datetime.strptime("30.11.2026", "%Y-%m-%d")


@python
def unknown_date_directive() -> object:
    return datetime.datetime.strptime("2026", "%Q")


@python
def unknown_time_zone() -> object:
    return zoneinfo.ZoneInfo("Europe/Atlantis")


@python
def steps_depend_on_each_other() -> object:
    return list(graphlib.TopologicalSorter({"a": ["b"], "b": ["a"]}).static_order())


# Copies and contexts


@python
def copy_of_no_copy() -> object:
    class Order:
        __reduce_ex__ = None
        __reduce__ = None

    return copy.copy(Order())


@python
def context_without_yield() -> object:
    @contextlib.contextmanager
    def nothing() -> Any:
        yield from ()

    with nothing():
        pass


@python
def context_with_two_yields() -> object:
    @contextlib.contextmanager
    def twice() -> Any:
        yield
        yield

    with twice():
        pass


@python
def assertion_of_two_numbers() -> object:
    return unittest.TestCase().assertEqual(1, 2)  # noqa: PT009


@python
def mock_never_called() -> object:
    return unittest.mock.Mock(name="ship").assert_called_once()


@python
def mock_called_otherwise() -> object:
    ship = unittest.mock.Mock(name="ship")
    ship(7)
    return ship.assert_called_with(8)


@python
def mock_without_attribute() -> object:
    return unittest.mock.Mock(spec=["ship"]).sail
