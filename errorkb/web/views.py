"""Views: read the form, ask, show the page."""

from django.core.exceptions import RequestDataTooBig
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from errorkb.matching.lookup import MAX_LIMIT, PasteTooLarge, match
from errorkb.models import Entry
from errorkb.published.head import entry_head
from errorkb.published.negotiated import form_of
from errorkb.published.twins import shown_as
from errorkb.web.entry import entry_page
from errorkb.web.filling import NOTHING
from errorkb.web.forms import PageForm, PasteForm, ValuesForm
from errorkb.web.history import history_page
from errorkb.web.kept import kept
from errorkb.web.match import empty_page as empty_match_page
from errorkb.web.match import match_page
from errorkb.web.match_pages import MatchPage
from errorkb.web.origin import is_from_here
from errorkb.web.provenance import history_url
from errorkb.web.states import entry_state

TOO_LONG = "This is more than 5 MB. Paste the part of the log that holds the error."


# What is posted changes nothing and is checked for where it comes from, so it carries no token.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@kept(entry_state)
def entry(request: HttpRequest, owner: str, name: str, slug: str) -> HttpResponseBase:
    """One error, explained; with values posted, they are filled in. A retired one is shown as it was last
    known, with 410. It comes in the form that is asked for."""
    row = _at(f"{owner}/{name}", slug)
    if row is None:
        return _moved(_alias(f"{owner}/{name}", slug).get_absolute_url())
    filling = NOTHING
    if request.method == "POST":
        form = ValuesForm(request.POST)
        if not is_from_here(request) or not form.is_valid():
            return HttpResponseRedirect(row.get_absolute_url(), status=303)  # the entry as it is written
        filling = form.cleaned_data["values"]
    elif (wanted := form_of(request.headers.get("Accept", ""))) != "html":
        return shown_as(request, row, wanted)
    told = {"page": entry_page(row, filling)}
    if request.method == "POST" or row.retired_at:
        response = render(request, "entry.html", told, status=410 if row.retired_at else 200)
        return _unkept(response) if request.method == "POST" else response
    return render(request, "entry.html", {**told, "head": entry_head(request, row)})


def _unkept(response: HttpResponse) -> HttpResponse:
    """An answer that holds what somebody pasted: no cache keeps it, and no index has it."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@require_safe
def history(request: HttpRequest, owner: str, name: str, slug: str) -> HttpResponseBase:
    """The accepted imports of an entry and what each changed."""
    row = _at(f"{owner}/{name}", slug)
    if row is None:
        return _moved(history_url(_alias(f"{owner}/{name}", slug)))
    form = PageForm(request.GET)
    form.is_valid()
    page = history_page(row, form.cleaned_data.get("page") or 1)
    return render(request, "history.html", {"page": page})


def _at(repo: str, slug: str) -> Entry | None:
    return Entry.objects.filter(repo=repo, slug=slug).first()


def _alias(repo: str, slug: str) -> Entry:
    """The entry that had this address once."""
    return get_object_or_404(Entry.objects.only("repo_id", "slug"), aliases__repo=repo, aliases__slug=slug)


def _moved(address: str) -> HttpResponseBase:
    response = redirect(address, permanent=True)
    # An entry may take an old slug back: a browser that remembers both directions would go in circles.
    response.headers["Cache-Control"] = "no-cache"
    return response


@require_safe
def entry_by_id(request: HttpRequest, entry_id: str) -> HttpResponseBase:
    """The permanent address of an entry leads to its readable one."""
    row = get_object_or_404(Entry.objects.only("repo_id", "slug"), pk=entry_id)
    return redirect(row)


# Matching changes nothing and reads no session, so a form on any page may post here.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def paste(request: HttpRequest) -> HttpResponse:
    """The paste box; with a text posted, the entries that explain it, or only that part of the page.
    Nothing is stored."""
    if request.method != "POST":
        return render(request, "match.html", {"page": empty_match_page()})
    try:
        form = PasteForm(request.POST)
    except RequestDataTooBig:
        return _pasted(request, empty_match_page(problem=TOO_LONG), status=413)
    form.is_valid()
    text = form.cleaned_data["text"]
    is_part = bool(form.cleaned_data.get("part"))
    if not text.strip():
        problem = "Nothing was pasted: paste a traceback, a log or a message."
        return _pasted(request, empty_match_page(problem=problem), is_part=is_part, status=400)
    try:
        page = match_page(text, match(text, limit=MAX_LIMIT))
    except PasteTooLarge:
        return _pasted(request, empty_match_page(problem=TOO_LONG), is_part=is_part, status=413)
    return _pasted(request, page, is_part=is_part)


def _pasted(
    request: HttpRequest, page: MatchPage, *, is_part: bool = False, status: int = 200
) -> HttpResponse:
    template = "match_result.html" if is_part else "match.html"
    return _unkept(render(request, template, {"page": page}, status=status))


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """``ok`` when the database answers: for load balancers and health checks."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")
