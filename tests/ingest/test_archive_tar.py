"""Tar archives: their forms, their members that are no files, and every way in which they break."""

import gzip
import io
import tarfile

import pytest

from ingest.readers import Limits
from ingest.readers.dump import read_stream
from tests.ingest.packed import outcome, record, tar_info, tarred, unpack, zipped
from tests.ingest.test_container_compressed import packers

TWO = (("a.json", record(1)), ("b/c.jsonl", record(2) + record(3)))
READ = ["widget-1", "widget-2", "widget-3"]


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_every_form_is_read(form):
    long = "/".join(["folder-with-a-long-name"] * 12) + "/a.json"
    members = [*TWO, *([(long, record(4))] if form != tarfile.USTAR_FORMAT else [])]
    found = unpack(tarred(*members, format=form))
    assert outcome(found) == [*READ, "widget-4"][: 3 + len(members) - 2]
    assert [item.file for item in found[:2]] == ["dump!a.json", "dump!b/c.jsonl"]


def test_an_old_archive_without_a_mark_is_read():
    data = bytearray(tarred(("a.json", record(1))))
    data[257:265] = bytes(8)
    data[148:156] = b"%06o\0 " % (sum(data[:148]) + sum(data[156:512]) + 256)
    assert outcome(unpack(bytes(data))) == ["widget-1"]


@packers
def test_it_may_be_compressed_as_a_whole(pack):
    assert outcome(unpack(pack(tarred(*TWO)))) == READ


@packers
def test_a_member_may_be_compressed(pack):
    assert outcome(unpack(gzip.compress(tarred(("a.json.x", pack(record(1))))))) == ["widget-1"]


def test_directories_and_labels_are_nothing():
    folder = tar_info("b/", type=tarfile.DIRTYPE)
    label = tar_info("backup", type=b"V")
    assert outcome(unpack(tarred((label, b""), (folder, b""), *TWO))) == READ


def test_names_that_begin_with_the_folder_itself_are_fine():
    found = unpack(tarred((tar_info("./", type=tarfile.DIRTYPE), b""), ("./a.json", record(1))))
    assert outcome(found) == ["widget-1"]
    assert found[0].file == "dump!a.json"


@pytest.mark.parametrize(
    "name",
    ["../evil.json", "/etc/evil.json", "a/../../evil.json", "..\\evil.json", "C:/evil.json", "c:evil", ".."],
)
def test_unsafe_names_are_refused(name):
    found = unpack(tarred(*TWO, (name, record(9))))
    assert outcome(found) == [*READ, f"dump!{name}: unsafe-path"]


def test_a_nul_in_a_pax_name_is_refused():
    info = tar_info("x.json", pax_headers={"path": "a\0b.json"})
    assert outcome(unpack(tarred((info, record(9)), *TWO))) == ["dump!a\\u0000b.json: unsafe-path", *READ]


@pytest.mark.parametrize(
    "kind", [tarfile.LNKTYPE, tarfile.SYMTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, b"Z", b"M"]
)
def test_what_is_no_file_is_refused(kind):
    info = tar_info("link.json", type=kind, linkname="/etc/passwd")
    assert outcome(unpack(tarred((info, b""), *TWO))) == ["dump!link.json: no-file", *READ]


def test_a_sparse_file_is_refused():
    info = tar_info("x.json", pax_headers={"GNU.sparse.major": "1", "GNU.sparse.minor": "0"})
    assert outcome(unpack(tarred((info, record(9)), *TWO))) == ["dump!x.json: no-file", *READ]


def test_an_old_sparse_file_with_a_long_map_is_refused():
    data = bytearray(tarred((tar_info("x.json", type=b"S"), record(9)), *TWO))
    data[482] = 1
    data[148:156] = b"%06o\0 " % (sum(data[:148]) + sum(data[156:512]) + 256)
    blocks = bytearray(1024)
    blocks[504] = 1
    assert outcome(unpack(bytes(data[:512] + blocks + data[512:]))) == ["dump!x.json: no-file", *READ]


@packers
def test_nested_archives_are_refused(pack):
    for inner in (tarred(*TWO), pack(tarred(*TWO)), zipped(*TWO)):
        assert outcome(unpack(tarred(("in", inner), *TWO))) == ["dump!in: nested-archive", *READ]
    twice = gzip.compress(pack(record(1)))
    assert outcome(unpack(tarred(("in", twice), *TWO))) == ["dump!in: nested-archive", *READ]


def test_of_two_members_with_one_name_the_first_is_read():
    found = unpack(tarred(*TWO, ("./a.json", record(9))))
    assert outcome(found) == [*READ, "dump!./a.json: duplicate-member"]


def test_what_macos_adds_is_nothing():
    clutter = [("._a.json", b"\0\5\26\7"), ("b/.DS_Store", b"\0\0\0\1")]
    assert outcome(unpack(tarred(*clutter, *TWO))) == READ


