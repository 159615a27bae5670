"""One HTTP request and its answer, by the SDK.

The SDK speaks ASGI and the web server WSGI. So the SDK's side of a request runs in an event loop in a thread
of its own, and what it asks of the base runs in the request's thread, where Django has its connection.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import anyio
from asgiref.sync import async_to_sync, sync_to_async
from django.http import HttpRequest, HttpResponse
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from errorkb.client import Client
from errorkb.mcp.inside import client_of
from errorkb.mcp.protocol import server
from errorkb.mcp.views import MAX_BODY, refusal

#: Seconds after which an answer is given up, should the SDK wait for what never comes. Questions to the base
#: are not cut off: they are bounded by themselves.
SECONDS = 50
_Told = TypeVar("_Told")
_Message = dict[str, Any]


def answered(request: HttpRequest, body: bytes) -> HttpResponse:
    """The answer to a request's message."""
    sent = async_to_sync(_exchanged)(client_of(request), _scope(request), body)
    if not sent:
        return refusal(504, f"There was no answer within {SECONDS} seconds.")
    start, *bodies = sent
    response = HttpResponse(b"".join(part.get("body", b"") for part in bodies), status=start["status"])
    del response.headers["Content-Type"]
    for name, value in start["headers"]:
        response.headers[name.decode("latin-1")] = value.decode("latin-1")
    return response


async def _exchanged(client: Client, scope: _Message, body: bytes) -> list[_Message]:
    """What the SDK sends: the answer's start and its body; nothing when it took too long."""
    sent: list[_Message] = []
    received = [{"type": "http.request", "body": body, "more_body": False}]

    async def ask(question: Callable[[Client], _Told], /) -> _Told:
        return await sync_to_async(question, thread_sensitive=True)(client)

    async def receive() -> _Message:
        if not received:
            await anyio.sleep_forever()  # nobody here learns that a client has gone
        return received.pop()

    async def send(message: Any) -> None:
        sent.append(message)

    manager = StreamableHTTPSessionManager(
        server(ask), json_response=True, stateless=True, max_request_body_size=MAX_BODY
    )
    with anyio.move_on_after(SECONDS) as limit:
        async with manager.run():
            await manager.handle_request(scope, receive, send)
    return [] if limit.cancelled_caught else sent


def _scope(request: HttpRequest) -> _Message:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": request.scheme,
        "path": request.path,
        "query_string": b"",
        "headers": [
            (name.lower().encode("latin-1"), value.encode("latin-1", "replace"))
            for name, value in request.headers.items()
        ],
    }
