"""Views of what people browse: the front door, repositories, classes and tags, and their indexes."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from errorkb.models import Repo
from errorkb.published.head import Head, home_head, list_head, repo_head, tag_head
from errorkb.web import filed, names
from errorkb.web.addresses import class_url
from errorkb.web.browse_pages import FiledPage
from errorkb.web.forms import ListForm, NamesForm
from errorkb.web.home import home_page
from errorkb.web.kept import kept
from errorkb.web.repo import repo_page
from errorkb.web.states import home_state, indexed_state, repo_state


@require_safe
@kept(home_state)
def home(request: HttpRequest) -> HttpResponseBase:
    """The search box, the paste box, and what is in the base."""
    return render(request, "home.html", {"page": home_page(), "head": home_head(request)})


@require_safe
@kept(repo_state)
def repo(request: HttpRequest, owner: str, name: str) -> HttpResponseBase:
    """A repository and its entries."""
    row = get_object_or_404(Repo, name=f"{owner}/{name}")
    form = ListForm(request.GET)
    form.is_valid()  # what makes no sense is as good as none
    asked = form.cleaned_data
    page = repo_page(
        row,
        sort=asked.get("sort") or None,
        letter=asked.get("letter") or None,
        number=asked.get("page") or 1,
    )
    return render(request, "repo.html", {"page": page, "head": repo_head(request, row, page.pagination.page)})


@require_safe
@kept(indexed_state)
def error_class(request: HttpRequest, name: str) -> HttpResponseBase:
    """An error class and its entries; a name in other letters, or without its package, leads there."""
    page = filed.class_page(name, **_asked(request))
    if page is None:
        written = filed.as_written(name)
        if written is None or written == name:
            raise Http404
        return redirect(class_url(written))
    description = f"Errors of the class {page.name}, explained."
    head = list_head(request, title=page.name, description=description, number=page.pagination.page)
    return _shown(request, page, head)


@require_safe
@kept(indexed_state)
def tag(request: HttpRequest, name: str) -> HttpResponseBase:
    """A tag and its entries."""
    page = filed.tag_page(name, **_asked(request))
    if page is None:
        raise Http404
    return _shown(request, page, tag_head(request, page.name, page.pagination.page))


@require_safe
@kept(indexed_state)
def index(request: HttpRequest, of: names.Index) -> HttpResponseBase:
    """The index of all classes, tags or repositories."""
    form = NamesForm(request.GET)
    form.is_valid()
    asked = form.cleaned_data
    page = names.names_page(
        of,
        repo=asked.get("repo") or None,
        letter=asked.get("letter") or None,
        number=asked.get("page") or 1,
    )
    description = f"{page.kinds} of the errors that are explained here."
    head = list_head(request, title=page.kinds, description=description, number=page.pagination.page)
    return render(request, "names.html", {"page": page, "head": head})


def _asked(request: HttpRequest) -> dict[str, Any]:
    form = ListForm(request.GET)
    form.is_valid()
    asked = form.cleaned_data
    return {
        "repo": asked.get("repo") or None,
        "sort": asked.get("sort") or None,
        "number": asked.get("page") or 1,
    }


def _shown(request: HttpRequest, page: FiledPage, head: Head) -> HttpResponse:
    status = 503 if page.is_building else 200
    return render(request, "filed.html", {"page": page, "head": head}, status=status)
