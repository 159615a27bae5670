"""Calls that fail in psycopg; none needs a server."""

import datetime

from psycopg import errors, sql
from psycopg._encodings import pg2pyenc
from psycopg._queries import PostgresQuery
from psycopg._tpc import Xid
from psycopg.adapt import AdaptersMap, PyFormat, Transformer
from psycopg.conninfo import timeout_from_conninfo
from psycopg.types import TypesRegistry
from psycopg.types.composite import register_composite
from psycopg.types.datetime import DateLoader
from psycopg.types.enum import register_enum
from psycopg.types.hstore import HstoreLoader
from psycopg.types.multirange import Multirange
from psycopg.types.range import Range

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
psycopg = collector(CALLS, "psycopg")


def converted(query: str, parameters: object) -> object:
    return PostgresQuery(Transformer()).convert(query, parameters)


@psycopg
def percent_at_the_end() -> object:
    return converted("select 7 % %s", [7])


@psycopg
def placeholder_of_a_number() -> object:
    return converted("select %d", [7])


@psycopg
def two_kinds_of_placeholder() -> object:
    return converted("select %s, %(id)s", [7])


@psycopg
def named_parameters_missing() -> object:
    return converted("select %(id)s, %(name)s", {"id": 7})


@psycopg
def parameters_are_a_set() -> object:
    return converted("select %s", {7})


@psycopg
def one_name_in_two_formats() -> object:
    return converted("select %(id)s, %(id)b", {"id": 7})


@psycopg
def sql_of_a_number() -> object:
    return sql.SQL(7)


@psycopg
def empty_identifier() -> object:
    return sql.Identifier()


@psycopg
def placeholder_with_bracket() -> object:
    return sql.Placeholder("a)b")


@psycopg
def format_of_a_query() -> object:
    return sql.SQL("select {:>10}").format(sql.Literal(7))


@psycopg
def numbered_then_automatic() -> object:
    return sql.SQL("select {0}, {}").format(sql.Literal(7), sql.Literal(8))


@psycopg
def unknown_encoding() -> object:
    return pg2pyenc(b"MULE_INTERNAL")


@psycopg
def transaction_id_without_branch() -> object:
    return Xid.from_parts(1, "order", None)


@psycopg
def transaction_name_too_long() -> object:
    return Xid.from_parts(1, "o" * 65, "b")


@psycopg
def object_without_dumper() -> object:
    return AdaptersMap(types=TypesRegistry()).get_dumper(datetime.date, PyFormat.AUTO)


@psycopg
def loader_for_text() -> object:
    return AdaptersMap(types=TypesRegistry()).register_loader(3.5, DateLoader)


@psycopg
def unknown_postgres_type() -> object:
    return TypesRegistry()["money"]


@psycopg
def timeout_is_text() -> object:
    return timeout_from_conninfo({"connect_timeout": "soon"})


@psycopg
def list_of_uneven_lists() -> object:
    return Transformer().get_dumper([[1], [2, 3]], PyFormat.BINARY).dump([[1], [2, 3]])


@psycopg
def date_not_of_postgres() -> object:
    return DateLoader(1082).load(b"31.12.x")


@psycopg
def bounds_of_unknown_kind() -> object:
    return Range(1, 9, "<>")


@psycopg
def hstore_of_one_word() -> object:
    return HstoreLoader(0).load(b"colour")


@psycopg
def composite_not_found() -> object:
    return register_composite(None)


@psycopg
def enumeration_not_found() -> object:
    return register_enum(None)


@psycopg
def multirange_of_numbers() -> object:
    return Multirange([1, 2])


@psycopg
def connection_already_closed() -> object:
    return errors.FinishedPGconn().connect_poll()