def test_a_name_that_is_no_utf8_is_read_as_latin():
    data = tarred(("ä.json", record(1)), format=tarfile.GNU_FORMAT, encoding="latin-1")
    (found,) = unpack(data)
    assert found.file == "dump!ä.json"


def test_archives_in_a_row_are_read():
    assert outcome(unpack(tarred(*TWO) + tarred(("d.json", record(4))))) == [*READ, "widget-4"]


def test_an_archive_without_a_file_is_empty():
    assert outcome(unpack(tarred((tar_info("a/", type=tarfile.DIRTYPE), b"")))) == ["dump: empty"]


def test_a_cut_between_members_is_told_of():
    data = tarred(*TWO)
    end = 512 + len(TWO[0][1]) + -len(TWO[0][1]) % 512
    assert outcome(unpack(data[:end])) == ["widget-1", "dump: damaged"]


def test_a_cut_in_a_header_is_told_of():
    assert outcome(unpack(tarred(*TWO)[: 2048 + 100])) == ["widget-1", "dump: damaged"]


def test_a_cut_in_a_member_is_told_of_once():
    data = tarred(*TWO)
    at = data.index(record(3).strip()) + 50
    assert outcome(unpack(data[:at])) == [*READ[:2], "dump!b/c.jsonl: cut-off", "dump!b/c.jsonl: damaged"]


def test_a_cut_of_the_compression_is_told_of_once():
    data = gzip.compress(tarred(*TWO))
    assert outcome(unpack(data[:-4])) == [*READ, "dump: damaged"]


def test_a_broken_header_ends_it():
    data = bytearray(tarred(*TWO))
    data[2048:2056] = b"\xff" * 8
    assert outcome(unpack(bytes(data))) == ["widget-1", "dump: damaged"]


def test_a_header_for_the_end_is_a_cut():
    data = tarred((tar_info("x.json", pax_headers={"comment": "x"}), b""))
    assert outcome(unpack(data[:1024] + bytes(1024))) == ["dump: damaged"]


@pytest.mark.parametrize(
    "pax", [b"8 path=a\n", b"junk", b"99999 path=a\n", b"0 \n", b"11 size=-1\n\n", b"1\n"]
)
def test_a_pax_header_that_is_none_ends_it(pax):
    data = tarred(*TWO[:1])[:2048] + tarred((tar_info("pax", type=b"x"), pax))[:1024] + tarred(*TWO)
    assert outcome(unpack(data)) == ["widget-1", "dump: damaged"]


def test_a_huge_pax_header_is_not_read():
    data = bytearray(tarred((tar_info("pax", type=b"x"), b"x"), *TWO))
    data[124:136] = b"%011o\0" % (1 << 32)
    data[148:156] = b"%06o\0 " % (sum(data[:148]) + sum(data[156:512]) + 256)
    (problem,) = unpack(bytes(data))
    assert "4,294,967,296 bytes" in problem.reason


def test_a_size_that_is_none_ends_it():
    for size in (b"-0000000001\0", b"\xff" * 12, b"9" * 12):
        data = bytearray(tarred(*TWO))
        data[124:136] = size
        data[148:156] = b"%06o\0 " % (sum(data[:148]) + sum(data[156:512]) + 256)
        assert outcome(unpack(bytes(data))) == ["dump: damaged"]


def test_a_size_to_the_base_of_256_is_read():
    data = bytearray(tarred(*TWO))
    data[124:136] = b"\x80" + len(TWO[0][1]).to_bytes(11, "big")
    data[148:156] = b"%06o\0 " % (sum(data[:148]) + sum(data[156:512]) + 256)
    assert outcome(unpack(bytes(data))) == READ


def test_too_many_members_end_it_and_keep_the_first():
    members = [(f"{number}.json", record(number)) for number in range(20)]
    found = unpack(tarred(*members), limits=Limits(max_members=10))
    assert outcome(found) == [*(f"widget-{number}" for number in range(10)), "dump: over-limit"]
    assert "ERRORKB_MAX_DUMP_MEMBERS" in found[-1].reason


def test_a_chain_of_headers_counts():
    chain = b"".join(tarred((tar_info("pax", type=b"x"), b"6 a=b\n"))[:1024] for _ in range(30))
    found = unpack(tarred(*TWO[:1])[:2048] + chain + tarred(*TWO), limits=Limits(max_members=10))
    assert outcome(found) == ["widget-1", "dump: over-limit"]


def test_a_limit_that_the_whole_crosses_is_told_once():
    data = gzip.compress(tarred(*TWO, ("bad.bin", bytes(range(128, 256)) * 9000)))
    found = unpack(data, limits=Limits(max_bytes=200_000))
    assert [item for item in outcome(found) if "over-limit" in item] == [outcome(found)[-1]]


def test_a_pipe_cannot_be_gone_through_twice():
    class Pipe(io.BytesIO):
        def seekable(self):
            return False

    assert outcome(read_stream(Pipe(tarred(*TWO)), "pipe")) == ["pipe: not-seekable"]
    assert outcome(read_stream(Pipe(gzip.compress(record(1))), "pipe")) == ["widget-1"]
