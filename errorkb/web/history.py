"""The accepted imports of an entry and what each changed."""

from collections.abc import Sequence

from errorkb.models import RECORD_FIELDS, Entry
from errorkb.versions import BOUND, Standing, Version, load, standings
from errorkb.web.differences import Clock, differences
from errorkb.web.entry import retired_on
from errorkb.web.pages import HistoryPage, VersionView
from errorkb.web.provenance import history_url
from errorkb.web.rows import moment, pagination
from errorkb.wording import shortened

PER_PAGE = 10
#: Seconds for comparing word by word; honest histories need about 0.02.
BUDGET = 0.5

KEYS = tuple(key for key, _ in RECORD_FIELDS)
#: A text page does not have these, or only a part: where it meets JSON they would always differ.
PAGE_LACKS = frozenset(
    {"slug", "messagePattern", "errorType", "httpStatus", "sourceCodeStart", "sourceCodeEnd",
     "githubUrl", "tags", "backgroundTag", "analyzedSha", "analyzedAt", "schemaVersion"}
)  # fmt: skip


def history_page(entry: Entry, number: int) -> HistoryPage:
    """Versions by their analysis, the latest first: the order in which they were read says nothing."""
    found = standings(entry)
    place = pagination(len(found), number, history_url(entry), bound=BOUND, per_page=PER_PAGE)
    found = found[:BOUND]
    first = (place.page - 1) * PER_PAGE
    pairs = [
        (found[position], _older(found, position))
        for position in range(first, min(first + PER_PAGE, len(found)))
    ]
    versions = load(entry, {each.pk for pair in pairs for each in pair if each is not None})
    clock = Clock(BUDGET)
    return HistoryPage(
        title=shortened(entry.title, 200),
        repo=entry.repo_id,
        repo_url=f"/{entry.repo_id}/",
        entry_url=entry.get_absolute_url(),
        retired=retired_on(entry),
        versions=tuple(
            _view(versions[each.pk], versions[older.pk] if older else None, clock) for each, older in pairs
        ),
        pagination=place,
    )


def _older(found: Sequence[Standing], position: int) -> Standing | None:
    """What a version is compared with: the one before it. A text page between two of JSON says less."""
    rest = found[position + 1 :]
    if found[position].form == "json":
        rest = [each for each in rest if each.form == "json"] or rest
    return rest[0] if rest else None


def _view(version: Version, older: Version | None, clock: Clock) -> VersionView:
    forms = {version.form, older.form} if older is not None else set()
    lacks = PAGE_LACKS if len(forms) > 1 and "text" in forms else frozenset()
    compared = tuple(key for key in KEYS if key not in lacks)
    record = version.record
    return VersionView(
        state=version.state,
        analyzed_at=record["analyzedAt"],
        sha=record["analyzedSha"][:10],
        form=version.form,
        dataset_version=version.dataset_version,
        since=moment(version.since),
        older=older.record["analyzedAt"] if older else None,
        changes=differences(older.record, record, compared, clock) if older else (),
        not_compared=tuple(key for key in KEYS if key in lacks),
    )
