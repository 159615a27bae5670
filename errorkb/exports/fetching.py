"""Files of a server's dataset over HTTP: bounded in size and time, from that host only. No Django."""

import http.client
import json
import time
import zlib
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import NoReturn
from urllib.parse import SplitResult, quote, urljoin, urlsplit

#: A server that sends nothing for so many seconds is given up.
SILENCE_SECONDS = 30.0
MAX_REDIRECTS = 5
#: Of a failure's body no more is read than this many bytes.
_MAX_FAILURE = 65536
_PIECE = 1 << 16
_LONGEST_WAIT = 60.0
_CUT = "the connection ended before the file did"

Sink = Callable[[bytes], object]


class FetchError(RuntimeError):
    """A file could not be had; the text is one line."""


class TooLong(FetchError):
    """It is longer than it may be."""


class Server:
    """A server's dataset. ``url``: its address, with or without ``/data`` or the manifest's name at its end.

    All fetches together end within ``seconds``. ``on_wait`` is called with the seconds before the server is
    asked again that said it is not ready.
    """

    def __init__(
        self, url: str, *, seconds: float, on_wait: Callable[[float], object] = lambda _: None
    ) -> None:
        parts = _address(url)
        path = parts.path.rstrip("/").removesuffix("/manifest.json").removesuffix("/data")
        self._base = f"{parts.scheme}://{parts.netloc}{path}/data/"
        self.host = parts.netloc
        self._deadline = time.monotonic() + seconds
        self._on_wait = on_wait
        self._connection: http.client.HTTPConnection | None = None
        self._connected: tuple[str, str] | None = None

    def close(self) -> None:
        """Ends the connection."""
        if self._connection is not None:
            self._connection.close()
        self._connection = self._connected = None

    def fetch(self, path: str, limit: int, sink: Sink) -> None:
        """Hands a file's bytes on, piece by piece. Raises FetchError, TooLong beyond ``limit`` bytes."""
        address = urljoin(self._base, quote(path))
        try:
            response = self._answer(address)
            _read(response, limit, sink, self._left)
        except TooLong:
            self.close()
            raise TooLong(f"{path} is longer than {limit:,} bytes") from None
        except TimeoutError:
            self.close()
            raise FetchError(
                f"{self.host} sent nothing of {path} for {SILENCE_SECONDS:.0f} seconds"
            ) from None
        except (OSError, http.client.HTTPException, zlib.error) as error:
            self.close()
            raise FetchError(f"{self.host}: {path}: {_words(error)}") from None
        except FetchError as error:
            self.close()
            raise FetchError(f"{self.host}: {path}: {error}") from None

    def read(self, path: str, limit: int) -> bytes:
        """A file's bytes. Raises FetchError."""
        data = bytearray()
        self.fetch(path, limit, data.extend)
        return bytes(data)

    def _left(self) -> float:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise FetchError("it takes longer than it may; --timeout gives it more time")
        return left

    def _answer(self, address: str) -> http.client.HTTPResponse:
        redirects = 0
        while True:
            response = self._request(urlsplit(address))
            if response.status == HTTPStatus.OK:
                return response
            if response.status in (301, 302, 303, 307, 308):
                self._drop(response)
                redirects += 1
                address = self._redirected(address, response.getheader("Location", ""), redirects)
            elif response.status == HTTPStatus.SERVICE_UNAVAILABLE and response.getheader("Retry-After"):
                self._wait(response)
            else:
                _refused(response)

    def _wait(self, response: http.client.HTTPResponse) -> None:
        told = response.getheader("Retry-After", "")
        seconds = min(float(told), _LONGEST_WAIT) if told.isdecimal() else _LONGEST_WAIT
        if seconds > self._left():
            _refused(response)
        self.close()
        self._on_wait(seconds)
        time.sleep(seconds)

    def _drop(self, response: http.client.HTTPResponse) -> None:
        """Lets an answer's body go, which may be long: the next request needs a connection without one."""
        if response.length == 0:
            response.close()
        else:
            self.close()

    def _redirected(self, address: str, location: str, count: int) -> str:
        before, after = urlsplit(address), urlsplit(urljoin(address, location))
        if not location or count > MAX_REDIRECTS:
            raise FetchError("it redirects " + ("in circles" if location else "nowhere"))
        is_weaker = before.scheme == "https" and after.scheme != "https"
        if after.scheme not in ("http", "https") or after.hostname != before.hostname or is_weaker:
            raise FetchError(
                f"{self.host} redirects to {after.scheme}://{after.netloc}, which is not followed"
            )
        return after.geturl()

    def _request(self, address: SplitResult) -> http.client.HTTPResponse:
        fresh = self._connect(address)
        try:
            return self._send(address)
        except (http.client.RemoteDisconnected, ConnectionError):
            if fresh:
                raise
        # The server ended a connection that it had kept open: that is no failure.
        self.close()
        self._connect(address)
        return self._send(address)

    def _connect(self, address: SplitResult) -> bool:
        """Makes sure of a connection; True for a new one."""
        wanted = address.scheme, address.netloc
        if self._connected == wanted:
            return False
        self.close()
        kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(address.hostname or "", address.port, timeout=SILENCE_SECONDS)
        self._connected = wanted
        return True

    def _send(self, address: SplitResult) -> http.client.HTTPResponse:
        assert self._connection is not None  # noqa: S101 - every caller has just connected
        self._connection.timeout = min(SILENCE_SECONDS, self._left())
        headers = {"Accept-Encoding": "gzip", "User-Agent": "errorkb"}
        self._connection.request("GET", address.path or "/", headers=headers)
        return self._connection.getresponse()


def _address(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise FetchError(f"{url!r} is no address") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise FetchError(f"{url!r} is no address like http://127.0.0.1:8000/")
    if parts.username is not None:
        raise FetchError("the address has a user name or password in it, which is not sent: leave it out")
    return parts


def _read(response: http.client.HTTPResponse, limit: int, sink: Sink, left: Callable[[], float]) -> None:
    coding = response.getheader("Content-Encoding", "identity").lower()
    if coding not in ("identity", "gzip"):
        raise FetchError(f"it came as {coding!r:.40}, which was not asked for")
    inflate = zlib.decompressobj(31) if coding == "gzip" else None
    size = 0
    for raw in _pieces(response):
        left()
        while raw:
            data = inflate.decompress(raw, _PIECE) if inflate else raw
            raw = inflate.unconsumed_tail if inflate else b""  # noqa: PLW2901 - the rest of it
            size += len(data)
            if size > limit:
                raise TooLong
            sink(data)
    if inflate and not inflate.eof:
        raise FetchError(_CUT)


def _pieces(response: http.client.HTTPResponse) -> Iterator[bytes]:
    """The bytes of an answer as they come in: a server that sends one a minute meets the time limit."""
    told = response.length  # None where the end of the connection, or of the last chunk, is the end
    while told is None or told > 0:
        # Python 3.11 does not count what read1() takes, so it is counted here.
        piece = response.read1(_PIECE if told is None else min(_PIECE, told))
        if not piece:
            break
        told = None if told is None else told - len(piece)
        yield piece
    if told:
        raise FetchError(_CUT)
    response.close()  # the connection stays open for the next


def _refused(response: http.client.HTTPResponse) -> NoReturn:
    try:
        told = json.loads(response.read(_MAX_FAILURE))
        text = told["error"] if isinstance(told["error"], str) else ""
    except (ValueError, KeyError, TypeError):
        text = ""
    words = "".join(character if character.isprintable() else " " for character in text[:300])
    raise FetchError(f"{response.status} {response.reason[:80]}{': ' if words else ''}{words}")


def _words(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
