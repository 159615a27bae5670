"""The server's addresses and, ahead of them, a view that does nothing."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from errorkb import urls


def bare(request: HttpRequest) -> HttpResponse:
    """What Django and its middleware cost."""
    return HttpResponse(b"constant")


urlpatterns = [path("bare", bare), *urls.urlpatterns]
handler400, handler404, handler500 = urls.handler400, urls.handler404, urls.handler500
