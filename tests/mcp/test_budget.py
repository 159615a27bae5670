"""An answer costs no more tokens than were allowed, and says what it leaves out."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errorkb.mcp.budget import BYTES, Budget, fitted, tokens
from tests.cli.base import TRACEBACK
from tests.mcp.conftest import LONG_RECORD

LOG = (
    "".join(TRACEBACK.replace("gear", f"gear {'of very long name ' * 40}{n}") for n in range(60))
    + f"WidgetError: {LONG_RECORD['errorMessage']}\n"
    + TRACEBACK
)
QUESTIONS = [
    ("match_log", {"text": LOG, "limit": 25}),
    ("search_error", {"query": "widget", "limit": 25}),
    ("get_error", {"id": LONG_RECORD["id"]}),
    ("get_error", {"id": LONG_RECORD["id"], "full": True}),
    ("list_repos", {}),
]


def length(text):
    return len(text.encode()) / BYTES


@pytest.mark.parametrize("most", [300, 500, 1500, 9000, None])
@pytest.mark.parametrize(("name", "asked"), QUESTIONS, ids=[f"{q[0]}-{len(q[1])}" for q in QUESTIONS])
def test_text_and_values_keep_to_what_is_allowed(local, name, asked, most):
    text, values = local.told(name, **asked, **({} if most is None else {"max_tokens": most}))
    allowed = most or (8000 if asked.get("full") else 1500)
    assert length(text) <= allowed
    assert length(json.dumps(values, ensure_ascii=False, separators=(",", ":"))) <= allowed
    if values["leftOut"]:
        assert f"Left out for want of room: {'; '.join(values['leftOut'])}." in text
        assert "max_tokens" in text


def test_what_is_left_out_is_told_and_comes_with_more_room(local):
    short, values = local.told("get_error", id=LONG_RECORD["id"], max_tokens=300)
    assert any("solutions" in part for part in values["leftOut"])
    assert "full=true" in short
    most, values = local.told("get_error", id=LONG_RECORD["id"], full=True, max_tokens=50_000)
    assert values["record"]["documentation"].startswith("漢字とかな。")
    assert len(most) > 10 * len(short)


@dataclass
class Made:
    text: str

    @property
    def tokens(self):
        return tokens(self.text)


@given(texts=st.lists(st.text(max_size=3000), max_size=30), allowed=st.integers(30, 2000))
def test_any_texts_fit(texts, allowed):
    def make(budget):
        return Made("\n".join(budget.text(text, name="x") for text in budget.rows(texts, name="y")))

    made = fitted(make, allowed)
    assert made.tokens <= max(allowed, 30)


@given(text=st.text(max_size=500), most=st.integers(20, 300))
def test_a_text_is_cut_between_characters_and_the_cut_is_told(text, most):
    budget = Budget(1000)
    cut = budget.text(text, name="prose", most=most)
    assert tokens(cut) <= most + 1
    assert bool(budget.left_out) == (cut != Budget(10_000).text(text, name="prose"))
