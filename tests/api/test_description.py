"""``/api/schema/``: OpenAPI 3.1 that is valid, whole, and true to the program."""

import io
import json

import jsonschema_rs
import pytest
import yaml
from django.core.management import call_command
from drf_spectacular.management.commands.spectacular import Command

from errorkb.api.schema.parts import example, ref
from errorkb.api.schema.shapes import SHAPES
from ingest.record import FIELDS

METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def described():
    from errorkb.api.schema.document import description  # noqa: PLC0415 - it reads all views

    return description()


def operations(described):
    for path, methods in described["paths"].items():
        for method, told in methods.items():
            yield path, method, told


def test_it_is_valid_and_free_of_warnings(tmp_path):
    call_command(Command(), validate=True, fail_on_warn=True, file=str(tmp_path / "schema.yml"),
                 stdout=io.StringIO())  # fmt: skip


def test_it_comes_as_json_and_as_yaml(client, described):
    as_json = client.get("/api/schema/")
    assert as_json.headers["Content-Type"] == "application/json"
    assert as_json.json() == json.loads(json.dumps(described))
    assert as_json.json()["openapi"].startswith("3.1.")
    for asked in ({"query_params": {"format": "yaml"}}, {"headers": {"Accept": "application/yaml"}}):
        as_yaml = client.get("/api/schema/", **asked)
        assert as_yaml.headers["Content-Type"] == "application/yaml"
        assert yaml.safe_load(as_yaml.content) == as_json.json()


def test_every_address_below_api_is_described(described):
    from errorkb.api.urls import urlpatterns  # noqa: PLC0415 - the root registers what they convert by

    known = {path.replace("{entry_id}", "<entry_id:entry_id>").replace("{batch_id}", "<int:batch_id>")
             for path in described["paths"]}  # fmt: skip
    ours = {f"/api/{one.pattern}" for one in urlpatterns if hasattr(one.callback, "cls")}
    assert known == ours | {"/api/ingest"}


def test_every_operation_says_what_it_takes_and_answers(described):
    names = set()
    for path, method, told in operations(described):
        names.add(told["operationId"])
        assert told["summary"], path
        assert told["description"], path
        assert {one["lang"] for one in told["x-codeSamples"]} == {"Shell", "Python"}
        for status, answer in told["responses"].items():
            assert answer["description"], (path, status)
            kinds = set(answer.get("content", {}))
            if status in ("304", "414"):
                assert kinds == set()
            else:
                assert kinds == {"application/json" if status.startswith("2") else "application/problem+json"}
        assert ("304" in told["responses"]) == (method == "get")
    assert len(names) == sum(1 for _ in operations(described)) == 16


def test_every_parameter_is_bounded(described):
    for path, _, told in operations(described):
        for one in told.get("parameters", ()):
            schema = one["schema"]
            assert one["description"], (path, one["name"])
            bounds = {"enum", "pattern", "maxLength", "maximum", "maxItems"} & set(schema)
            assert bounds or schema["type"] == "boolean", (path, one["name"])


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_the_example_of_a_shape_keeps_to_it(name):
    schema = {"$ref": f"#/$defs/{name}", "$defs": json.loads(
        json.dumps(SHAPES).replace("#/components/schemas/", "#/$defs/")
    )}  # fmt: skip
    validator = jsonschema_rs.Draft202012Validator(schema)
    told = example(SHAPES, ref(name))
    assert validator.is_valid(told), [error.message for error in validator.iter_errors(told)]


def test_the_record_is_described_field_by_field(described):
    record = described["components"]["schemas"]["Record"]
    assert list(record["properties"]) == record["required"] == list(FIELDS)


def test_other_methods_are_refused_and_the_described_are_told(client, described):
    for path, methods in described["paths"].items():
        place = path.replace("{entry_id}", "0123456789abcdef").replace("{batch_id}", "1")
        for method in METHODS:
            if method not in methods:
                answer = client.generic(method.upper(), place)
                assert answer.status_code == 405, (path, method)
                allowed = {one.strip().lower() for one in answer.headers["Allow"].split(",")}
                assert allowed - {"head", "options"} == set(methods)
