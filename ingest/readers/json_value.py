"""One JSON value: from bytes to records, or to the reason why not."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from ingest.problems import EXCERPT_LIMIT, Problem, show
from ingest.record import FIELDS, RawRecord

# The record's own object is level 1; an envelope stands one level above it.
MAX_DEPTH = 64
# No field takes more than ten digits; int() itself refuses more than some thousands.
MAX_DIGITS = 100
# A record of 4 MiB with every character as a six-character escape, and room for white space.
MAX_PIECE_LENGTH = 32 << 20
WHITE_SPACE = b" \t\r\n"  # JSON's own, which is less than bytes.strip() takes
_SPACE = re.compile(r"[ \t\r\n]*")


class Refused(ValueError):
    """Raised while decoding: this value is no record, for the reason with this code."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def records_of(data: bytes, file: str, where: str) -> Iterator[RawRecord | Problem]:
    """The records in these bytes: one value, an array, or several values in a row.

    Bytes that hold anything but JSON become one problem, and none of them is read.
    """
    try:
        for value in list(decode(data)):
            # A line of JSON Lines may be an array; the elements share its place.
            for element in value if isinstance(value, list) else [value]:
                yield _with_raw(record_of(element, file, where), data)
    except Refused as refused:
        yield _refusal(refused, data, file, where)


def element_of(data: bytes, file: str, where: str) -> RawRecord | Problem:
    """The record that these bytes are, as an element of an array: an array is none."""
    try:
        values = list(decode(data))
        if len(values) > 1:
            # Such as 01, which is a zero and a one.
            raise Refused("not-json", f"{show(values[1])} follows a value without a comma between them")
        return _with_raw(record_of(values[0], file, where), data)
    except Refused as refused:
        return _refusal(refused, data, file, where)


def record_of(value: object, file: str, where: str) -> RawRecord | Problem:
    """The record in a decoded value, bare or in its envelope; Refused when nested too deeply."""
    enveloped = isinstance(value, dict) and isinstance(value.get("record"), dict)
    if not within_depth(value, MAX_DEPTH + enveloped):
        raise Refused("too-deep", f"nested deeper than {MAX_DEPTH} levels; a record needs 2")
    if not isinstance(value, dict):
        return _no_record(file, where, f"{show(value)} stands where a record is expected")
    if enveloped:
        version = value.get("datasetVersion")
        raw = RawRecord(values=value["record"], file=file, where=where, form="json", dataset_version=version)
        return _as_told(raw, value)
    if FIELDS.keys().isdisjoint(value):
        found = f"an object with the keys {', '.join(map(show, list(value)[:5]))}" if value else "{}"
        return _no_record(file, where, f"{found} has no field of a record")
    return RawRecord(values=value, file=file, where=where, form="json")


def _as_told(raw: RawRecord, envelope: Mapping[str, object]) -> RawRecord:
    """The record as a scan of source or an export has it: its envelope says what it was read from, what was
    worked out rather than found, that it is retired, and the slug it had before it met another's."""
    raw = replace(raw, retired_at=envelope.get("retiredAt"), slug_before=envelope.get("slug"))
    form = envelope.get("form")
    if form not in ("source", "text"):
        return raw
    told = envelope.get("derived")
    names = {name for name in told if isinstance(name, str)} if isinstance(told, list) else set()
    return replace(raw, form=form, derived=frozenset(FIELDS.keys() & names))


def _refusal(refused: Refused, data: bytes, file: str, where: str) -> Problem:
    return Problem(
        file=file,
        where=where,
        code=refused.code,
        reason=refused.reason,
        rejects=True,
        excerpt=_raw(data),
    )


def _with_raw(found: RawRecord | Problem, data: bytes) -> RawRecord | Problem:
    return replace(found, excerpt=_raw(data)) if isinstance(found, Problem) else found


def _raw(data: bytes) -> str:
    """The bytes as a problem keeps them: what is no UTF-8 shows as U+FFFD."""
    return data[: 4 * EXCERPT_LIMIT].decode("utf-8", "replace").strip()


def _no_record(file: str, where: str, found: str) -> Problem:
    reason = f'{found}; give a record, or {{"record": {{…}}, "datasetVersion": …}}'
    return Problem(file=file, where=where, code="no-record", reason=reason, rejects=True)


def decode(data: bytes) -> Iterator[object]:
    """The values in these bytes, one after another; Refused at what is none."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        reason = f"byte {error.start + 1} is no UTF-8; write the dump as UTF-8"
        raise Refused("not-utf8", reason) from None
    position = _after_space(text, 0)
    while True:
        try:
            value, position = _DECODER.raw_decode(text, position)
        except json.JSONDecodeError as error:
            raise _not_json(error, text) from None
        except RecursionError:
            raise Refused("too-deep", f"nested deeper than {MAX_DEPTH} levels") from None
        yield value
        position = _after_space(text, position)
        if position == len(text):
            return


def within_depth(value: object, limit: int) -> bool:
    """Whether no object or list in the value stands deeper than `limit`; the value is level 1."""
    level = [value]
    for _ in range(limit):
        level = [
            child
            for parent in level
            if isinstance(parent, dict | list)
            for child in (parent.values() if isinstance(parent, dict) else parent)
            if isinstance(child, dict | list)
        ]
        if not level:
            return True
    return False


def _after_space(text: str, position: int) -> int:
    space = _SPACE.match(text, position)
    return space.end() if space else position


def _not_json(error: json.JSONDecodeError, text: str) -> Refused:
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return Refused("cut-off", "the JSON value ends before it is complete; was the dump cut?")
    found = show(text[error.pos : error.pos + 20])
    return Refused("not-json", f"no JSON at character {error.pos + 1}: {error.msg}, found {found}")


def _object(pairs: list[tuple[str, object]]) -> Mapping[str, object]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    counts = Counter(key for key, _ in pairs)
    names = ", ".join(show(key) for key, count in counts.most_common(5) if count > 1)
    raise Refused("duplicate-key", f"one object has a key twice: {names}; keep one of each")


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise Refused("number-too-long", f"a number of {len(digits)} characters: {show(digits)}")
    return int(digits)


def _constant(name: str) -> object:
    raise Refused("not-json", f"{name} is not JSON; use null or a number")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_constant=_constant)
