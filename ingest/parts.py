"""A chunk's items → parts: records judged, problems told, as much as one transaction stores."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from errorkb.models import Chunk
from ingest.chunks import ChunkReader
from ingest.complete import complete
from ingest.problems import Problem
from ingest.record import Accepted, RawRecord, RepoFacts
from ingest.validate import validate

#: A part has at most so many items, and about so many characters at most.
PART_ITEMS = 2000
PART_CHARACTERS = 16 << 20


@dataclass(kw_only=True)
class Part:
    """What one transaction stores. ``read`` counts items of the chunk, whatever they were."""

    read: int = 0
    characters: int = 0
    done_bytes: int = 0
    records: int = 0
    rejected: int = 0
    warned: int = 0
    accepted: list[Accepted] = field(default_factory=list)
    facts: list[RepoFacts] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def is_full(self) -> bool:
        """Whether it is time to store it."""
        return self.read >= PART_ITEMS or self.characters >= PART_CHARACTERS


class Changed(Exception):
    """What is to be read is not what was queued or begun."""


def parts(chunk: Chunk, reader: ChunkReader) -> Iterator[Part]:
    """The parts of what the reader gives. What cannot be read any further is a problem of the last one.
    Raises Changed."""
    part = Part()
    try:
        with reader:
            if chunk.position and chunk.tree_state != reader.tree_state:
                raise Changed
            for item in reader:
                _take(part, item)
                part.done_bytes = reader.done_bytes
                if part.is_full:
                    yield part
                    part = Part()
    except OSError as error:
        reason = f"cannot be read: {error.strerror or error}"
        problem = Problem(file=chunk.path, where="file", code="unreadable", reason=reason, rejects=True)
        part.problems.append(problem)
        part.read += 1
    if part.read:
        yield part


def _take(part: Part, item: RawRecord | RepoFacts | Problem) -> None:
    part.read += 1
    if isinstance(item, RepoFacts):
        part.facts.append(item)
    elif isinstance(item, Problem):
        # A file refused as a whole is one problem and no record.
        counts = item.rejects and item.where != "file"
        part.records += counts
        part.rejected += counts
        part.warned += not item.rejects
        part.problems.append(item)
    else:
        _judge(part, item)


def _judge(part: Part, raw: RawRecord) -> None:
    part.records += 1
    part.characters += sum(len(value) for value in raw.values.values() if isinstance(value, str))
    judged = validate(complete(raw))
    if isinstance(judged, Accepted):
        part.accepted.append(judged)
        part.warned += bool(judged.warnings)
        part.problems += judged.warnings
    else:
        part.rejected += 1
        excerpt = json.dumps(raw.values, ensure_ascii=False)
        part.problems += [replace(problem, excerpt=excerpt) for problem in judged]
