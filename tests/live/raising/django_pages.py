"""Calls that fail between a request and a page of Django: routes, forms, templates, responses."""

import datetime

from django import forms
from django.contrib.auth.models import Group, Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.paginator import Paginator
from django.core.validators import (
    FileExtensionValidator,
    MinValueValidator,
    validate_email,
)
from django.forms.formsets import formset_factory
from django.forms.models import inlineformset_factory, modelform_factory
from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.http.multipartparser import MultiPartParser
from django.shortcuts import get_object_or_404
from django.template import Context, Engine, Variable
from django.test import RequestFactory
from django.urls import include, path, re_path, resolve, reverse
from django.utils.datastructures import MultiValueDict
from django.views.generic import DetailView, FormView, TemplateView

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
django = collector(CALLS, "django")


class MemberForm(forms.Form):
    name = forms.CharField()
    age = forms.IntegerField(max_value=120)


def page(request):
    return HttpResponse()


# Routes


@django
def unknown_path_converter() -> object:
    return path("articles/<year:when>/", page)


@django
def view_is_text() -> object:
    return path("articles/", "shop.views.articles")


@django
def unbalanced_route() -> object:
    return re_path(r"^articles/(\d+$", page).pattern.regex


@django
def namespace_without_app() -> object:
    return include([path("a/", page)], namespace="shop")


@django
def address_of_no_route() -> object:
    return resolve("/no/such/page", urlconf=(path("articles/", page),))


@django
def route_with_wrong_arguments() -> object:
    return reverse("article", args=["x"], urlconf=(path("articles/<int:year>/", page, name="article"),))


@django
def unknown_namespace() -> object:
    return reverse("shop:article", urlconf=(path("articles/", page, name="article"),))


# Templates


@django
def unclosed_block_tag() -> object:
    return Engine().from_string("<p>\n{% if user %}Hello")


@django
def for_without_in() -> object:
    return Engine().from_string("{% for item of items %}{% endfor %}")


@django
def unknown_template_filter_of_django() -> object:
    return Engine().from_string("{{ price|money }}")


@django
def filter_without_argument() -> object:
    return Engine().from_string("{{ price|add }}")


@django
def block_named_twice() -> object:
    return Engine().from_string("{% block a %}{% endblock %}{% block a %}{% endblock %}")


@django
def half_a_condition() -> object:
    return Engine().from_string("{% if a == %}{% endif %}")


@django
def private_template_variable() -> object:
    return Engine().from_string("{{ user._password }}")


@django
def variable_not_in_context() -> object:
    return Variable("order.total").resolve(Context({"order": {"count": 3}}))


@django
def context_popped_too_often() -> object:
    return Context().pop()


@django
def template_in_no_folder() -> object:
    return Engine(dirs=["/nonexistent/templates"]).get_template("shop/cart.html")


# Forms and validators


@django
def required_form_field() -> object:
    return forms.CharField().clean("")


@django
def text_for_number_in_form() -> object:
    return forms.IntegerField().clean("seven")


@django
def choice_not_offered() -> object:
    return forms.ChoiceField(choices=[("s", "small"), ("l", "large")]).clean("xl")


@django
def empty_upload() -> object:
    return forms.FileField().clean(SimpleUploadedFile("cv.pdf", b""))


@django
def form_without_field() -> object:
    return MemberForm()["colour"]


@django
def error_for_unknown_field() -> object:
    form = MemberForm({"name": "Ann", "age": "41"})
    form.full_clean()
    return form.add_error("colour", "Too bright")


@django
def form_of_unknown_model_field() -> object:
    return modelform_factory(Group, fields=["name", "colour"])


@django
def form_of_all_fields_unsaid() -> object:
    return modelform_factory(Group)


@django
def inline_forms_without_relation() -> object:
    return inlineformset_factory(Group, Permission, fields=["name"])


@django
def fewer_forms_than_allowed() -> object:
    return formset_factory(MemberForm, max_num=5, absolute_max=3)


@django
def save_of_invalid_form() -> object:
    form = modelform_factory(Group, fields=["name"])({"name": "x" * 200})
    return form.save()


@django
def bad_mail_address() -> object:
    return validate_email("ann@")


@django
def value_below_minimum() -> object:
    return MinValueValidator(18)(17)


@django
def file_extension_not_allowed() -> object:
    return FileExtensionValidator(["png"])(SimpleUploadedFile("cv.exe", b"MZ"))


# Requests and responses


@django
def status_out_of_range() -> object:
    return HttpResponse(status=1000)


@django
def line_break_in_header() -> object:
    return HttpResponse(headers={"X-Name": "Ann\nSet-Cookie: a=b"})


@django
def redirect_to_script() -> object:
    return HttpResponseRedirect("javascript:alert(1)")


@django
def change_of_fixed_query() -> object:
    QueryDict("a=1")["b"] = "2"


@django
def missing_form_value() -> object:
    return MultiValueDict({"name": ["Ann"]})["colour"]


@django
def cookie_expires_twice() -> object:
    return HttpResponse().set_cookie("a", "1", max_age=60, expires=datetime.datetime(2026, 1, 1))


@django
def upload_without_boundary() -> object:
    meta = {"CONTENT_TYPE": "multipart/form-data", "CONTENT_LENGTH": "10"}
    return MultiPartParser(meta, None, [])


@django
def not_found_for_text() -> object:
    return get_object_or_404("Group", pk=1)


@django
def not_found_for_query() -> object:
    return get_object_or_404(Group.objects.none(), name="editors")


@django
def page_that_is_empty() -> object:
    return Paginator(["a", "b"], 2).page(5)


@django
def page_that_is_text() -> object:
    return Paginator(["a", "b"], 2).page("last")


@django
def view_with_unknown_argument() -> object:
    return TemplateView.as_view(templte_name="cart.html")


@django
def view_without_template() -> object:
    return TemplateView().get_template_names()


@django
def detail_without_key() -> object:
    view = DetailView()
    view.setup(RequestFactory().get("/"))
    view.queryset = Group.objects.all()
    return view.get_object()


@django
def form_view_leads_nowhere() -> object:
    return FormView().get_success_url()
