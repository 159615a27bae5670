"""A base's API as a client sees it: the one door of commands and of the pytest plugin. Standard library only.

The base may be a server anywhere (``--server URL``) or this machine's own, which answers at a socket
(``errorkb.standby``): both speak the same API, so a command prints the same, whoever answered.
"""

import http.client
import json
import socket
import ssl
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from typing import IO, Any, Protocol

#: Seconds that one request may take.
TIMEOUT = 30.0
#: A longer answer is none of ours.
MAX_ANSWER = 64 << 20
#: What a server lists at most.
MAX_LIMIT = 25


class ClientError(RuntimeError):
    """The base did not answer the question; the text is one line for the person who asked."""


class ServerFault(ClientError):
    """The server itself failed (500 and above) or, at a socket, went away: asking anew may help."""


class Client(Protocol):
    """Asks one base, wherever it is. Every method raises ClientError and gives the API's JSON."""

    @property
    def name(self) -> str:
        """How messages call the base."""

    @property
    def pages(self) -> str | None:
        """Where its pages are; None when nobody serves them."""

    def match(self, text: str, *, limit: int = 5, repo: str | None = None) -> dict[str, Any]:
        """``POST /api/match``"""

    def search(self, query: str, *, limit: int = 5, repo: str | None = None) -> dict[str, Any]:
        """``GET /api/search``"""

    def entry(self, entry_id: str) -> dict[str, Any] | None:
        """``GET /api/errors/<id>``; None where the base has no such entry."""

    def repos(self) -> dict[str, Any]:
        """``GET /api/repos``"""

    def attempts(self, entry_id: str) -> dict[str, Any] | None:
        """``GET /api/errors/<id>/attempts``; None where the base has no such entry."""

    def report(self, entry_id: str, *, outcome: str, note: str) -> dict[str, Any] | None:
        """``POST /api/errors/<id>/attempts``; None where the base has no such entry."""


@dataclass(frozen=True, kw_only=True)
class HttpClient:
    """A base that is asked by HTTP.

    base: where its API is, without a slash at the end. token: what a server knows the asker by, where it asks
    for that.
    """

    name: str
    base: str
    pages: str | None
    opener: urllib.request.OpenerDirector
    timeout: float = TIMEOUT
    token: str = field(default="", repr=False)

    def match(self, text: str, *, limit: int = 5, repo: str | None = None) -> dict[str, Any]:
        asked = {"text": text, "limit": limit, **({"repo": repo} if repo else {})}
        return self._found(self._ask("/api/match", json.dumps(asked).encode()))

    def search(self, query: str, *, limit: int = 5, repo: str | None = None) -> dict[str, Any]:
        asked = {"q": query, "limit": str(limit), **({"repo": repo} if repo else {})}
        query_string = urllib.parse.urlencode(asked, errors="replace")
        return self._found(self._ask(f"/api/search?{query_string}"))

    def entry(self, entry_id: str) -> dict[str, Any] | None:
        return self._ask(f"/api/errors/{urllib.parse.quote(entry_id, safe='')}")

    def repos(self) -> dict[str, Any]:
        return self._found(self._ask("/api/repos"))

    def attempts(self, entry_id: str) -> dict[str, Any] | None:
        return self._ask(f"/api/errors/{urllib.parse.quote(entry_id, safe='')}/attempts")

    def report(self, entry_id: str, *, outcome: str, note: str) -> dict[str, Any] | None:
        body = json.dumps({"outcome": outcome, "note": note}).encode()
        return self._ask(f"/api/errors/{urllib.parse.quote(entry_id, safe='')}/attempts", body)

    def _found(self, answer: dict[str, Any] | None) -> dict[str, Any]:
        if answer is None:
            raise ClientError(f"{self.name} has no errorkb API: is the address right?")
        return answer

    def _ask(self, path: str, body: bytes | None = None) -> dict[str, Any] | None:
        """The answer's JSON object; None for a 404."""
        headers = {"Accept": "application/json", "User-Agent": "errorkb"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.base + path, body, headers)  # noqa: S310 - see `of_server`
        if self.token:  # whoever it is sent on to need not know
            request.add_unredirected_header("Authorization", f"Bearer {self.token}")
        try:
            with self.opener.open(request, timeout=self.timeout) as answer:
                return self._read(answer)
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 404:
                    return None
                raise self._refusal(error) from None
        except (OSError, http.client.HTTPException) as error:
            is_gone = self.pages is None and not isinstance(_cause(error), TimeoutError)
            kind = ServerFault if is_gone else ClientError
            raise kind(f"{self.name} {_reason(error, self.timeout)}") from None

    def _read(self, answer: IO[bytes]) -> dict[str, Any]:
        data = answer.read(MAX_ANSWER + 1)
        try:
            value = json.loads(data) if len(data) <= MAX_ANSWER else None
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise ClientError(f"{self.name} does not answer as an errorkb does: is the address right?")
        return value

    def _refusal(self, error: urllib.error.HTTPError) -> ClientError:
        if 300 <= error.code < 400:
            return ClientError(f"{self.name} sends on to {error.headers.get('Location')}: ask there")
        try:
            told = json.loads(error.read(1 << 20))["error"]
        except (ValueError, TypeError, KeyError, RecursionError, OSError, http.client.HTTPException):
            told = http.client.responses.get(error.code, "")
        kind = ServerFault if error.code >= 500 else ClientError
        return kind(f"{self.name} refuses: {error.code} {' '.join(str(told).split())[:500]}")


