"""Dumps that come in over the network: written to a file, bounded, then a batch like any other.

The file lies in ``settings.UPLOADS``, which web and workers share; ``batches.discard`` removes it when its
batch has ended well.
"""

import contextlib
from collections.abc import Iterable
from pathlib import Path
from uuid import uuid4

from django.conf import settings
from kombu.exceptions import OperationalError

from errorkb.models import Batch
from ingest import batches
from ingest.tasks import enqueue


class UploadTooLarge(Exception):
    """The upload has more than ``settings.MAX_UPLOAD_BYTES``."""


def receive(pieces: Iterable[bytes], *, is_complete: bool = False, forced: bool = False) -> Batch:
    """Stores an upload and queues it. Nothing of an upload that is too long stays."""
    folder = Path(settings.UPLOADS)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{uuid4()}.dump"
    try:
        _write(path, pieces)
        batch = batches.create([path], direct=False, complete=is_complete, forced=forced)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    with contextlib.suppress(OperationalError):  # the sweeper queues it once there is a broker
        enqueue(batch.chunks.values_list("pk", flat=True))
    return batch


def _write(path: Path, pieces: Iterable[bytes]) -> None:
    size = 0
    with path.open("xb") as file:
        for piece in pieces:
            size += len(piece)
            if size > settings.MAX_UPLOAD_BYTES:
                raise UploadTooLarge
            file.write(piece)
