"""Who made a browser ask."""

from urllib.parse import urlsplit

from django.http import HttpRequest


def is_from_here(request: HttpRequest) -> bool:
    """Whether one of our own pages posted this, as far as the browser says; programs say nothing.

    No page needs a session, so there is nothing to steal; but another site must not put words of its
    own into an entry. Browsers tell ``Sec-Fetch-Site`` only of secure addresses, ``Origin`` of any.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.get_host()
