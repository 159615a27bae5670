"""Views: read the form, ask, show the page."""

from django.core.exceptions import RequestDataTooBig
from django.db import connection
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from errorkb.fulltext.query import read
from errorkb.matching.lookup import MAX_LIMIT, PasteTooLarge, match
from errorkb.models import Entry, Repo
from errorkb.web.batches import reading
from errorkb.web.entry import entry_page, history_url
from errorkb.web.filling import NOTHING
from errorkb.web.forms import PageForm, PasteForm, SearchForm, ValuesForm
from errorkb.web.history import history_page
from errorkb.web.match import empty_page as empty_match_page
from errorkb.web.match import match_page
from errorkb.web.match_pages import MatchPage
from errorkb.web.origin import is_from_here
from errorkb.web.pages import HomePage, RepoPage
from errorkb.web.rows import LISTED, ROW_FIELDS, entry_rows, paginate, repo_row, source_url
from errorkb.web.searching import address_of, empty_page, search_page
from errorkb.web.totals import totals

NEWEST = 8
TOO_LONG = "This is more than 5 MB. Paste the part of the log that holds the error."


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The search box, the paste box, and what is in the base."""
    numbers = totals()
    repos = Repo.objects.in_bulk([name for name, _ in numbers.largest])
    page = HomePage(
        entries=numbers.entries,
        repositories=numbers.repositories,
        classes=numbers.classes,
        newest=entry_rows(Entry.objects.live().newest().only(*ROW_FIELDS)[:NEWEST]),
        repos=tuple(repo_row(repos[name], entries) for name, entries in numbers.largest if name in repos),
        reading=reading(),
    )
    return render(request, "home.html", {"page": page})


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Entries that fit the words; an id or an address of this site leads to its entry."""
    form = SearchForm(request.GET)
    form.is_valid()  # a page number or repository that makes no sense is as good as none
    query = read(form.cleaned_data.get("q") or "")
    repo = form.cleaned_data.get("repo") or None
    if address := address_of(query):
        return redirect(address)
    if not query.clauses and not query.filters:
        page = empty_page(repo)
    else:
        number = form.cleaned_data.get("page") or 1
        page = search_page(query, repo=repo, number=number, sort=form.cleaned_data.get("sort") or "relevance")
    return render(request, "search.html", {"page": page})


@require_safe
def repo(request: HttpRequest, owner: str, name: str) -> HttpResponse:
    """A repository and its entries, newest first."""
    row = get_object_or_404(Repo, name=f"{owner}/{name}")
    form = PageForm(request.GET)
    form.is_valid()
    entries = Entry.objects.live().filter(repo=row)
    number = form.cleaned_data.get("page") or 1
    newest = entries.newest().only(*ROW_FIELDS)
    found, pagination = paginate(newest, number, row.get_absolute_url(), bound=LISTED)
    classes = (
        entries.exclude(error_class=None)
        .values_list("error_class")
        .annotate(count=Count("id"))
        .order_by("-count", "error_class")[:10]
    )
    page = RepoPage(
        name=row.name,
        source_url=source_url(row.name),
        description=row.description,
        language=row.language,
        stars=row.stars,
        analyzed_sha=row.analyzed_sha,
        analyzed_at=row.analyzed_at,
        rows=entry_rows(found),
        pagination=pagination,
        class_counts=tuple((str(error_class), count) for error_class, count in classes),
    )
    return render(request, "repo.html", {"page": page})


# What is posted changes nothing and is checked for where it comes from, so it carries no token.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, owner: str, name: str, slug: str) -> HttpResponseBase:
    """One error, explained; with values posted, they are filled in. A retired one is shown as it was last
    known, with 410."""
    row = _at(f"{owner}/{name}", slug)
    if row is None:
        return _moved(_alias(f"{owner}/{name}", slug).get_absolute_url())
    filling = NOTHING
    if request.method == "POST":
        form = ValuesForm(request.POST)
        if not is_from_here(request) or not form.is_valid():
            return HttpResponseRedirect(row.get_absolute_url(), status=303)  # the entry as it is written
        filling = form.cleaned_data["values"]
    status = 410 if row.retired_at else 200
    response = render(request, "entry.html", {"page": entry_page(row, filling)}, status=status)
    return _unkept(response) if request.method == "POST" else response


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
    return Entry.objects.defer("search_vector").filter(repo=repo, slug=slug).first()


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
