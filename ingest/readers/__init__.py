"""Reads dumps: bytes in, RawRecord, RepoFacts or Problem out, in the order of the file.

A path goes through at most these: a folder with a manifest (`dataset`), an archive (`zip_archive`,
`tar_archive`), a compressed file (`compressed`), and at last plain bytes (`plain`), which are JSON or
text pages. Each hands the next one a `Source`, whose bytes are read as they are needed. Folders and files of
source code go another way: see `source_tree`.
"""

from ingest.readers.dump import is_dataset, open_dump, read_stream
from ingest.readers.limits import Limits
from ingest.readers.plain import read_source
from ingest.readers.source import Source

__all__ = ["Limits", "Source", "is_dataset", "open_dump", "read_source", "read_stream"]
