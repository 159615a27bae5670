"""What a repository no longer has. An entry is never deleted: its address says that it is retired.

Only a batch that says it is complete retires anything, and only in repositories that it has entries of. It
is refused where records were rejected (theirs would look lost), and where it would retire more than
``settings.RETIRE_SHARE`` of a repository's entries; a forced batch is not.
"""

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from errorkb.models import Batch, Entry, StoredProblem
from ingest.store import lock, renew_revision


def retire(batch: Batch) -> None:
    """Retires what the batch's repositories have beyond what was seen, or notes why it does not."""
    seen_of = batch.seen.values_list("entry", flat=True)
    for repo in list(batch.seen.order_by("repo").values_list("repo", flat=True).distinct()):
        with transaction.atomic():
            lock([repo])
            live = Entry.objects.live().filter(repo=repo)
            gone = live.exclude(id__in=seen_of.filter(repo=repo))
            lost, total = gone.count(), live.count()
            refusal = _refusal(batch, repo, lost, total)
            if lost and refusal:
                StoredProblem.objects.create(
                    batch=batch, file=batch.source.partition("\n")[0], place="file",
                    code="retirement-refused", reason=refusal, rejects=False,
                )  # fmt: skip
            elif lost:
                batch.retired += gone.update(retired_at=timezone.now())
                renew_revision()
    batch.save(update_fields=["retired"])
    batch.seen.all().delete()


def _refusal(batch: Batch, repo: str, lost: int, total: int) -> str | None:
    if batch.forced:
        return None
    if batch.counts()["rejected"]:
        return f"{lost} entries of {repo} were not retired: records of this batch were rejected; correct them"
    if lost > total * settings.RETIRE_SHARE:
        return (
            f"{lost} of {total} entries of {repo} would be retired, more than the share of "
            f"{settings.RETIRE_SHARE:.0%} that ERRORKB_RETIRE_SHARE allows; --force does it all the same"
        )
    return None
