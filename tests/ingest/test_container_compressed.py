"""Compressed files: chosen by content, joined, padded, cut, corrupt, and too good to be true."""

import gzip
import lzma
import struct

import pytest

from ingest.readers import Limits
from tests.ingest.packed import PACKERS, outcome, record, tarred, unpack, zipped, zstd_with_checksum

LINES = b"".join(record(number) for number in range(200))
ALL = [f"widget-{number}" for number in range(200)]

packers = pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)


@packers
def test_it_is_told_by_its_content(pack):
    assert outcome(unpack(pack(LINES), "dump.txt")) == ALL


@packers
def test_streams_in_a_row_are_one(pack):
    middle = len(LINES) // 2
    assert outcome(unpack(pack(LINES[:middle]) + pack(LINES[middle:]))) == ALL


@packers
def test_an_empty_stream_in_a_row_is_nothing(pack):
    assert outcome(unpack(pack(b"") + pack(LINES) + pack(b""))) == ALL


@packers
def test_padding_with_zeros_is_nothing(pack):
    assert outcome(unpack(pack(LINES) + bytes(1024))) == ALL
    assert outcome(unpack(pack(LINES[:-1] + b"\n") + bytes(8) + pack(b""))) == ALL


@packers
def test_other_bytes_behind_it_are_a_problem(pack):
    assert outcome(unpack(pack(LINES) + b"and more")) == [*ALL, "dump: damaged"]


@packers
def test_a_cut_keeps_the_whole_records_before_it(pack):
    packed = pack(LINES)
    found = outcome(unpack(packed[: len(packed) * 3 // 4]))
    kept = [item for item in found if item in ALL]
    assert kept == ALL[: len(kept)]
    assert found[-1] == "dump: damaged"
    assert set(found[len(kept) : -1]) <= {"dump: cut-off"}


@packers
def test_a_cut_in_the_checksum_keeps_all(pack):
    found = outcome(unpack(pack(LINES)[:-1]))
    assert found[-1] == "dump: damaged"
    if pack is not PACKERS["zstd"]:
        assert found == [*ALL, "dump: damaged"]


def test_a_wrong_checksum_keeps_all():
    packed = bytearray(gzip.compress(LINES))
    packed[-8] ^= 1
    assert outcome(unpack(bytes(packed))) == [*ALL, "dump: damaged"]


def test_bytes_that_do_not_decode_cost_nothing_before_them():
    # A stored block ends in the middle of the text, and the next block has no kind that there is.
    half = LINES[: LINES.index(b"\n", 60_000) + 1]
    packed = b"\x1f\x8b\x08" + bytes(7) + b"\0" + struct.pack("<HH", len(half), len(half) ^ 0xFFFF) + half
    found = outcome(unpack(packed + b"\x07" + bytes(100)))
    assert found == [*ALL[: half.count(b"\n")], "dump: damaged"]


@packers
def test_damage_at_the_start_is_one_problem(pack):
    assert outcome(unpack(pack(LINES)[:12])) == ["dump: damaged"]


def test_a_frame_that_is_to_be_skipped_comes_first():
    skipped = struct.pack("<II", 0x184D2A53, 5) + b"hello"
    assert outcome(unpack(skipped + PACKERS["zstd"](LINES) + skipped)) == ALL


def test_a_checksum_of_a_frame_is_checked():
    packed = bytearray(zstd_with_checksum(LINES))
    packed[-1] ^= 1
    assert outcome(unpack(bytes(packed)))[-1] == "dump: damaged"


def test_what_needs_too_much_memory_is_refused():
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 29}]
    packed = lzma.compress(LINES, filters=filters)
    (problem,) = unpack(packed)
    assert problem.code == "damaged"
    assert "limit" in problem.reason.lower()


@packers
def test_twice_compressed_is_refused(pack):
    assert outcome(unpack(gzip.compress(pack(LINES)))) == ["dump: nested-archive"]


def test_a_zip_in_a_gzip_is_refused():
    assert outcome(unpack(gzip.compress(zipped(("a.json", LINES))))) == ["dump: nested-archive"]


@pytest.mark.parametrize("start", [b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07\0", b"\x1f\x9d\x90"])
def test_other_packings_are_named(start):
    (problem,) = unpack(start + bytes(100))
    assert problem.code == "unknown-form"
    assert "pack it as" in problem.reason


@packers
def test_too_many_bytes_end_it_and_say_how_to_go_on(pack):
    found = unpack(pack(LINES), limits=Limits(max_bytes=len(LINES) // 2))
    assert len(outcome(found)) > 20
    assert found[-1].code == "over-limit"
    assert "ERRORKB_MAX_DUMP_BYTES" in found[-1].reason


@packers
def test_too_good_a_ratio_ends_it(pack):
    packed = pack(LINES + record(1) * 2000)
    found = unpack(packed, limits=Limits(max_ratio=20, ratio_floor=len(LINES)))
    assert outcome(found)[:100] == ALL[:100]
    assert found[-1].code == "over-limit"
    assert "ERRORKB_MAX_DUMP_RATIO" in found[-1].reason


@packers
def test_a_good_ratio_of_a_small_file_is_fine(pack):
    assert len(unpack(pack(record(1) * 2000))) == 2000


def test_many_small_bombs_count_as_one():
    bombs = [(f"{number}.json", gzip.compress(record(number) * 300)) for number in range(50)]
    limits = Limits(max_ratio=10, ratio_floor=2_000_000)
    for archive in (tarred(*bombs), zipped(*bombs)):
        found = unpack(archive, limits=limits)
        assert 1000 < len(found) < 15_000
        assert [item for item in outcome(found) if "over-limit" in item] == [outcome(found)[-1]]
