"""What goes wrong between a client and a server is one line in words."""

import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from errorkb.client import ClientError, ServerFault, of_server


class Answering(BaseHTTPRequestHandler):
    """Answers what the path says: /STATUS/…"""

    answers = {
        "page": (200, "text/html", b"<html>"),
        "list": (200, "application/json", b"[]"),
        "deep": (200, "application/json", b"[" * 200_000),
        "fault": (500, "text/html", b"<h1>Server Error</h1>"),
        "large": (413, "application/json", b'{"error": "the text is\\nlonger than 5 bytes"}'),
        "odd": (400, "application/json", b'{"error": {"a": 1}}'),
        "none": (404, "text/plain", b""),
        "moved": (301, "text/plain", b""),
        "slow": (200, "application/json", b"{}"),
    }

    def do_POST(self):
        status, kind, body = self.answers[self.path.split("/")[1]]
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if "slow" in self.path:
            time.sleep(1)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Location", "https://elsewhere.example/")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST  # noqa: N815 - the server's name for it

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def address():
    server = HTTPServer(("127.0.0.1", 0), Answering)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("page", "does not answer as an errorkb does"),
        ("list", "does not answer as an errorkb does"),
        ("deep", "does not answer as an errorkb does"),
        ("fault", "refuses: 500 Internal Server Error"),
        ("large", "refuses: 413 the text is longer than 5 bytes"),
        ("odd", "refuses: 400 {'a': 1}"),
        ("none", "has no errorkb API"),
        ("moved", "sends on to https://elsewhere.example/: ask there"),
        ("slow", "did not answer within 0.3 seconds"),
    ],
)
def test_an_answer_that_is_none_is_said_in_words(address, path, said):
    client = of_server(f"{address}/{path}/", timeout=0.3 if path == "slow" else 10)
    with pytest.raises(ClientError, match=r"^http://127") as caught:
        client.match("ValueError: x")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, ServerFault) == (path == "fault")


def test_a_server_that_hangs_up_is_said_in_words():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()

        def hang_up():
            listening.accept()[0].close()

        threading.Thread(target=hang_up, daemon=True).start()
        with pytest.raises(ClientError, match="cannot be asked: "):
            of_server(f"http://127.0.0.1:{listening.getsockname()[1]}").search("x")


def test_an_unknown_machine_and_an_address_that_is_none():
    with pytest.raises(ClientError, match="no machine has that name"):
        of_server("http://nowhere.invalid").search("x")
    for address in ("localhost:8000", "http://", "", "file:///etc/passwd", "ftp://x"):
        with pytest.raises(ClientError, match="is no server's address"):
            of_server(address)


def test_an_entry_that_is_not_there_is_none(address):
    assert of_server(f"{address}/none").entry("0" * 16) is None
