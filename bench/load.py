"""Requests over several connections that stay open, from one thread, and what they cost the server."""

import re
import selectors
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass

import psutil

CONNECTIONS = 4
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Rate:
    """Requests a second, and the seconds of the server's processor time for each."""

    per_second: float
    processor: float


def load(port: int, requests: Iterator[bytes], status: int, seconds: float, server: psutil.Process) -> Rate:
    """Sends requests for so many seconds, on each connection one after the other. Every answer must have the
    status."""
    began, used, count = time.perf_counter(), _used(server), 0
    expected = b"HTTP/1.1 %d " % status
    with selectors.DefaultSelector() as selector:
        for _ in range(CONNECTIONS):
            opened = socket.create_connection(("127.0.0.1", port))
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            selector.register(opened, selectors.EVENT_READ, bytearray())
            opened.sendall(next(requests))
        while time.perf_counter() - began < seconds:
            for key, _ in selector.select():
                received = key.data
                connection = key.fileobj
                assert isinstance(connection, socket.socket)
                received += connection.recv(1 << 18)
                if _is_whole(received):
                    assert received.startswith(expected), bytes(received[:200])
                    received.clear()
                    count += 1
                    connection.sendall(next(requests))
        taken, used = time.perf_counter() - began, _used(server) - used
        for key in list(selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
    return Rate(per_second=count / taken, processor=used / count)


def request(path: str, **headers: str) -> bytes:
    """A GET as a browser sends it."""
    told = {"Accept": "text/html,*/*;q=0.8", "Accept-Encoding": "gzip, br"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
    return "\r\n".join([*lines, "", ""]).encode()


def _is_whole(received: bytearray) -> bool:
    head = received.find(b"\r\n\r\n")
    if head < 0:
        return False
    length = _LENGTH.search(received, 0, head + 2)
    return len(received) >= head + 4 + (int(length[1]) if length else 0)


def _used(server: psutil.Process) -> float:
    """Processor seconds of the web processes."""
    workers = [
        one for one in server.children() if one.name() == "errorkb" or "errorkb" in " ".join(one.cmdline())
    ]
    return sum(times.user + times.system for times in (one.cpu_times() for one in workers))
