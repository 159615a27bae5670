"""Calls that really fail, each with the sample record that explains its message.

Pure data for the end-to-end tests: run a failure, match the text of its traceback, compare the
entry that comes first and its captures with what stands here. Importing this module imports no
library; each call imports what it needs. Django must be configured, no call needs a database, and
the only network access is a refused connection to 127.0.0.1.

Captures are named after the template's placeholders. Those without a name are arg1, arg2, ... by
position among all placeholders; an expression becomes an identifier (`{len(vars)}` is len_vars).
"""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Failure:
    """A call that raises, and the entry that explains what it raises."""

    name: str  # kebab case, unique
    run: Callable[[], object]  # raises the same way every time
    entry: str  # id of the sample record
    captures: Mapping[str, str]  # placeholder name -> its text in the real message


# Django


def unknown_field() -> object:
    from django.contrib.auth.models import Permission

    permissions: Any = Permission.objects
    return permissions.filter(codenam="ship")


def unsupported_lookup() -> object:
    from django.contrib.auth.models import Permission

    return Permission.objects.filter(codename__containss="ship")


def filter_after_slice() -> object:
    from django.contrib.auth.models import Permission

    return Permission.objects.order_by("pk")[:10].filter(codename="ship")


def unexpected_model_keyword() -> object:
    from django.contrib.auth.models import Group

    model: Any = Group
    return model(name="editors", colour="red")


def model_outside_any_app() -> object:
    from django.db import models

    class Reading(models.Model):
        __module__ = "readings"
        value = models.FloatField()

    return Reading


def unsaved_related_object() -> None:
    from django.contrib.auth.models import Permission
    from django.contrib.contenttypes.models import ContentType

    kind = ContentType(app_label="shop", model="order")
    Permission(name="Can ship", codename="ship", content_type=kind).save()


def text_for_number_field() -> object:
    from django.contrib.auth.models import Permission

    return Permission.objects.filter(pk="abc")


def id_for_foreign_key() -> object:
    from django.contrib.auth.models import Permission

    model: Any = Permission
    return model(name="Can ship", content_type=7)


def many_to_many_before_save() -> object:
    from django.contrib.auth.models import Group

    return Group(name="editors").permissions.all()


def unknown_block_tag() -> object:
    from django.template import Engine

    return Engine().from_string("<p>\n{% statik 'logo.svg' %}</p>")


def brackets_in_template() -> object:
    from django.template import Engine

    return Engine().from_string("{{ items[0] }}")


def unknown_tag_library() -> object:
    from django.template import Engine

    libraries = {"i18n": "django.templatetags.i18n", "static": "django.templatetags.static"}
    return Engine(libraries=libraries).from_string("{% load staticfiles %}")


def empty_secret_key() -> object:
    from django.conf import settings
    from django.test import override_settings

    with override_settings(SECRET_KEY=""):
        return settings.SECRET_KEY


def missing_manifest_entry() -> object:
    from django.contrib.staticfiles.storage import ManifestStaticFilesStorage

    storage = ManifestStaticFilesStorage(location="/nonexistent/static", base_url="/static/")
    return storage.stored_name("img/logo.svg")


def host_not_allowed() -> object:
    from django.test import RequestFactory, override_settings

    request = RequestFactory().get("/", headers={"host": "www.shop.example:8443"})
    with override_settings(ALLOWED_HOSTS=["shop.example"], DEBUG=False):
        return request.get_host()


def body_after_read() -> object:
    from django.test import RequestFactory

    request = RequestFactory().post("/hook", data="{}", content_type="application/json")
    request.read()
    return request.body


def json_response_of_a_list() -> object:
    from django.http import JsonResponse

    return JsonResponse([1, 2, 3])


def database_in_event_loop() -> object:
    import asyncio

    from django.db import connection

    async def count() -> object:
        return connection.cursor()

    return asyncio.run(count())


