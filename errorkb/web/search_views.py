"""Views of the search box: its page, and what it suggests."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from errorkb.fulltext.query import read
from errorkb.web.forms import SearchForm, SuggestForm
from errorkb.web.searching import address_of, empty_page, search_page
from errorkb.web.suggestions import suggestions


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
def suggest(request: HttpRequest) -> HttpResponse:
    """How what is being typed may go on, as JSON; nothing for what is too long to go on."""
    form = SuggestForm(request.GET)
    typed = form.cleaned_data["q"] if form.is_valid() else ""
    headers = {"X-Robots-Tag": "noindex"}
    return JsonResponse({"suggestions": suggestions(typed)}, headers=headers)
