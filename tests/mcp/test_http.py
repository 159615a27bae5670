"""``/mcp`` as any HTTP client meets it."""

import json
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.cli.base import RECORDS, TRACEBACK
from tests.mcp.agent import session

JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
CALL = {
    "jsonrpc": "2.0", "id": 7, "method": "tools/call",
    "params": {"name": "match_log", "arguments": {"text": TRACEBACK}},
}  # fmt: skip


def ask(up, body=CALL, *, method="POST", path="/mcp", **headers):
    """Status, headers and JSON of an answer; a header that is None is not sent."""
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    sent = {name.replace("_", "-"): value for name, value in (JSON | headers).items() if value is not None}
    request = urllib.request.Request(f"{up}{path}", data, sent, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, json.loads(error.read() or b"null")


def test_one_request_is_enough(up):
    status, headers, told = ask(up)
    assert (status, headers["Content-Type"]) == (200, "application/json")
    assert "Mcp-Session-Id" not in headers
    assert told["id"] == 7
    assert told["result"]["structuredContent"]["entries"][0]["id"] == RECORDS[0]["id"]
    assert ask(up, {"jsonrpc": "2.0", "method": "notifications/initialized"})[0] == 202


REFUSED = [
    ("GET", {"method": "GET", "body": None}, 405),
    ("DELETE", {"method": "DELETE", "body": None}, 405),
    ("another site", {"Origin": "https://evil.example"}, 403),
    ("another site, told so", {"Sec_Fetch_Site": "cross-site"}, 403),
    ("a form", {"Content_Type": "application/x-www-form-urlencoded"}, 415),
    ("no accept", {"Accept": "text/html"}, 406),
    ("no JSON", {"body": b"{"}, 400),
    ("deep JSON", {"body": b"[" * 100_000}, 400),
    ("no message", {"body": b"[]"}, 400),
    ("a version of the future", {"MCP_Protocol_Version": "2099-01-01"}, 400),
    ("too long", {"body": b" " * (11 << 20)}, 413),
]


@pytest.mark.parametrize(("asked", "status"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_is_refused_is_told_as_json_rpc(up, asked, status):
    got, headers, told = ask(up, **asked)
    assert got == status
    assert told["error"]["message"]
    assert told["jsonrpc"] == "2.0"
    assert told["id"] in (None, CALL["id"])
    assert headers.get("Allow") == ("POST" if status == 405 else None)


def test_the_site_s_own_origin_is_no_stranger(up):
    assert ask(up, Origin=up)[0] == 200


def test_a_page_that_rebinds_a_name_to_this_machine_is_refused(up):
    request = urllib.request.Request(f"{up}/mcp", json.dumps(CALL).encode(), JSON | {"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=20)
    assert refused.value.code == 400
    refused.value.close()


def test_many_ask_at_once(up):
    def one(number):
        text = TRACEBACK.replace("gear", f"gear{number}")
        body = {**CALL, "id": number, "params": {"name": "match_log", "arguments": {"text": text}}}
        _, _, told = ask(up, body)
        return told["id"], told["result"]["structuredContent"]["entries"][0]["values"]["name"]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(one, range(60))) == [(n, f"gear{n}") for n in range(60)]


def test_a_report_over_the_network_needs_a_token(up, token):
    asked = {"name": "report_attempt", "arguments": {"id": RECORDS[1]["id"], "outcome": "worked"}}
    body = {**CALL, "params": asked}
    for header in (None, "Bearer ekb_wrong", f"Basic {token}"):
        _, _, told = ask(up, body, Authorization=header)
        assert told["result"]["isError"]
        assert "errorkb token --create NAME --scope report" in told["result"]["content"][0]["text"]
    _, _, told = ask(up, body, Authorization=f"Bearer {token}")
    assert told["result"]["structuredContent"]["outcomes"] == {"worked": 1, "failed": 0, "partly": 0}
    with session(f"{up}/mcp") as agent:
        text, _ = agent.told("get_error", id=RECORDS[1]["id"])
    assert "Solutions reported: 1 worked." in text
