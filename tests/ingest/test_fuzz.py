"""No bytes make the readers raise. A few seconds here; `python -m tests.ingest.fuzz` goes on longer."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.problems import Problem
from tests.ingest.fuzz import WORDS, Fuzzer, check, seeds
from tests.ingest.packed import PACKERS, dataset, outcome, record, repo_row, tarred, unpack, zipped

INPUTS = 250


@pytest.mark.parametrize("seed", range(4))
def test_mutated_dumps_never_raise(seed):
    fuzzer = Fuzzer(seed)
    for _ in range(INPUTS):
        check(fuzzer.next_input())


def test_the_dumps_to_begin_with_never_raise():
    for seed in seeds():
        check(seed)


@pytest.mark.parametrize("glued", [b"01", b"truefalse", b"1-1", b"nulltrue"])
def test_values_without_a_comma_are_no_element(glued):
    data = b"[" + glued + b"," + record(1) + b"]"
    assert outcome(unpack(data)) == ["dump: not-json", "widget-1"]


@pytest.mark.parametrize("space", [b"\v", b"\f", b"\x85"])
@pytest.mark.parametrize("before", [b"{}\n{\n}", b"[1,", b"{\n}"])
def test_space_that_is_none_in_json_ends_the_input(space, before):
    found = unpack(before + space + record(1))
    assert 0 < len(found) < 5
    assert {item.code for item in found if isinstance(item, Problem)} & {"not-json", "not-utf8", "cut-off"}


BYTES = st.binary(max_size=200) | st.lists(st.sampled_from(WORDS), max_size=6).map(b"".join)
NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=20)
NAMES |= st.sampled_from(
    ["a.json", "../a", "/a", "manifest.json", "x/manifest.json", "repos.json", "index.json"]
)
CONTENTS = BYTES | st.sampled_from(
    [record(1), *(pack(record(2)) for pack in PACKERS.values()), zipped(("a", b"{}"))]
)
ARCHIVES = st.tuples(
    st.sampled_from([zipped, tarred]),
    st.lists(st.tuples(NAMES, CONTENTS), max_size=4, unique_by=lambda m: m[0]),
).map(lambda made: made[0](*made[1]))
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=8)
    | st.sampled_from(["repos.json", "0" * 64]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["path", "sha256", "a"]), inner)
    ),
    max_leaves=8,
)
FAST = settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


@FAST
@given(
    st.sampled_from(list(PACKERS.values())), st.lists(BYTES | ARCHIVES, max_size=3), st.integers(0, 2), BYTES
)
def test_compressed_bytes_of_any_kind_never_raise(pack, contents, times, rest):
    data = b"".join(contents)
    for _ in range(times):
        data = pack(data)
    check(data + rest)


@FAST
@given(ARCHIVES, st.integers(0), st.sampled_from(WORDS))
def test_archives_of_anything_with_a_word_in_them_never_raise(archive, at, word):
    check(archive)
    at %= len(archive)
    check(archive[:at] + word + archive[at + len(word) :])


@FAST
@given(
    st.sampled_from([zipped, tarred]), JSON, JSON, st.dictionaries(st.sampled_from(sorted(repo_row())), JSON)
)
def test_datasets_that_say_anything_never_raise(make, files, version, row):
    check(make(*dataset(files=files, version=version, schemaVersion=2, repos=[row]).items()))
