"""The tables, in which feeding and serving meet: entries with their history, and batches of an ingest."""

from errorkb.models.attempt import Attempt
from errorkb.models.batch import Batch, Chunk, Counts, SeenEntry, StoredProblem
from errorkb.models.entry import RECORD_FIELDS, BaseState, Entry, EntryVersion, Repo, SlugAlias
from errorkb.models.token import ApiToken

__all__ = [
    "RECORD_FIELDS",
    "ApiToken",
    "Attempt",
    "BaseState",
    "Batch",
    "Chunk",
    "Counts",
    "Entry",
    "EntryVersion",
    "Repo",
    "SeenEntry",
    "SlugAlias",
    "StoredProblem",
]
