"""Calls that fail in Django's models and queries; none reaches a database."""

import datetime

from django.contrib.auth.models import AbstractUser, AnonymousUser, Group, Permission, User
from django.contrib.postgres.search import SearchQuery
from django.db import connections, models
from django.db.models import Case, Count, F, Prefetch, Q, Value, When, Window
from django.db.models.functions import Coalesce, Lower

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
django = collector(CALLS, "django")


@django
def order_by_unknown_field() -> object:
    return Permission.objects.order_by("colour")


@django
def lookup_on_a_relation() -> object:
    return Permission.objects.filter(content_type__colour="red")


@django
def get_without_a_match() -> object:
    return Permission.objects.none().get(codename="ship")


@django
def negative_index_of_query() -> object:
    return Permission.objects.all()[-1]


@django
def text_index_of_query() -> object:
    return Permission.objects.all()["codename"]


@django
def order_after_slice() -> object:
    return Permission.objects.all()[:5].order_by("name")


@django
def delete_of_a_slice() -> object:
    return Permission.objects.all()[:5].delete()


@django
def update_of_a_slice() -> object:
    return Permission.objects.all()[:5].update(name="Can ship")


@django
def only_after_values() -> object:
    return Permission.objects.values("id").only("id")


@django
def flat_list_of_two_fields() -> object:
    return Permission.objects.values_list("id", "name", flat=True)


@django
def annotation_named_as_field() -> object:
    return Permission.objects.annotate(name=Count("group"))


@django
def annotation_without_name() -> object:
    return Permission.objects.annotate(Value(1) + F("id"))


@django
def negative_batch_size() -> object:
    return Group.objects.bulk_create([Group(name="editors")], batch_size=-1)


@django
def bulk_update_of_unsaved() -> object:
    return Group.objects.bulk_update([Group(name="editors")], ["name"])


@django
def dates_by_the_hour() -> object:
    return User.objects.dates("date_joined", "hour")


@django
def join_on_plain_field() -> object:
    return str(Permission.objects.select_related("codename").query)


@django
def prefetch_of_values() -> object:
    return Prefetch("permissions", queryset=Permission.objects.values("id"))


@django
def two_models_in_one_query() -> object:
    return Permission.objects.all() & Group.objects.all()


@django
def filter_after_union() -> object:
    return Group.objects.union(Group.objects.all()).filter(name="editors")


@django
def latest_by_nothing() -> object:
    return Group.objects.latest()


@django
def in_bulk_by_repeated_field() -> object:
    return Permission.objects.in_bulk(["ship"], field_name="codename")


@django
def condition_and_number() -> object:
    return Q(name="editors") & 3


@django
def empty_when() -> object:
    return When(Q(), then=1)


@django
def case_of_numbers() -> object:
    return Case(1, 2)


@django
def too_many_function_arguments() -> object:
    return Lower("name", "codename")


@django
def coalesce_of_one() -> object:
    return Coalesce("name")


@django
def window_over_plain_value() -> object:
    return Window(Value(1))


@django
def sum_of_mixed_types() -> object:
    text = Value("a", output_field=models.CharField())
    return (text + Value(datetime.date(2026, 1, 1), models.DateField())).output_field


@django
def foreign_key_to_number() -> object:
    return models.ForeignKey(3, on_delete=models.CASCADE)


@django
def on_delete_is_text() -> object:
    return models.ForeignKey("auth.Group", on_delete="cascade")


@django
def index_fields_are_text() -> object:
    return models.Index(fields="name", name="by_name")


@django
def constraint_without_name() -> object:
    return models.UniqueConstraint(fields=["name"], name="")


@django
def blank_model_fields() -> object:
    return Permission().full_clean(validate_unique=False, validate_constraints=False)


@django
def text_for_integer_column() -> object:
    return models.IntegerField().to_python("seven")


@django
def day_out_of_month() -> object:
    return models.DateField().to_python("2026-02-31")


@django
def bad_duration() -> object:
    return models.DurationField().to_python("soon")


@django
def relation_not_set() -> object:
    return Permission(name="Can ship").content_type


@django
def manager_of_an_instance() -> object:
    return Group(name="editors").objects


@django
def abstract_model_made() -> object:
    return AbstractUser()


@django
def too_many_model_values() -> object:
    return Group(1, "editors", "red")


@django
def delete_before_save() -> object:
    return Group(name="editors").delete()


@django
def save_in_both_ways() -> object:
    return Group(name="editors").save(force_insert=True, force_update=True)


@django
def save_of_unknown_field() -> object:
    return Group(pk=1).save(update_fields=["colour"])


@django
def unknown_database() -> object:
    return connections["archive"]


@django
def unknown_model_field() -> object:
    return Group._meta.get_field("colour")


@django
def user_without_name() -> object:
    return User.objects.create_user("")


@django
def superuser_without_staff() -> object:
    return User.objects.create_superuser("ann", is_staff=False)


@django
def anonymous_user_saved() -> object:
    return AnonymousUser().save()


@django
def anonymous_user_as_number() -> object:
    return int(AnonymousUser())


@django
def unknown_search_type() -> object:
    return SearchQuery("ship", search_type="fuzzy")


@django
def search_query_and_text() -> object:
    return SearchQuery("ship") | "boat"
