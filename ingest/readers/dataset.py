"""Datasets, folders or archives with a manifest.json: no file is used that is not what it lists.

A container is gone through up to three times, so that nothing needs to be kept: for the manifest,
for the checksums of the files that it lists, and for what they hold.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import replace

from ingest.problems import Problem
from ingest.readers.archive import Container, Member
from ingest.readers.limits import Meter
from ingest.readers.manifest import MANIFEST, Manifest, read_manifest
from ingest.readers.repo_table import read_repos
from ingest.readers.source import CHUNK_LENGTH, Damaged, Source
from ingest.record import Found, RawRecord

_ENDS = ("damaged", "over-limit")


def read_container(container: Container) -> Iterator[Found]:
    """What the members of an archive or a folder hold, in their order."""
    meter = Meter(container.limits)
    told = None
    root, manifest = _find_manifest(container)
    if manifest is None:
        found = _read_members(container, meter)
    else:
        yield from manifest.problems
        found = _read_dataset(container, root, manifest, meter)
    for item in found:
        # Where an archive ends in a member, the member and the archive both tell of it.
        if not (isinstance(item, Problem) and item.code in _ENDS and item.reason == told):
            yield item
        told = item.reason if isinstance(item, Problem) else None


def _read_members(container: Container, meter: Meter) -> Iterator[Found]:
    for item in container.walk(meter):
        if isinstance(item, Problem):
            yield item
        else:
            yield from container.read(item, meter)


def _read_dataset(container: Container, root: str, manifest: Manifest, meter: Meter) -> Iterator[Found]:
    """What a dataset holds; files outside its folder are read as those of any archive."""
    failing = _failing(container, root, manifest)
    seen: set[str] = set()
    ended = False
    for item in container.walk(meter):
        if isinstance(item, Problem):
            ended |= item.code in _ENDS
            yield item
            continue
        name = item.name.removeprefix(root)
        inside = item.name.startswith(root)
        told = _told(item, name, manifest, failing) if inside else None
        if inside:
            seen.add(name)
        for found in container.read(item, meter) if told is None else told:
            ended |= isinstance(found, Problem) and found.code in _ENDS
            # In the bulk file a record without a version has none.
            is_bare = inside and name not in manifest.bulk
            if is_bare and isinstance(found, RawRecord) and found.dataset_version is None:
                yield replace(found, dataset_version=manifest.version)
            else:
                yield found
    if not ended:
        yield from _missing(container, root, manifest, seen)


def _told(member: Member, name: str, manifest: Manifest, failing: set[str]) -> Iterator[Found] | None:
    """What the files of a dataset give that hold no records; None for one that is to be read for them."""
    if name == MANIFEST:
        return iter(())
    is_copy = name in manifest.copies
    if name in failing:
        lost = "nothing is read from it" if is_copy else "nothing of it was stored"
        reason = f"its checksum or size is not that in {MANIFEST}; {lost}"
        rejects = not is_copy
        return iter(
            (Problem(file=member.file, where="file", code="checksum", reason=reason, rejects=rejects),)
        )
    if is_copy:
        return iter(())
    return read_repos(Source(member.stream, member.file)) if name in manifest.repos else None


def _find_manifest(container: Container) -> tuple[str, Manifest | None]:
    """The folder of the manifest, empty or with its slash, and what it says; archives may have one folder."""
    for item in container.walk(Meter(container.limits)):
        if isinstance(item, Member):
            folder, _, last = item.name.rpartition("/")
            if last == MANIFEST and "/" not in folder:
                manifest = read_manifest(Source(item.stream, item.file))
                if manifest is not None:
                    return f"{folder}/" if folder else "", manifest
    return "", None


def _failing(container: Container, root: str, manifest: Manifest) -> set[str]:
    """The listed files that are there, and are not what the manifest lists."""
    waiting = set(manifest.listed) - {MANIFEST}
    failing: set[str] = set()
    if not waiting:
        return failing
    for item in container.walk(Meter(container.limits)):
        name = item.name.removeprefix(root) if isinstance(item, Member) else ""
        if isinstance(item, Member) and item.name.startswith(root) and name in waiting:
            waiting.remove(name)
            if not manifest.listed[name].fits(*_sum(item)):
                failing.add(name)
            if not waiting:
                break
    return failing


def _sum(member: Member) -> tuple[int, str]:
    """The size and the SHA-256 of a member; of a damaged one, those of no file."""
    digest = hashlib.sha256()
    size = 0
    try:
        while data := member.stream.read(CHUNK_LENGTH):
            digest.update(data)
            size += len(data)
    except Damaged:
        return -1, ""
    return size, digest.hexdigest()


def _missing(container: Container, root: str, manifest: Manifest, seen: set[str]) -> Iterator[Problem]:
    for name in manifest.listed:
        if name in seen or name == MANIFEST:
            continue
        reason = f"{MANIFEST} lists {root}{name}, which is not there; is the dataset whole?"
        rejects = name not in manifest.copies
        yield Problem(file=container.name, where="file", code="missing-file", reason=reason, rejects=rejects)