def registry_too_early() -> object:
    from django.apps.registry import Apps

    registry = Apps(())
    registry.apps_ready = False
    return registry.get_app_configs()


def unknown_app_label() -> object:
    from django.apps import apps

    return apps.get_app_config("warehouse")


def unknown_route() -> object:
    from django.http import HttpResponse
    from django.urls import path, reverse

    routes: Any = (path("articles/", lambda request: HttpResponse(), name="article-list"),)
    return reverse("article-lst", urlconf=routes)


# Django REST framework


def valid_without_data() -> object:
    from rest_framework import serializers

    return serializers.Serializer({"name": "Ann"}).is_valid()


def save_invalid_data() -> object:
    from rest_framework import serializers

    class AgeSerializer(serializers.Serializer[Any]):
        age = serializers.IntegerField()

    serializer = AgeSerializer(data={"age": "old"})
    serializer.is_valid()
    return serializer.save()


def data_before_validation() -> object:
    from rest_framework import serializers

    return serializers.Serializer(data={"name": "Ann"}).data


def declared_field_not_listed() -> object:
    from django.contrib.auth.models import Group
    from rest_framework import serializers

    class GroupSerializer(serializers.ModelSerializer[Group]):
        members = serializers.IntegerField(read_only=True)

        class Meta:
            model = Group
            fields = ("name",)

    return GroupSerializer().fields


def view_without_queryset() -> object:
    from rest_framework.generics import ListAPIView

    class GroupList(ListAPIView[Any]):
        pass

    return GroupList().get_queryset()


def view_without_url_argument() -> object:
    from django.contrib.auth.models import Group
    from rest_framework.generics import RetrieveAPIView

    class GroupDetail(RetrieveAPIView[Group]):
        queryset = Group.objects.all()

    view = GroupDetail()
    view.kwargs = {"id": 7}
    return view.get_object()


def relation_without_queryset() -> object:
    from rest_framework import serializers

    return serializers.PrimaryKeyRelatedField()


def route_without_basename() -> None:
    from rest_framework.routers import SimpleRouter
    from rest_framework.viewsets import ViewSet

    SimpleRouter().register("reports", ViewSet)


def setting_names_no_module() -> object:
    from rest_framework.settings import import_from_string

    return import_from_string("errorkb_missing.Pages", "DEFAULT_PAGINATION_CLASS")


# Celery and kombu


def unknown_result_backend() -> object:
    from celery import Celery

    return Celery(backend="json", set_as_current=False).backend


def no_result_backend() -> object:
    from celery import Celery

    return Celery(set_as_current=False).AsyncResult("5f2f6c0e").get(timeout=1)


def crontab_hour_24() -> object:
    from celery.schedules import crontab

    return crontab(minute={0}, hour={24})


def crontab_fraction() -> object:
    from celery.schedules import crontab

    minute: Any = 7.5
    return crontab(minute=minute)


def task_named_by_position() -> object:
    from celery import Celery

    return Celery(set_as_current=False).task("shop.send_mail")


def task_arguments_not_a_list() -> object:
    from celery import Celery

    return Celery(set_as_current=False).amqp.as_task_v2("5f2f6c0e", "shop.add", args=42)


def pickle_not_accepted() -> object:
    from kombu.serialization import dumps, loads

    kind, encoding, body = dumps([1, 2], serializer="pickle")
    return loads(body, kind, encoding, accept={"application/json"})


def unknown_serializer() -> object:
    from kombu.serialization import dumps

    return dumps({"a": 1}, serializer="jsn")


# psycopg


def value_without_dumper() -> object:
    from psycopg import sql

    return sql.Literal({"colour": "red"}).as_string(None)


def too_few_parameters() -> None:
    from psycopg._queries import PostgresQuery
    from psycopg.adapt import Transformer

    PostgresQuery(Transformer()).convert("select %s, %s", (1,))