def of_server(url: str, *, timeout: float = TIMEOUT, token: str = "") -> Client:
    """The client of a server's address. Proxies of the environment are used. Raises ClientError."""
    parts = urllib.parse.urlsplit(url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ClientError(f"{url!r} is no server's address: http://host:port or https://host")
    base = f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")
    opener = urllib.request.build_opener(_StrictRedirects)
    return HttpClient(name=base, base=base, pages=base, opener=opener, timeout=timeout, token=token)


def of_socket(path: Path, *, timeout: float = TIMEOUT) -> Client:
    """The client of the process that answers at a socket of this machine."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _socket_handler(path))
    return HttpClient(
        name="the base of this machine", base="http://localhost", pages=None, opener=opener, timeout=timeout
    )


class _StrictRedirects(urllib.request.HTTPRedirectHandler):
    """urllib makes a GET of a POST that is sent on, and the text would be lost."""

    def redirect_request(  # noqa: PLR0917 - urllib's own
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> urllib.request.Request | None:
        if req.data is not None:
            return None
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def _socket_handler(path: Path) -> urllib.request.BaseHandler:
    class Connection(http.client.HTTPConnection):
        def connect(self) -> None:
            self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self.sock.settimeout(self.timeout)
            self.sock.connect(str(path))

    class Handler(urllib.request.HTTPHandler):
        def http_open(self, req: urllib.request.Request) -> Any:
            return self.do_open(Connection, req)

    return Handler()


_REASONS: Mapping[type[BaseException], str] = {
    ConnectionRefusedError: "does not answer: nothing listens there",
    socket.gaierror: "is not known: no machine has that name",
    ssl.SSLCertVerificationError: "shows a certificate that this machine does not trust",
    FileNotFoundError: "does not answer",
}


def _cause(error: Exception) -> object:
    return error.reason if isinstance(error, urllib.error.URLError) else error


def _reason(error: Exception, timeout: float) -> str:
    cause = _cause(error)
    if isinstance(cause, TimeoutError):
        return f"did not answer within {timeout:g} seconds"
    for kind, told in _REASONS.items():
        if isinstance(cause, kind):
            return told
    text = getattr(cause, "strerror", None) or str(cause) or type(cause).__name__
    return f"cannot be asked: {' '.join(str(text).split())}"
