"""Every kind of page is valid HTML, as html-validate judges it."""

import json
import subprocess

import pytest

from tests.browser.kinds import KINDS, fetched, hostile_kinds
from tests.browser.shelf import HOSTILE

pytestmark = pytest.mark.browser


def test_every_page_is_valid(site, checkers, tmp_path):
    for kind in (*KINDS, *(kind for name in HOSTILE for kind in hostile_kinds(name))):
        status, body = fetched(site, kind)
        assert status == kind.status, kind.name
        (tmp_path / f"{kind.name}.html").write_text(body)
    assert faults(checkers, tmp_path) == []


def test_a_fault_is_found(checkers, tmp_path):
    (tmp_path / "page.html").write_text("<!doctype html><title>A</title><ul><p id=a><p id=a></ul>")
    assert {rule for _, _, rule, _ in faults(checkers, tmp_path)} >= {
        "no-dup-id",
        "element-permitted-content",
    }


def faults(checkers, folder):
    """(page, line, rule, words) of each."""
    rules = folder / "rules.json"
    rules.write_text(json.dumps({"root": True, "extends": ["html-validate:standard"]}))
    program = checkers / "html-validate" / "bin" / "html-validate.mjs"
    done = subprocess.run(
        ["node", program, "--config", rules, "--formatter", "json", *sorted(folder.glob("*.html"))],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    return [
        (page["filePath"].rpartition("/")[2], found["line"], found["ruleId"], found["message"])
        for page in json.loads(done.stdout)
        for found in page["messages"]
    ]
