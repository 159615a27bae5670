"""Every tool, by the official client, over both transports."""

import json

import jsonschema_rs
import pytest
from mcp.shared.exceptions import MCPError

from errorkb.mcp.tools import TOOLS
from tests.cli.base import RECORDS, TRACEBACK
from tests.ingest.sample import values

ID = RECORDS[0]["id"]


def test_what_an_agent_is_told_of_the_tools(agent):
    tools = {tool.name: tool for tool in agent.tools()}
    assert list(tools) == ["match_log", "search_error", "get_error", "list_repos", "report_attempt"]
    assert agent.client.server_info.name == "errorkb"
    assert "match_log" in agent.client.instructions
    for name, tool in tools.items():
        hints = tool.annotations
        assert hints.read_only_hint == (name != "report_attempt")
        assert (hints.destructive_hint, hints.open_world_hint) == (False, False)
        assert len(tool.description) > 100
        for schema in (tool.input_schema, tool.output_schema):
            jsonschema_rs.Draft202012Validator(schema)
            assert schema["type"] == "object"


def test_match_log_explains_a_traceback(agent):
    text, values = agent.told("match_log", text=f"$ python app.py\n{TRACEBACK}")
    [entry] = values["entries"]
    assert (entry["id"], entry["confidence"], entry["line"]) == (ID, "confirmed", 7)
    assert entry["values"] == {"name": "gear"}
    assert entry["solution"] == "List the shelf before you ask for `gear`."
    assert entry["why"]
    assert values["errors"][0]["explainedBy"] == [ID]
    for part in (
        ID,
        "confirmed",
        "acme/widgets",
        "name = gear",
        entry["solution"],
        "get_error",
        "report_attempt",
    ):
        assert part in text


def test_match_log_does_not_guess_and_keeps_to_a_repository(agent):
    for asked in ({"text": "all is well"}, {"text": TRACEBACK, "repo": "no/such"}):
        text, values = agent.told("match_log", **asked)
        assert values["entries"] == []
        assert text.startswith("No entry explains this text")
        assert "search_error" in text


def test_match_log_reads_a_long_log(agent):
    noise = "".join(f"2026-08-14 21:57:{n % 60:02} INFO worker {n} is well\n" for n in range(80_000))
    text, values = agent.told("match_log", text=noise + TRACEBACK)
    assert values["entries"][0]["line"] == 80_006
    assert len(text) < 4500


def test_search_error_gives_rows(agent):
    _, values = agent.told("search_error", query="ENOENT")
    assert [(row["id"], row["matchType"]) for row in values["entries"]] == [(RECORDS[1]["id"], "exact-code")]
    text, values = agent.told("search_error", query="widget", limit=2, repo="acme/widgets")
    assert len(values["entries"]) == 2
    assert all(row["id"] in text and row["title"] in text for row in values["entries"])
    text, values = agent.told("search_error", query="zzzzqqqq")
    assert (values["entries"], text.partition("\n")[0]) == ([], "No entry found.")


def test_get_error_is_short_first_and_whole_on_request(agent):
    text, told = agent.told("get_error", id=ID)
    assert set(told["record"]) == {"errorMessage", "solutions", "documentation"}
    assert told["source"] == "widgets/shelf.py:42"
    assert told["record"]["solutions"] == RECORDS[0]["solutions"]
    assert all(part in text for part in (*RECORDS[0]["solutions"], "widgets/shelf.py:42", "WidgetError"))
    whole, told = agent.told("get_error", id=ID, full=True)
    assert told["record"] == RECORDS[0]
    assert told["leftOut"] == []
    assert "No widget named (.+?) on the shelf" in whole
    assert "No widget named (.+?) on the shelf" not in text


def test_list_repos(agent):
    text, told = agent.told("list_repos")
    assert told["repos"] == [{"repo": "acme/widgets", "language": None, "description": None, "errors": 5}]
    assert "acme/widgets: 5 errors" in text
    assert agent.told("list_repos", query="WIDG")[1]["reposInAll"] == 1
    assert agent.told("list_repos", query="none")[1]["repos"] == []


def test_an_entry_is_a_resource(agent):
    assert json.loads(agent.read(f"errorkb://errors/{ID}"))["record"] == RECORDS[0]
    for address in ("errorkb://errors/0000000000000000", "errorkb://errors/../etc", "file:///etc/passwd"):
        with pytest.raises(MCPError):
            agent.read(address)


BAD = [
    ("match_log", {}, "text: Field required"),
    ("match_log", {"text": ""}, "text: "),
    ("match_log", {"text": "x", "limit": 99}, "limit: "),
    ("match_log", {"text": "x", "repo": "a b"}, "repo: "),
    ("match_log", {"text": ["x"]}, "text: "),
    ("match_log", {"text": "x", "max_tokens": 1}, "max_tokens: "),
    ("match_log", {"text": "x" * (5 << 20) + "y"}, "longer than 5242880 bytes"),
    ("search_error", {"query": "x", "colour": "red"}, "colour: "),
    ("search_error", {"query": "x" * 2000}, "query: "),
    ("get_error", {"id": "../../etc"}, "id: "),
    ("get_error", {"id": "0" * 16}, "match_log and search_error give ids"),
    ("list_repos", {"limit": "many"}, "limit: "),
    ("report_attempt", {"id": ID, "outcome": "brilliant"}, "outcome: "),
    ("report_attempt", {"id": ID, "outcome": "worked", "note": "x" * 2001}, "note: "),
]


@pytest.mark.parametrize(("name", "asked", "said"), BAD, ids=[f"{row[0]}-{row[2]}" for row in BAD])
def test_a_wrong_call_is_told_in_words(agent, name, asked, said):
    text = agent.refused(name, **asked)
    assert said in text
    assert len(text) < 500
    assert "pydantic" not in text


def test_no_message_repeats_what_was_pasted(agent):
    for name, asked in (
        ("match_log", {"text": "hunter2", "limit": 99}),
        ("match_log", {"text": ["hunter2"]}),
    ):
        assert "hunter2" not in agent.refused(name, **asked)


def test_an_unknown_tool_is_the_client_s_mistake(agent):
    with pytest.raises(MCPError, match="match_log"):
        agent.call("drop_tables")


def test_the_record_s_texts_are_those_that_are_cut():
    texts = {key for key, value in values().items() if isinstance(value, str | list)} - {
        "id", "repo", "slug", "errorType", "severity", "analyzedSha", "analyzedAt", "handlingStrategy",
    }  # fmt: skip
    from errorkb.mcp.tools.get_error import _TEXTS  # noqa: PLC0415

    assert texts <= set(_TEXTS)
    assert len(TOOLS) == 5
