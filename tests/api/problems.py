"""The one shape of a failure."""

from errorkb.api.errors import KINDS


def assert_problem(answer, status=None):
    """The answer is a problem as RFC 9457 has them, with the ``error`` that programs read before."""
    assert answer.headers["Content-Type"] == "application/problem+json"
    told = answer.json()
    assert set(told) == {
        "type", "title", "status", "detail", "instance", "error", "code", "requestId",
    }  # fmt: skip
    assert told["status"] == answer.status_code == (status or answer.status_code)
    assert told["error"] == told["detail"] != ""
    assert (told["type"], told["title"]) == (f"/api/docs/#{told['code']}", KINDS[told["code"]])
    assert told["requestId"] == answer.headers["X-Request-Id"]
