"""Calls that fail in Django REST framework; none reaches a database."""

import io
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.test import RequestFactory
from rest_framework import serializers
from rest_framework.authentication import BasicAuthentication, TokenAuthentication
from rest_framework.decorators import api_view
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.pagination import CursorPagination, PageNumberPagination
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter
from rest_framework.settings import APISettings, api_settings
from rest_framework.throttling import ScopedRateThrottle, SimpleRateThrottle
from rest_framework.versioning import QueryParameterVersioning
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSet

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
rest = collector(CALLS, "rest_framework")


class Age(serializers.Serializer):
    age = serializers.IntegerField()


def request(path: str = "/", **headers: str) -> Request:
    return Request(RequestFactory().get(path, headers=headers), parsers=[JSONParser()])


# Fields


@rest
def text_for_number() -> object:
    return serializers.IntegerField().run_validation("old")


@rest
def required_value_missing() -> object:
    return Age(data={}).is_valid(raise_exception=True)


@rest
def error_key_not_declared() -> object:
    return serializers.IntegerField().fail("too_old")


@rest
def read_only_and_required() -> object:
    return serializers.IntegerField(read_only=True, required=True)


@rest
def number_without_places() -> object:
    return serializers.DecimalField(max_digits=3, decimal_places=1).validate_precision(Decimal("1234.5"))


@rest
def source_named_as_field() -> object:
    class Member(serializers.Serializer):
        name = serializers.CharField(source="name")

    return Member().fields


@rest
def attribute_not_on_object() -> object:
    return Age(Group(name="editors")).data


@rest
def link_without_request() -> object:
    class GroupLink(serializers.Serializer):
        url = serializers.HyperlinkedIdentityField(view_name="group-detail")

    return GroupLink(Group(name="editors")).data


@rest
def null_not_allowed() -> object:
    return serializers.CharField().run_validation(None)


# Serializers


@rest
def create_not_written() -> object:
    return Age().create({"age": 41})


@rest
def serializer_without_meta() -> object:
    return serializers.ModelSerializer().get_fields()


@rest
def fields_are_text() -> object:
    class GroupSerializer(serializers.ModelSerializer):
        class Meta:
            model = Group
            fields = "name"

    return GroupSerializer().fields


@rest
def fields_unsaid() -> object:
    class GroupSerializer(serializers.ModelSerializer):
        class Meta:
            model = Group

    return GroupSerializer().fields


@rest
def unknown_model_attribute() -> object:
    class GroupSerializer(serializers.ModelSerializer):
        class Meta:
            model = Group
            fields = ("name", "colour")

    return GroupSerializer().fields


@rest
def nested_data_saved() -> object:
    class KindSerializer(serializers.Serializer):
        model = serializers.CharField()

    class PermissionSerializer(serializers.ModelSerializer):
        content_type = KindSerializer()

        class Meta:
            model = Permission
            fields = ("name", "content_type")

    return PermissionSerializer().create({"name": "Can ship", "content_type": {"model": "order"}})


@rest
def errors_before_validation() -> object:
    return Age(data={"age": 41}).errors


@rest
def commit_asked_of_save() -> object:
    serializer = Age(data={"age": 41})
    serializer.is_valid()
    return serializer.save(commit=False)


# Requests, views and responses


@rest
def broken_json_body() -> object:
    return JSONParser().parse(io.BytesIO(b'{"age": '))


@rest
def body_of_unknown_kind() -> object:
    sent = RequestFactory().post("/", data="age=41", content_type="text/x-age")
    return Request(sent, parsers=[JSONParser()]).data


@rest
def no_credentials_given() -> object:
    return BasicAuthentication().authenticate(request(authorization="Basic"))


@rest
def spaces_in_token() -> object:
    return TokenAuthentication().authenticate(request(authorization="Token a b"))


@rest
def nothing_acceptable() -> object:
    return DefaultContentNegotiation().select_renderer(request(accept="image/png"), [JSONRenderer()])


@rest
def method_not_offered() -> object:
    return APIView().http_method_not_allowed(request())


@rest
def request_throttled() -> object:
    return APIView().throttled(request(), 30)


@rest
def not_permitted() -> object:
    return APIView().permission_denied(request())


@rest
def view_returned_nothing() -> object:
    view: Any = APIView()
    return view.finalize_response(request(), None)


@rest
def serializer_as_response() -> object:
    return Response(Age(data={"age": 41}))


@rest
def response_never_negotiated() -> object:
    return Response({"age": 41}).render()


@rest
def page_out_of_range() -> object:
    class Pages(PageNumberPagination):
        page_size = 2

    return Pages().paginate_queryset([1, 2, 3], request("/?page=9"))


@rest
def cursor_garbled() -> object:
    return CursorPagination().decode_cursor(request("/?cursor=a"))


@rest
def version_not_allowed() -> object:
    class Versions(QueryParameterVersioning):
        allowed_versions = ("1", "2")

    return Versions().determine_version(request("/?version=7"))


# Declarations


@rest
def unknown_api_setting() -> object:
    return api_settings.DEFAULT_COLOUR


@rest
def setting_that_is_gone() -> object:
    return APISettings({"PAGINATE_BY": 10}).user_settings


@rest
def api_setting_not_importable() -> object:
    return APISettings({"DEFAULT_PARSER_CLASSES": ["json.NoParser"]}).DEFAULT_PARSER_CLASSES


@rest
def throttle_without_rate() -> object:
    return SimpleRateThrottle()


@rest
def throttle_of_unknown_scope() -> object:
    throttle = ScopedRateThrottle()
    throttle.scope = "uploads"
    return throttle.get_rate()


@rest
def route_registered_twice() -> object:
    class Reports(ViewSet):
        pass

    router = SimpleRouter()
    router.register("reports", Reports, basename="report")
    return router.register("reports", Reports, basename="report")


@rest
def view_set_without_actions() -> object:
    return ViewSet.as_view()


@rest
def view_decorator_without_call() -> object:
    return api_view(APIView.as_view())(request())


@rest
def query_of_the_class() -> object:
    class Groups(APIView):
        queryset = Group.objects.all()

    Groups.as_view()
    return list(Groups.queryset)
