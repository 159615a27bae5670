"""The front door as its page."""

from errorkb import catalogue
from errorkb.models import Entry, Repo
from errorkb.web.batches import reading
from errorkb.web.browse_pages import HomePage, RepoRow
from errorkb.web.names import CLASSES, name_list
from errorkb.web.rows import ROW_FIELDS, entry_rows

NEWEST = 8
#: So many repositories are named, those with the most entries first.
NAMED = 24


def home_page() -> HomePage:
    """Both boxes, and what is in the base."""
    repos = catalogue.repositories()
    classes = catalogue.classes()
    largest = catalogue.most(repos, NAMED)
    rows = Repo.objects.in_bulk([one.name for one in largest])
    return HomePage(
        entries=sum(one.entries for one in repos),
        repositories=len(repos),
        classes=len(classes),
        newest=entry_rows(Entry.objects.live().newest().only(*ROW_FIELDS)[:NEWEST]),
        met=name_list("Most met classes", CLASSES, classes, all_url=CLASSES.url),
        repos=tuple(_repo_row(rows[one.name], one.entries) for one in largest if one.name in rows),
        reading=reading(),
    )


def _repo_row(repo: Repo, entries: int) -> RepoRow:
    return RepoRow(
        name=repo.name,
        url=repo.get_absolute_url(),
        description=repo.description,
        language=repo.language,
        entries=entries,
    )
