"""Calls that fail where CPython's library makes classes, functions and types."""

import collections
import dataclasses
import enum
import functools
import inspect
import typing
from typing import Any, Generic, Protocol, TypeVar, Union

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
python = collector(CALLS, "python")


class Colour(enum.Enum):
    RED = 1


# Classes


@python
def no_such_member() -> object:
    return Colour(7)


@python
def enumeration_extended() -> object:
    return enum.EnumType("Paint", (Colour,), enum.EnumType.__prepare__("Paint", (Colour,)))


@python
def member_reassigned() -> object:
    Colour.RED = 2


@python
def member_values_repeated() -> object:
    return enum.unique(enum.Enum("Paint", {"RED": 1, "ROSE": 1}))


@python
def default_before_plain_field() -> object:
    return dataclasses.make_dataclass("Order", [("total", int, dataclasses.field(default=0)), ("name", str)])


@python
def list_as_default() -> object:
    return dataclasses.make_dataclass("Order", [("lines", list, [])])


@python
def ordered_but_not_equal() -> object:
    return dataclasses.dataclass(order=True, eq=False)(type("Order", (), {}))


@python
def fields_of_a_number() -> object:
    return dataclasses.fields(7)


@python
def default_given_twice() -> object:
    return dataclasses.field(default=1, default_factory=int)


@python
def thawed_from_frozen() -> object:
    @dataclasses.dataclass(frozen=True)
    class Order:
        total: int

    return dataclasses.dataclass(type("Return", (Order,), {}))


@python
def tuple_field_is_keyword() -> object:
    return collections.namedtuple("Order", ["class", "total"])


@python
def tuple_field_twice() -> object:
    return collections.namedtuple("Order", ["total", "total"])


@python
def counter_with_default() -> object:
    return collections.Counter.fromkeys("abc", 1)


@python
def key_not_in_first_map() -> object:
    return collections.ChainMap({}, {"a": 1}).pop("a")


@python
def order_without_operator() -> object:
    return functools.total_ordering(type("Order", (), {}))


@python
def dispatch_on_a_number() -> object:
    dispatched = functools.singledispatch(print)
    return dispatched.register(7)


@python
def dispatch_without_argument() -> object:
    return functools.singledispatch(print)()


@python
def cache_of_a_word() -> object:
    return functools.lru_cache(maxsize="large")


@python
def cached_attribute_in_slots() -> object:
    class Order:
        __slots__ = ()
        total = functools.cached_property(lambda self: 7)

    return Order().total


# Types


@python
def union_of_no_types() -> object:
    return Union[()]  # noqa: UP007


@python
def callable_of_a_type() -> object:
    return typing.Callable[int]


@python
def any_subclassed() -> object:
    return typing.cast(Any, Any)()


@python
def single_constraint() -> object:
    return TypeVar("Number", int)


@python
def generic_of_a_type() -> object:
    return Generic[int]


@python
def instance_of_subscripted() -> object:
    return isinstance([], typing.List[int])  # noqa: UP006


@python
def protocol_made() -> object:
    class Runs(Protocol):
        def run(self) -> None: ...

    return Runs()


@python
def instance_of_typed_dictionary() -> object:
    return isinstance({}, typing.TypedDict("Order", {"total": int}))


@python
def signature_of_a_number() -> object:
    return inspect.signature(7)


@python
def signature_lacks_argument() -> object:
    return inspect.signature(lambda name: name).bind()


@python
def signature_has_no_such_argument() -> object:
    return inspect.signature(lambda name: name).bind("Ann", colour="red")


@python
def source_of_a_builtin() -> object:
    return inspect.getsource(len)


@python
def source_of_compiled_text() -> object:
    namespace: dict[str, Any] = {}
    exec("def ship(): pass", namespace)
    return inspect.getsource(namespace["ship"])


@python
def parameter_named_by_number() -> object:
    return inspect.Parameter("1st", inspect.Parameter.KEYWORD_ONLY)
