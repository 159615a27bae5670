"""Lines of several writers mixed: each writer's lines are brought together again."""

from errorkb.matching.cleaning.collectors import STREAMS
from errorkb.matching.cleaning.line import Line


def separate_streams(lines: list[Line]) -> list[Line]:
    """The lines by who wrote them, in the order in which the writers first speak.

    A line that names nobody belongs to the one before it. Lines carry their own places, so nothing
    else changes; texts in which no writer is interrupted stay as they are.
    """
    writers = {
        prefix: tuple(kind for kind in prefix if kind.partition(" ")[0] in _NAMES)
        for prefix in {line.prefix for line in lines}
    }
    if not any(writers.values()):
        return lines
    streams: dict[tuple[str, ...], list[Line]] = {}
    switches = 0
    current: tuple[str, ...] = ()
    for line in lines:
        writer = writers[line.prefix] or current
        switches += writer != current
        current = writer
        streams.setdefault(writer, []).append(line)
    if switches < len(streams):
        return lines
    return [line for stream in streams.values() for line in stream]


_NAMES = frozenset(name.partition(" ")[0] for name in STREAMS) | {"name"}
