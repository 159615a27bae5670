"""``/mcp``: the server over streamable HTTP.

Each request stands for itself: there are no sessions, and an answer is one JSON document, so that any process
of the web server answers any request.
"""

import json
from importlib import import_module

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from errorkb.web.origin import is_from_here

#: The longest message: a form's limit, which leaves room for a paste of full length in JSON.
MAX_BODY = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
#: JSON-RPC's number for what is no request that can be answered.
_INVALID_REQUEST = -32600


# No cookie says who asks, and pages of other sites are turned away.
@csrf_exempt
def endpoint(request: HttpRequest) -> HttpResponse:
    """Answers one message of the protocol."""
    if request.method != "POST":
        # The specification's answer where no streams are opened and no sessions end.
        return refusal(405, "Send a message by POST: there are no streams here.", {"Allow": "POST"})
    if not is_from_here(request):
        return refusal(403, "A page of another site may not ask here.")
    if request.content_type != "application/json":
        return refusal(415, "A message is application/json.")
    body = request.read(MAX_BODY + 1)
    if len(body) > MAX_BODY:
        return refusal(413, f"The message is longer than {MAX_BODY} bytes: send the part with the error.")
    # Loads the SDK: only where somebody speaks the protocol.
    response: HttpResponse = import_module("errorkb.mcp.exchange").answered(request, body)
    return response


def refusal(status: int, text: str, headers: dict[str, str] | None = None) -> HttpResponse:
    """A failure as JSON-RPC has it, of a message that nobody read."""
    told = {"jsonrpc": "2.0", "id": None, "error": {"code": _INVALID_REQUEST, "message": text}}
    return HttpResponse(json.dumps(told), status=status, content_type="application/json", headers=headers)
