"""What must hold for any input: nothing raises, and JSON goes out as it came in."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.record import (
    ENUMS,
    LISTS,
    NULLABLE,
    Accepted,
    RawRecord,
    canonical_json,
    compute_id,
    digest,
)
from tests.ingest.sample import judge, page, read, values

STORABLE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
WRITTEN = STORABLE.filter(bool)
KEBAB = st.from_regex(r"[a-z0-9]{1,9}(-[a-z0-9]{1,9}){0,3}", fullmatch=True)
NUMBER = st.integers(1, 2**31 - 1)
SHA = st.from_regex(r"[0-9a-f]{40}", fullmatch=True)


@st.composite
def legal(draw):
    """The camelCase values of any legal record."""
    record = {name: draw(WRITTEN) for name in values()}
    record |= {name: draw(st.lists(WRITTEN, max_size=3)) for name in LISTS}
    record |= {name: draw(st.sampled_from(sorted(words))) for name, words in ENUMS.items()}
    record |= {name: draw(STORABLE) for name in ("exampleFix", "typeGuard", "backgroundTag")}
    start = draw(NUMBER)
    record |= {
        "repo": draw(st.from_regex(r"[A-Za-z0-9]{1,9}/[A-Za-z0-9]{1,9}", fullmatch=True)),
        "slug": draw(KEBAB),
        "tags": draw(st.lists(KEBAB, max_size=3)),
        "httpStatus": draw(st.integers(100, 599)),
        "sourceCodeStart": start,
        "sourceCodeEnd": draw(st.integers(start, 2**31 - 1)),
        "lineNumber": draw(st.integers(start, 2**31 - 1)),
        "githubUrl": "https://example.org/" + draw(STORABLE),
        "analyzedSha": draw(SHA),
        "analyzedAt": draw(st.datetimes()).strftime("%Y-%m-%dT%H:%M:%S").zfill(19) + "Z",
        "schemaVersion": 2,
    }
    for name in draw(st.sets(st.sampled_from(sorted(NULLABLE)))):
        record[name] = None
    parts = ("repo", "errorCode", "errorMessage", "filePath")
    record["id"] = draw(st.just(compute_id(*(record[part] for part in parts))) | st.just("0" * 16))
    return record


@given(legal(), st.booleans(), st.sampled_from([None, 2]))
def test_json_goes_out_as_it_came_in(record, wrapped, indent):
    document = {"record": record, "datasetVersion": None} if wrapped else record
    found = read(json.dumps(document, indent=indent).encode())
    (kept,), told = judge(found)
    assert kept.record.to_json() == record
    assert not refused(told)
    assert json.loads(canonical_json(kept.record)) == record
    assert kept.digest == digest(kept.record)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=[])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(st.dictionaries(st.sampled_from(list(values())), ANY_JSON), ANY_JSON)
def test_any_values_are_kept_whole_or_refused(changes, version):
    record = RawRecord(
        values=values() | changes, file="f", where="line 1", form="json", dataset_version=version
    )
    kept, told = judge([record])
    assert [item.record.to_json() for item in kept] == ([] if refused(told) else [record.values])


DUMPS = [
    json.dumps(values()).encode() + b"\n" + json.dumps({"record": values()}).encode(),
    json.dumps([values(), values(errorMessage="x")], indent=1).encode(),
    page().encode(),
    (page("Example fix\n\nPrevention\n\na") + "\n\n" + page(errorCode="E1")).encode(),
]
PIECES = [b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"\n", b"\n\n", b"\0", b"\xff", b"1e999"]
PIECES += [b"NaN", b"\xef\xbb\xbf", b"\xc2\xb7", b"\\ud800", b"Source\n\nThrown at", b"Prevention"]


@st.composite
def mutated(draw):
    data = draw(st.sampled_from(DUMPS))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(data)))
        until = at + draw(st.integers(0, 40))
        data = data[:at] + draw(st.sampled_from(PIECES) | st.binary(max_size=8)) + data[until:]
    return data


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(mutated())
def test_mutated_dumps_never_raise(data):
    assert_sound(data)


@given(st.binary(max_size=300))
def test_any_bytes_never_raise(data):
    assert_sound(data)


@given(st.lists(st.sampled_from([*PIECES, b"a/b", b" \xc2\xb7 ", b"error", b"null", b" "]), max_size=30))
def test_any_pieces_never_raise(pieces):
    assert_sound(b"".join(pieces))


def assert_sound(data):
    kept, told = judge(read(data))
    assert all(isinstance(item, Accepted) for item in kept)
    for item in (*kept, *told):
        assert item.where == "file" or item.where.split()[0] in ("line", "record", "page")
    assert all(problem.reason.isprintable() for problem in told)


@pytest.mark.parametrize("dump", DUMPS)
def test_the_dumps_to_mutate_are_whole(dump):
    kept, told = judge(read(dump))
    assert kept
    assert not refused(told)


@pytest.mark.parametrize("dump", DUMPS)
def test_every_cut_is_told_of(dump):
    whole = len(judge(read(dump))[0])
    for length in range(1, len(dump), 7):
        kept, told = judge(read(dump[:length]))
        between_pages = dump[:length].rstrip().endswith(b"GitHub.")
        assert len(kept) == whole or told or between_pages, length


def refused(told):
    return any(problem.rejects for problem in told)
