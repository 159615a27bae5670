"""Which pack is meant: the one that is named, or the only one that ``errorkb pull`` left in the home."""

from pathlib import Path

from errorkb.client import ClientError
from errorkb.exports.dataset import MANIFEST
from errorkb.home import home

#: Where packs lie that were pulled without a folder's name.
FOLDER = "packs"


def pack_folder(named: str | None) -> Path:
    """The pack's folder. Raises ClientError."""
    if named:
        return Path(named).expanduser()
    packs = home() / FOLDER
    found = sorted(path.parent for path in packs.glob(f"*/{MANIFEST}")) if packs.is_dir() else []
    if not found:
        raise ClientError(
            f"there is no pack in {packs}: errorkb pull URL fetches one, --pack DIR names another"
        )
    if len(found) > 1:
        names = ", ".join(path.name for path in found[:5])
        raise ClientError(f"there are {len(found)} packs in {packs} ({names}): name one with --pack DIR")
    return found[0]
