"""Calls that fail in Django's forms, validators, storage, signing, paths and its smaller parts."""

import datetime
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group
from django.core import mail, paginator, signing, validators
from django.core.files.storage import FileSystemStorage, storages
from django.core.files.utils import validate_file_name
from django.core.management import call_command
from django.db import migrations, models
from django.db.models import Value, Window
from django.db.models.functions import Concat, Substr
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse, StreamingHttpResponse
from django.urls import include, re_path
from django.utils import timezone

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
django = collector(CALLS, "django")


# Validators and forms


@django
def text_too_short_for_validator() -> object:
    return validators.MinLengthValidator(8)("short")


@django
def text_too_long_for_validator() -> object:
    return validators.MaxLengthValidator(3)("long")


@django
def too_many_digits() -> object:
    return validators.DecimalValidator(3, 1)(Decimal("12345.6"))


@django
def step_not_met() -> object:
    return validators.StepValueValidator(5)(7)


@django
def form_date_of_no_day() -> object:
    return forms.DateField().clean("2026-02-31")


@django
def form_choice_not_offered() -> object:
    return forms.ChoiceField(choices=[("a", "A")]).clean("b")


@django
def form_choices_no_list() -> object:
    return forms.MultipleChoiceField(choices=[("a", "A")]).clean("a")


@django
def form_email_without_address() -> object:
    return forms.EmailField().clean("nobody")


@django
def form_json_broken() -> object:
    return forms.JSONField().clean("{")


@django
def form_duration_too_long() -> object:
    return forms.DurationField().clean("1000000000000 00:00:00")


# Files


@django
def file_outside_of_storage() -> object:
    return FileSystemStorage(location="/srv/shop").path("../secret")


@django
def file_name_with_folder() -> object:
    return validate_file_name("shop/price.txt")


@django
def storage_not_in_settings() -> object:
    return storages["shop"]


# Addresses and responses


@django
def view_is_a_text() -> object:
    view: Any = "shop.views.index"
    return re_path("^shop/$", view)


@django
def names_without_application() -> object:
    return include([], namespace="shop")


@django
def redirect_to_odd_scheme() -> object:
    return HttpResponseRedirect("ftps2://shop")


@django
def list_as_safe_json() -> object:
    return JsonResponse([1])


@django
def content_of_a_stream() -> object:
    response: Any = StreamingHttpResponse([b""])
    return response.content


@django
def status_of_no_kind() -> object:
    return HttpResponse(status=99)


# Models, migrations and expressions


@django
def code_of_no_migration() -> object:
    forwards: Any = "forwards"
    return migrations.RunPython(forwards)


@django
def text_from_position_zero() -> object:
    return Substr("name", 0)


@django
def only_one_to_join() -> object:
    return Concat("name")


@django
def window_over_no_function() -> object:
    return Window(Value(1))


@django
def index_without_fields() -> object:
    return models.Index()


@django
def constraint_of_nothing() -> object:
    return models.UniqueConstraint(name="one")


@django
def group_by_two_kinds() -> object:
    return Group.objects.values("name").only("name")


# Auth, signing, mail, time, pages


@django
def password_of_a_number() -> object:
    password: Any = 7
    return make_password(password)


@django
def signature_changed() -> object:
    return signing.Signer(key="key").unsign("order:no-signature")


@django
def signature_without_separator() -> object:
    return signing.Signer(key="key").unsign("order")


@django
def page_beyond_the_last() -> object:
    return paginator.Paginator([1, 2], 1).page(9)


@django
def page_of_no_number() -> object:
    return paginator.Paginator([1, 2], 1).validate_number("first")


@django
def mail_header_with_line_break() -> object:
    return mail.EmailMessage("one\ntwo", "text", "a@example.org", ["b@example.org"]).message()


@django
def time_made_aware_twice() -> object:
    return timezone.make_aware(datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC), datetime.UTC)


@django
def command_not_there() -> object:
    return call_command("sell")