def named_placeholder_with_list() -> None:
    from psycopg._queries import PostgresQuery
    from psycopg.adapt import Transformer

    PostgresQuery(Transformer()).convert("select %(id)s", [7])


def connection_refused() -> object:
    import psycopg

    return psycopg.connect("host=127.0.0.1 port=1 user=ann dbname=shop connect_timeout=5")


def unknown_connection_option() -> object:
    from psycopg.conninfo import make_conninfo

    return make_conninfo("host=127.0.0.1", database="shop")


def connection_string_without_equals() -> object:
    from psycopg.conninfo import conninfo_to_dict

    return conninfo_to_dict("postgresql+psycopg://127.0.0.1/shop")


# Jinja2


def undefined_template_name() -> object:
    from jinja2 import Environment

    return Environment().from_string("Hello {{ user.name }}").render()


def undefined_template_attribute() -> object:
    from jinja2 import Environment

    return Environment().from_string("{{ order.customer.name }}").render(order={})


def unknown_template_filter() -> object:
    from jinja2 import Environment

    return Environment().from_string("{{ price|money }}")


def unexpected_template_token() -> object:
    from jinja2 import Environment

    return Environment().from_string("{{ user name }}")


def environment_without_loader() -> object:
    from jinja2 import Environment

    return Environment().get_template("page.html")


# CPython


def undefined_name() -> object:
    return total_price + 1  # type: ignore[name-defined]  # noqa: F821


def none_subscripted() -> object:
    import re

    found: Any = re.match(r"(\d+)", "abc")
    return found[1]


def index_out_of_range() -> object:
    rows: list[int] = []
    return rows[0]


def missing_module() -> object:
    import importlib

    return importlib.import_module("errorkb_missing_module")


def invalid_integer() -> object:
    return int("3.5")


def invalid_float() -> object:
    return float("3,50 EUR")


def too_few_values() -> object:
    line = "no-equals-sign"
    key, value = line.split("=")
    return key, value


def too_many_values() -> object:
    line = "a=b=c"
    key, value = line.split("=")
    return key, value


def missing_arguments() -> object:
    volume: Any = _volume
    return volume(3)


def unexpected_keyword() -> object:
    volume: Any = _volume
    return volume(1, 2, 3, depht=4)


def _volume(width: int, height: int, depth: int) -> int:
    return width * height * depth


def unsupported_operands() -> object:
    number: Any = 1
    return number + "2"


def text_plus_number() -> object:
    number: Any = 5
    return "Total: " + number


def date_in_other_format() -> object:
    from datetime import datetime

    return datetime.strptime("2026-11-30", "%d.%m.%Y")


def date_with_rest() -> object:
    from datetime import datetime

    return datetime.strptime("2026-11-30T10:15", "%Y-%m-%d")


def empty_json() -> object:
    return json.loads("")


def single_quoted_json() -> object:
    return json.loads("{'a': 1}")


def date_to_json() -> object:
    from datetime import date

    return json.dumps({"day": date(2026, 11, 30)})


def missing_program() -> object:
    return subprocess.run(["errorkb-missing-program", "--version"], check=False)


_FAILING_COMMAND = [sys.executable, "-c", "raise SystemExit(3)"]


def failing_program() -> object:
    return subprocess.run(_FAILING_COMMAND, check=True)


def nested_event_loop() -> object:
    import asyncio

    async def inner() -> int:
        return 1

    async def outer() -> int:
        waiting = inner()
        try:
            return asyncio.run(waiting)
        finally:
            waiting.close()

    return asyncio.run(outer())


def naive_and_aware_dates() -> object:
    from datetime import UTC, datetime

    return datetime(2026, 11, 30) < datetime(2026, 11, 30, tzinfo=UTC)


def renamed_import() -> object:
    from json import loadz  # type: ignore[attr-defined]

    return loadz


def list_in_a_set() -> object:
    members: Any = [[1, 2]]
    return set(members)


