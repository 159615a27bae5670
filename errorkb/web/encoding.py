"""Which content codings a client takes."""

from django.http import HttpRequest


def takes_gzip(request: HttpRequest) -> bool:
    """Whether the client takes gzip, and did not say that it does not."""
    for told in request.META.get("HTTP_ACCEPT_ENCODING", "").split(","):
        coding, _, quality = told.strip().partition(";")
        if coding.strip().lower() == "gzip":
            return quality.replace(" ", "").lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
