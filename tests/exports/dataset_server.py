"""A folder served as a dataset by a server that can be told to misbehave."""

import contextlib
import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any


class DatasetServer(http.server.ThreadingHTTPServer):
    """Serves the files of ``folder`` below /data/. ``answers``: what other paths get, by path: a function
    that is called with the handler. ``asked``: the paths that were asked for."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.folder = folder
        self.answers: dict[str, Callable[[Any], object]] = {}
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: DatasetServer

    def do_GET(self) -> None:
        path = self.path.removeprefix("/data/")
        self.server.asked.append(path)
        if path in self.server.answers:
            self.server.answers[path](self)
            return
        try:
            send(self, 200, (self.server.folder / path).read_bytes())
        except OSError:
            send(self, 404, b'{"error": "no such\\u001b file"}')

    def log_message(self, *words: object) -> None:
        pass


def send(handler, status: int, data: bytes, **headers: str) -> None:
    """An answer as it should be."""
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data)


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[DatasetServer]:
    """The server, for the length of a block."""
    server = DatasetServer(folder)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