FAILURES: tuple[Failure, ...] = (
    Failure(
        name="unknown-field",
        run=unknown_field,
        entry="78040daa79ee3bbb",
        captures={
            "arg1": "codenam",
            "arg2": "codename, content_type, content_type_id, group, id, name, user",
        },
    ),
    Failure(
        name="unsupported-lookup",
        run=unsupported_lookup,
        entry="af7e8614f117fcef",
        captures={
            "arg1": "containss",
            "arg2": "CharField",
            "arg3": ", perhaps you meant contains or icontains?",
        },
    ),
    Failure(
        name="filter-after-slice",
        run=filter_after_slice,
        entry="a711ced165d14dbf",
        captures={},
    ),
    Failure(
        name="unexpected-model-keyword",
        run=unexpected_model_keyword,
        entry="45617482c2f52a75",
        captures={"cls_name": "Group", "unexpected_names": "'colour'"},
    ),
    Failure(
        name="model-outside-any-app",
        run=model_outside_any_app,
        entry="406fb18b07831078",
        captures={"arg1": "readings", "arg2": "Reading"},
    ),
    Failure(
        name="unsaved-related-object",
        run=unsaved_related_object,
        entry="dcb95fc162eaa649",
        captures={"arg1": "save", "arg2": "content_type"},
    ),
    Failure(
        name="text-for-number-field",
        run=text_for_number_field,
        entry="30f21213703c0010",
        captures={"arg1": "id", "arg2": "'abc'"},
    ),
    Failure(
        name="id-for-foreign-key",
        run=id_for_foreign_key,
        entry="20e780e17c89fc4e",
        captures={"arg1": "7", "arg2": "Permission", "arg3": "content_type", "arg4": "ContentType"},
    ),
    Failure(
        name="many-to-many-before-save",
        run=many_to_many_before_save,
        entry="8eb91de8cb853f26",
        captures={"arg1": "<Group: editors>", "arg2": "id"},
    ),
    Failure(
        name="unknown-block-tag",
        run=unknown_block_tag,
        entry="b3c8ee829144d163",
        captures={"arg1": "2", "arg2": "statik"},
    ),
    Failure(
        name="brackets-in-template",
        run=brackets_in_template,
        entry="a8e7ef8e4b5e705f",
        captures={"arg1": "[0]", "arg2": "items[0]"},
    ),
    Failure(
        name="unknown-tag-library",
        run=unknown_tag_library,
        entry="8fbfc18087302bf7",
        captures={"arg1": "staticfiles", "arg2": "i18n\nstatic"},
    ),
    Failure(
        name="empty-secret-key",
        run=empty_secret_key,
        entry="bb34ba2a369ff399",
        captures={},
    ),
    Failure(
        name="missing-manifest-entry",
        run=missing_manifest_entry,
        entry="7e1c10482cde8201",
        captures={"arg1": "img/logo.svg"},
    ),
    Failure(
        name="host-not-allowed",
        run=host_not_allowed,
        entry="74cac97861eae278",
        captures={"arg1": "'www.shop.example:8443'", "arg2": "'www.shop.example'"},
    ),
    Failure(
        name="body-after-read",
        run=body_after_read,
        entry="cf009de30c5ad407",
        captures={},
    ),
    Failure(
        name="json-response-of-a-list",
        run=json_response_of_a_list,
        entry="990a2d26823da53b",
        captures={},
    ),
    Failure(
        name="database-in-event-loop",
        run=database_in_event_loop,
        entry="a0c90f924f75508e",
        captures={},
    ),
    Failure(
        name="registry-too-early",
        run=registry_too_early,
        entry="6357681beb40fdac",
        captures={},
    ),
    Failure(
        name="unknown-app-label",
        run=unknown_app_label,
        entry="33608129f002b47e",
        captures={"arg1": "warehouse"},
    ),
    Failure(
        name="unknown-route",
        run=unknown_route,
        entry="d8ae2088fa085b4b",
        captures={"view": "article-lst"},
    ),
    Failure(
        name="valid-without-data",
        run=valid_without_data,
        entry="d55bf9fe3e40a558",
        captures={},
    ),
    Failure(
        name="save-invalid-data",
        run=save_invalid_data,
        entry="8a6212196d88bac0",
        captures={},
    ),
    Failure(
        name="data-before-validation",
        run=data_before_validation,
        entry="9a2aece0dbba9bd9",
        captures={},
    ),
    Failure(
        name="declared-field-not-listed",
        run=declared_field_not_listed,
        entry="a0701ad720d6cf30",
        captures={"field_name": "members", "serializer_class": "GroupSerializer"},
    ),
    Failure(
        name="view-without-queryset",
        run=view_without_queryset,
        entry="55a7cb9eb693752d",
        captures={"arg1": "GroupList"},
    ),
    Failure(
        name="view-without-url-argument",
        run=view_without_url_argument,
        entry="198f3c660433a8e0",
        captures={"arg1": "GroupDetail", "arg2": "pk"},
    ),
    Failure(
        name="relation-without-queryset",
        run=relation_without_queryset,
        entry="3cd5dfcb3ff06518",
        captures={},
    ),
    Failure(
        name="route-without-basename",
        run=route_without_basename,
        entry="5ea9b18aa41ab126",
        captures={},
    ),
    Failure(
        name="setting-names-no-module",
        run=setting_names_no_module,
        entry="959a4d5bdfb74cfc",  # the root, before what wraps it
        captures={"arg1": "'errorkb_missing'"},
    ),
    Failure(
        name="unknown-result-backend",
        run=unknown_result_backend,
        entry="1dbb1987a7645da1",
        captures={"arg1": "'json'", "arg2": "'is a Python module, not a backend class.'"},
    ),
    Failure(
        name="no-result-backend",
        run=no_result_backend,
        entry="3f1bf654528f346d",
        captures={},
    ),
    Failure(
        name="crontab-hour-24",
        run=crontab_hour_24,
        entry="8fc3f60349590e52",
        captures={"min": "0", "max": "23", "value": "24"},
    ),
    Failure(
        name="crontab-fraction",
        run=crontab_fraction,
        entry="05f25899715159ec",
        captures={"type": "<class 'float'>"},
    ),
    Failure(
        name="task-named-by-position",
        run=task_named_by_position,
        entry="dc401eaf7c0b0ed1",
        captures={},
    ),
    Failure(
        name="task-arguments-not-a-list",
        run=task_arguments_not_a_list,
        entry="54d27835432cac01",
        captures={},
    ),
    Failure(
        name="pickle-not-accepted",
        run=pickle_not_accepted,
        entry="463e698933b99182",
        captures={"arg1": "untrusted", "arg2": "pickle (application/x-python-serialize)"},
    ),
    Failure(
        name="unknown-serializer",
        run=unknown_serializer,
        entry="7a0730de55792208",
        captures={"serializer": "jsn"},
    ),
    Failure(
        name="value-without-dumper",
        run=value_without_dumper,
        entry="191009a7c63d83c1",
        captures={"cls_name": "'dict'", "format": "t", "PyFormat_format_name": "TEXT"},
    ),
    Failure(
        name="too-few-parameters",
        run=too_few_parameters,
        entry="99f16063988b0534",
        captures={"len_parts_1": "2", "len_vars": "1"},
    ),
    Failure(
        name="named-placeholder-with-list",
        run=named_placeholder_with_list,
        entry="cabeca2c315bc685",
        captures={},
    ),
    Failure(
        name="connection-refused",
        run=connection_refused,
        entry="9391b2a439563072",
        captures={
            "pq_error_message_conn_encoding_encoding": (
                'connection to server at "127.0.0.1", port 1 failed: Connection refused\n'
                "\tIs the server running on that host and accepting TCP/IP connections?"
            ),
        },
    ),
    Failure(
        name="unknown-connection-option",
        run=unknown_connection_option,
        entry="fa799472d584fbc4",
        captures={"arg1": "database"},
    ),
    Failure(
        name="connection-string-without-equals",
        run=connection_string_without_equals,
        entry="ca8d24eaca071ce4",
        captures={"arg1": "postgresql+psycopg://127.0.0.1/shop"},
    ),
    Failure(
        name="undefined-template-name",
        run=undefined_template_name,
        entry="5a5114c4a15936f3",
        captures={"self_undefined_name": "'user'"},
    ),
    Failure(
        name="undefined-template-attribute",
        run=undefined_template_attribute,
        entry="8756ef7ba2f95e6f",
        captures={
            "object_type_repr_self_undefined_obj": "'dict object'",
            "self_undefined_name": "'customer'",
        },
    ),
    Failure(
        name="unknown-template-filter",
        run=unknown_template_filter,
        entry="74cf83e3d51947af",
        captures={"type_name": "filter", "node_name": "'money'"},
    ),
    Failure(
        name="unexpected-template-token",
        run=unexpected_template_token,
        entry="6ac3ce54a100b43f",
        captures={"expr": "'end of print statement'", "describe_token_self_current": "'name'"},
    ),
    Failure(
        name="environment-without-loader",
        run=environment_without_loader,
        entry="e6a321210e52eb5d",
        captures={},
    ),
    Failure(
        name="undefined-name",
        run=undefined_name,
        entry="2f957df4e28e6a91",
        captures={"arg1": "total_price"},
    ),
    Failure(
        name="none-subscripted",
        run=none_subscripted,
        entry="21e4f6a0b2699da4",
        captures={"arg1": "NoneType"},
    ),
    Failure(
        name="index-out-of-range",
        run=index_out_of_range,
        entry="dae1af19fbba29ae",
        captures={},
    ),
    Failure(
        name="missing-module",
        run=missing_module,
        entry="959a4d5bdfb74cfc",
        captures={"arg1": "'errorkb_missing_module'"},
    ),
    Failure(
        name="invalid-integer",
        run=invalid_integer,
        entry="2aa14af794a3a468",
        captures={"arg1": "10", "arg2": "'3.5'"},
    ),
    Failure(
        name="invalid-float",
        run=invalid_float,
        entry="358692ec2d5dd6ca",
        captures={"arg1": "'3,50 EUR'"},
    ),
    Failure(
        name="too-few-values",
        run=too_few_values,
        entry="89399e0ee98dd40a",
        captures={"arg1": "2", "arg2": "1"},
    ),
    Failure(
        name="too-many-values",
        run=too_many_values,
        entry="fa0d3af0d0950edd",
        captures={"arg1": "2"},
    ),
    Failure(
        name="missing-arguments",
        run=missing_arguments,
        entry="f3ea54377cd44245",
        captures={
            "arg1": "_volume",
            "arg2": "2",
            "arg3": "positional",
            "arg4": "s",
            "arg5": "'height' and 'depth'",
        },
    ),
    Failure(
        name="unexpected-keyword",
        run=unexpected_keyword,
        entry="2f82d2d0bd16e193",
        captures={"arg1": "_volume", "arg2": "depht"},
    ),
    Failure(
        name="unsupported-operands",
        run=unsupported_operands,
        entry="b8dd6f1f0aedaa4f",
        captures={"arg1": "+", "arg2": "int", "arg3": "str"},
    ),
    Failure(
        name="text-plus-number",
        run=text_plus_number,
        entry="07498147a6fdece3",
        captures={"arg1": "int"},
    ),
    Failure(
        name="date-in-other-format",
        run=date_in_other_format,
        entry="621b2926b9c27d16",
        captures={"arg1": "'2026-11-30'", "arg2": "'%d.%m.%Y'"},
    ),
    Failure(
        name="date-with-rest",
        run=date_with_rest,
        entry="e9b6fd1b6482216f",
        captures={"arg1": "T10:15"},
    ),
    Failure(
        name="empty-json",
        run=empty_json,
        entry="ee8ee38606997c86",
        captures={"arg1": "1", "arg2": "1", "arg3": "0"},
    ),
    Failure(
        name="single-quoted-json",
        run=single_quoted_json,
        entry="b2e6d8220deb09f8",
        captures={"arg1": "1", "arg2": "2", "arg3": "1"},
    ),
    Failure(
        name="date-to-json",
        run=date_to_json,
        entry="974859b8f2d78eda",
        captures={"o_class_name": "date"},
    ),
    Failure(
        name="missing-program",
        run=missing_program,
        entry="16f42a6f757437f1",
        captures={"err_filename": "'errorkb-missing-program'"},
    ),
    Failure(
        name="failing-program",
        run=failing_program,
        entry="b2fcd8142720ca23",
        captures={"arg1": str(_FAILING_COMMAND), "arg2": "3"},
    ),
    Failure(
        name="nested-event-loop",
        run=nested_event_loop,
        entry="38c56bd6fe102f9c",
        captures={},
    ),
    Failure(
        name="naive-and-aware-dates",
        run=naive_and_aware_dates,
        entry="b5e6a3643ec1a63c",
        captures={},
    ),
    Failure(
        name="renamed-import",
        run=renamed_import,
        entry="e037c4d273875a30",
        captures={"arg1": "'loadz'", "arg2": "'json'", "arg3": json.__file__},
    ),
    Failure(
        name="list-in-a-set",
        run=list_in_a_set,
        entry="3e78664543251d5d",
        captures={"arg1": "list"},
    ),
)


