"""The judge of the shared dumps, with the product called in this process instead of by shell and socket."""

import importlib.util
import io
import json
from argparse import Namespace
from contextlib import redirect_stdout

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.ingest.sample import SHARED

pytestmark = pytest.mark.django_db

DUMPS = SHARED / "dumps"


def cases():
    if not (DUMPS / "expected.jsonl").exists():
        skip = pytest.mark.skip(reason="the dumps do not lie beside the repository")
        return [pytest.param({}, marks=skip)]
    rows = [json.loads(line) for line in (DUMPS / "expected.jsonl").read_text().splitlines()]
    return [pytest.param(row, id=row["file"]) for row in rows]


@pytest.fixture
def judge(client, monkeypatch):
    spec = importlib.util.spec_from_file_location("check_dumps", DUMPS / "check_dumps.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def ingest(path, options):
        output, status = io.StringIO(), 0
        try:
            with redirect_stdout(output):
                call_command("ingest", str(path), json=True)
        except CommandError as error:
            status = error.returncode
        return status, json.loads(output.getvalue().splitlines()[-1]), ""

    def get(address, options):
        answer = client.get(address)
        return answer.json() if answer.status_code == 200 else None

    monkeypatch.setattr(module, "ingest", ingest)
    monkeypatch.setattr(module, "get", get)
    monkeypatch.setattr(module, "empty_store", lambda options: None)  # each test has an empty base
    return lambda row: list(module.check(row, Namespace(folder=DUMPS, warnings=True)))


@pytest.mark.parametrize("row", cases())
def test_a_dump_ends_as_is_expected(judge, row):
    assert judge(row) == []
