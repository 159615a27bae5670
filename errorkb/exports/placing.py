"""A folder that is written aside and takes its place as a whole, or not at all, whoever dies when."""

import contextlib
import ctypes
import fcntl
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from errorkb.exports.dataset import MANIFEST, TOP

_SUFFIX = ".partial"
#: A folder aside that is younger than so many seconds may not have been locked by its writer yet.
_YOUNG_SECONDS = 60
_AT_CWD = -100
_EXCHANGE = 2  # RENAME_EXCHANGE of Linux and RENAME_SWAP of macOS


class NotReplaceable(ValueError):
    """What stands there is nobody's dataset; the text says what it is."""


def check_replaceable(target: Path) -> None:
    """Raises NotReplaceable unless nothing would be lost but an earlier dataset, and OSError."""
    if not target.exists() and not target.is_symlink():
        return
    if not target.is_dir():
        raise NotReplaceable(f"{target} is no folder")
    names = {path.name for path in target.iterdir()}
    if names and MANIFEST not in names:
        raise NotReplaceable(f"{target} is no dataset, and not empty: name another folder")
    if strange := sorted(names - TOP):
        raise NotReplaceable(
            f"{target} holds {strange[0]}, which is no part of a dataset: name another folder"
        )
    if target.is_mount():
        raise NotReplaceable(f"{target} is a mount point, which cannot be replaced: name a folder below it")


@contextlib.contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """A fresh folder beside ``target``, which becomes ``target`` when the block ends without an exception.

    What stood there before is whole until then, and gone afterwards. Raises OSError.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    remove_leftovers(target)
    fresh = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.", suffix=_SUFFIX))
    # A lock ends with its process, however that ends: what is not locked any more is a dead one's.
    handle = os.open(fresh, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield fresh
        fresh.chmod(0o777 & ~_mask())
        _place(fresh, target)
    finally:
        os.close(handle)
        shutil.rmtree(fresh, ignore_errors=True)


def remove_leftovers(target: Path) -> None:
    """Removes what killed writers of ``target`` left beside it."""
    for path in target.parent.glob(f".{target.name}.*{_SUFFIX}"):
        try:
            handle = os.open(path, os.O_RDONLY)
        except OSError:
            continue
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_dead = time.time() - os.fstat(handle).st_mtime > _YOUNG_SECONDS
        except BlockingIOError:
            is_dead = False
        finally:
            os.close(handle)
        if is_dead:
            shutil.rmtree(path, ignore_errors=True)


def _place(fresh: Path, target: Path) -> None:
    if not target.exists():
        fresh.rename(target)
    elif not _exchanged(fresh, target):
        # For a moment there is neither; what was there lies beside, and comes back where this fails.
        before = fresh.with_name(f"{fresh.name}.before")
        target.rename(before)
        try:
            fresh.rename(target)
        except OSError:
            before.rename(target)
            raise
        shutil.rmtree(before, ignore_errors=True)


def _exchanged(one: Path, other: Path) -> bool:
    """Swaps two folders in one step, where the system and the file system can."""
    libc = ctypes.CDLL(None, use_errno=True)
    first, second = os.fsencode(one), os.fsencode(other)
    try:
        if sys.platform == "darwin":
            return bool(libc.renamex_np(first, second, _EXCHANGE) == 0)
        return bool(libc.renameat2(_AT_CWD, first, _AT_CWD, second, _EXCHANGE) == 0)
    except AttributeError:
        return False


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
