"""Which form of an entry is asked for, by the header Accept."""

from functools import lru_cache
from typing import Literal

from django.http import HttpRequest

Form = Literal["html", "json", "md"]
#: The media types on offer; of two that are as welcome the first is sent, and to whom none is, too.
TYPES: dict[str, Form] = {"text/html": "html", "application/json": "json", "text/markdown": "md"}
#: Longer headers are not read.
_LONGEST = 1000


@lru_cache(maxsize=512)
def form_of(accept: str) -> Form:
    """The form that the value of Accept likes best."""
    if not accept or len(accept) > _LONGEST:
        return "html"
    request = HttpRequest()
    request.META["HTTP_ACCEPT"] = accept
    return TYPES[request.get_preferred_type(list(TYPES)) or "text/html"]