# PostgreSQL, for a test run that has a server


def server_failures(dsn: str) -> tuple[Failure, ...]:
    """Failures of statements on the server behind dsn, in a temporary schema that is rolled back.

    The server's messages go on after the template, with LINE, DETAIL and HINT lines.
    """

    def failing(statement: str) -> Callable[[], object]:
        return lambda: _execute(dsn, statement)

    return (
        Failure(
            name="duplicate-key",
            run=failing("insert into member values (2, 'ann@example.com')"),
            entry="2238705a744c6216",
            captures={"arg1": "member_email_key"},
        ),
        Failure(
            name="missing-table",
            run=failing("select * from membre"),
            entry="891d2b787bed0b31",
            captures={"arg1": "membre"},
        ),
        Failure(
            name="missing-column",
            run=failing("select nickname from member"),
            entry="207b987afe1c23d0",
            captures={"arg1": "nickname"},
        ),
        Failure(
            name="null-in-required-column",
            run=failing("insert into member values (3, null)"),
            entry="1f198bd7ac47460f",
            captures={"arg1": "email", "arg2": "member"},
        ),
        Failure(
            name="dangling-foreign-key",
            run=failing("insert into purchase values (9); set constraints all immediate"),
            entry="55d28e0c0709662f",
            captures={"arg1": "purchase", "arg2": "purchase_member_fkey"},
        ),
        Failure(
            name="closed-cursor",
            run=lambda: _closed_cursor(dsn),
            entry="9729e0261f8d1668",
            captures={},
        ),
    )


_TABLES = """
create temporary table member (
    id integer constraint member_pkey primary key,
    email text not null constraint member_email_key unique
) on commit drop;
create temporary table purchase (
    member_id integer constraint purchase_member_fkey references member (id)
) on commit drop;
insert into member values (1, 'ann@example.com');
"""


def _execute(dsn: str, statement: str) -> object:
    import psycopg

    with psycopg.connect(dsn) as connection:
        connection.execute(_TABLES)
        return connection.execute(statement.encode())


def _closed_cursor(dsn: str) -> object:
    import psycopg

    with psycopg.connect(dsn) as connection:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
        return cursor.fetchone()
