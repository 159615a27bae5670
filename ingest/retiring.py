"""What a repository no longer has. An entry is never deleted: its address says that it is retired.

Two kinds of batches know what is gone. One that says it is complete has every entry of the repositories in
it; a scan of source has every entry of the files that it read. Each retires only what came in its own way: a
scan never retires what a dump told, nor the other way round. Both are refused where records were rejected
(theirs would look lost), and where they would retire more than ``settings.RETIRE_SHARE`` of the entries in
question; a forced batch is not.
"""

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from errorkb.models import Batch, Entry, StoredProblem
from errorkb.models.batch import DONE
from ingest.readers.source_tree.scan import Scanned
from ingest.store import lock, renew_revision

#: A scan may always retire so many: of a small tree a change of two functions is a large share.
FEW = 10


def retire(batch: Batch) -> None:
    """Retires what the batch knows to be gone, or notes why it does not."""
    scans = _scans(batch)
    if not batch.complete and not scans:
        return
    if batch.complete:
        for repo in list(batch.seen.order_by("repo").values_list("repo", flat=True).distinct()):
            _retire_repository(batch, repo)
    for scanned in scans:
        _retire_scanned(batch, scanned)
    batch.save(update_fields=["retired"])
    batch.seen.all().delete()


def _scans(batch: Batch) -> list[Scanned]:
    read = batch.chunks.filter(state=DONE).exclude(scanned=None).order_by("pk")
    return [Scanned.from_json(told) for told in read.values_list("scanned", flat=True) if told]


def _retire_repository(batch: Batch, repo: str) -> None:
    with transaction.atomic():
        lock([repo])
        seen = batch.seen.filter(repo=repo)
        live = Entry.objects.live().filter(repo=repo)
        if not seen.filter(from_source=True).exists():
            live = live.exclude(form="source")
        elif not seen.filter(from_source=False).exists():
            live = live.filter(form="source")
        gone = live.exclude(id__in=seen.values_list("entry", flat=True))
        _retire(batch, repo, gone, lost=gone.count(), total=live.count())


def _retire_scanned(batch: Batch, scanned: Scanned) -> None:
    with transaction.atomic():
        lock([scanned.repo])
        live = Entry.objects.live().filter(repo=scanned.repo, form="source")
        seen = batch.seen.filter(repo=scanned.repo, from_source=True).values_list("entry", flat=True)
        # An entry that was read from a later state of the source is not gone because an earlier lacks it.
        unseen = live.exclude(id__in=seen).filter(analyzed_instant__lte=scanned.analyzed_at)
        lost = _covered(scanned, unseen)
        if lost:
            gone = Entry.objects.filter(id__in=lost)
            _retire(batch, scanned.repo, gone, lost=len(lost), total=len(_covered(scanned, live)), few=FEW)


def _covered(scanned: Scanned, entries: QuerySet[Entry]) -> list[str]:
    return [entry for entry, path in entries.values_list("id", "file_path") if scanned.covers(path)]


def _retire(batch: Batch, repo: str, gone: QuerySet[Entry], *, lost: int, total: int, few: int = 0) -> None:
    refusal = _refusal(batch, repo, lost, total, few)
    if lost and refusal:
        StoredProblem.objects.create(
            batch=batch, file=batch.source.partition("\n")[0], place="file",
            code="retirement-refused", reason=refusal, rejects=False,
        )  # fmt: skip
    elif lost:
        batch.retired += gone.update(retired_at=timezone.now())
        renew_revision()


def _refusal(batch: Batch, repo: str, lost: int, total: int, few: int) -> str | None:
    if batch.forced:
        return None
    if batch.counts()["rejected"]:
        return f"{lost} entries of {repo} were not retired: records of this batch were rejected; correct them"
    if lost > few and lost > total * settings.RETIRE_SHARE:
        return (
            f"{lost} of {total} entries of {repo} would be retired, more than the share of "
            f"{settings.RETIRE_SHARE:.0%} that ERRORKB_RETIRE_SHARE allows; --force does it all the same"
        )
    return None
