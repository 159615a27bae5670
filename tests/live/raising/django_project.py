"""Calls that fail in what is around Django's pages: settings, apps, migrations, commands, storage, tools."""

import datetime
import json
from types import ModuleType

from django.apps import AppConfig, apps
from django.conf import settings
from django.contrib.auth.hashers import get_hasher
from django.contrib.auth.models import Group
from django.core import serializers, signing
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.core.files.storage import storages
from django.core.mail import EmailMessage
from django.core.management import BaseCommand, call_command
from django.db import migrations, models
from django.db.migrations.exceptions import InvalidBasesError
from django.db.migrations.graph import MigrationGraph
from django.db.migrations.optimizer import MigrationOptimizer
from django.db.migrations.state import ModelState, ProjectState
from django.db.migrations.writer import MigrationWriter
from django.dispatch import Signal
from django.test import override_settings
from django.utils import archive, dateformat, http, timezone
from django.utils._os import safe_join
from django.utils.crypto import salted_hmac
from django.utils.decorators import method_decorator
from django.utils.functional import cached_property
from django.utils.module_loading import import_string

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
django = collector(CALLS, "django")


# Settings and apps


@django
def settings_made_twice() -> object:
    return settings.configure(DEBUG=True)


@django
def class_not_in_module() -> object:
    return import_string("json.JSONParser")


@django
def word_as_class_path() -> object:
    return import_string("JSONParser")


@django
def app_class_misspelt() -> object:
    return AppConfig.create("django.contrib.auth.apps.AuthConf")


@django
def app_without_folder() -> object:
    return AppConfig("shop", ModuleType("shop"))


@django
def unknown_model_of_app() -> object:
    return apps.get_model("auth.Team")


@django
def unknown_cache() -> object:
    return caches["pages"]


@django
def unknown_storage() -> object:
    return storages["archive"]


@django
def count_of_missing_cache_key() -> object:
    return LocMemCache("pages", {}).incr("hits")


@django
def settings_on_plain_class() -> object:
    return override_settings(DEBUG=True)(json.JSONDecoder)


# Migrations


@django
def model_with_field_twice() -> object:
    return migrations.CreateModel("Order", [("total", models.IntegerField()), ("total", models.FloatField())])


@django
def index_without_name() -> object:
    return migrations.AddIndex("Order", models.Index(fields=["total"]))


@django
def python_step_is_text() -> object:
    return migrations.RunPython("shop.fill_totals")


@django
def step_back_over_python() -> object:
    return migrations.RunPython(migrations.RunPython.noop).database_backwards("shop", None, None, None)


@django
def migration_parent_missing() -> object:
    graph = MigrationGraph()
    graph.add_node(("shop", "0002_total"), None)
    return graph.add_dependency(None, ("shop", "0002_total"), ("shop", "0001_initial"))


@django
def migration_after_itself() -> object:
    graph = MigrationGraph()
    graph.add_node(("shop", "0001_initial"), None)
    graph.add_dependency(None, ("shop", "0001_initial"), ("shop", "0001_initial"))
    return graph.ensure_not_cyclic()


@django
def state_of_unknown_bases() -> object:
    state = ProjectState()
    fields = [("id", models.AutoField(primary_key=True))]
    state.add_model(ModelState("shop", "Order", fields, bases=("shop.base",)))
    return state.apps


@django
def model_state_of_live_relation() -> object:
    return ModelState("shop", "Order", [("group", models.ForeignKey(Group, models.CASCADE))])


@django
def lambda_in_a_migration() -> object:
    return MigrationWriter.serialize(lambda: 0)


@django
def optimizer_without_app() -> object:
    return MigrationOptimizer().optimize([], None)


# Commands


@django
def unknown_command() -> object:
    return call_command("mirgate")


@django
def unknown_command_option() -> object:
    return call_command("check", colour="red")


@django
def unknown_command_argument() -> object:
    return call_command("check", "--colour")


@django
def command_without_handle() -> object:
    return BaseCommand().handle()


@django
def app_named_with_digit() -> object:
    return call_command("startapp", "1shop")


@django
def dump_of_unknown_app() -> object:
    return call_command("dumpdata", "shop")


# Serialized and signed data


@django
def unknown_serialization_format() -> object:
    return serializers.get_serializer("ini")


@django
def fixture_of_unknown_model() -> object:
    return list(serializers.deserialize("python", [{"model": "shop.order", "pk": 1, "fields": {}}]))


@django
def signed_value_changed() -> object:
    return signing.Signer(key="k").unsign("total=1:AAAA")


@django
def value_never_signed() -> object:
    return signing.Signer(key="k").unsign("total=1")


@django
def letter_as_signature_separator() -> object:
    return signing.Signer(key="k", sep="s")


@django
def unknown_hash_algorithm() -> object:
    return salted_hmac("salt", "value", algorithm="md0")


@django
def unknown_password_hasher() -> object:
    return get_hasher("rot13")


# Mail and tools


@django
def mail_to_plain_text() -> object:
    return EmailMessage(to="ann@example.com")


@django
def line_break_in_subject() -> object:
    return EmailMessage(subject="Hello\nBcc: all@example.com", to=["ann@example.com"]).message()


@django
def signal_to_a_number() -> object:
    with override_settings(DEBUG=True):
        return Signal().connect(3)


@django
def aware_time_made_aware() -> object:
    return timezone.make_aware(datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))


@django
def path_outside_of_base() -> object:
    return safe_join("/srv/media", "../secret.txt")


@django
def hour_of_a_date() -> object:
    return dateformat.format(datetime.date(2026, 1, 1), "Y-m-d H:i")


@django
def text_not_in_base_64() -> object:
    return http.urlsafe_base64_decode("a")


@django
def number_in_base_36_too_long() -> object:
    return http.base36_to_int("z" * 14)


@django
def archive_of_unknown_kind() -> object:
    return archive.Archive("backup.rar")


@django
def decorator_of_missing_method() -> object:
    return method_decorator(cached_property, name="dispach")(InvalidBasesError)


@django
def property_without_a_name() -> object:
    return cached_property(lambda self: 1).__get__(object())
