"""Zip archives: what is in them, what is refused, and directories that are cut or lie."""

import io
import struct
import zipfile
import zlib

import pytest

from ingest.readers import Limits
from tests.ingest.packed import PACKERS, outcome, record, tarred, unpack, zipped
from tests.ingest.test_container_compressed import packers

TWO = (("a.json", record(1)), ("b/c.jsonl", record(2) + record(3)))
READ = ["widget-1", "widget-2", "widget-3"]
LOCAL, ENTRY, END = b"PK\3\4", b"PK\1\2", b"PK\5\6"


def streamed(*members, compression=zipfile.ZIP_DEFLATED):
    """A zip archive as a pipe gets it: the sizes stand behind the members."""

    class Pipe(io.RawIOBase):
        written = b""

        def writable(self):
            return True

        def write(self, data):
            Pipe.written += bytes(data)
            return len(data)

    with zipfile.ZipFile(Pipe(), "w", compression) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return Pipe.written


def by_hand(*members, method=8, flags=0, mode=0):
    """A zip archive of (name, packed bytes, bytes), with any method and flags."""
    body, directory = b"", b""
    for name, packed, data in members:
        raw, crc = name.encode(), zlib.crc32(data)
        fields = (flags, method, 0, 0, crc, len(packed), len(data), len(raw), 0)
        entry = struct.pack("<4s6H3L5H2L", ENTRY, 20, 20, *fields, 0, 0, 0, mode << 16, len(body))
        directory += entry + raw
        body += struct.pack("<4s5H3L2H", LOCAL, 20, *fields) + raw + packed
    end = struct.pack("<4s4H2LH", END, 0, 0, len(members), len(members), len(directory), len(body), 0)
    return body + directory + end


def changed(data, magic, offset, replacement, nth=0):
    """The archive with the bytes replaced that stand `offset` behind the nth magic."""
    at = -1
    for _ in range(nth + 1):
        at = data.index(magic, at + 1)
    return data[: at + offset] + replacement + data[at + offset + len(replacement) :]


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_it_is_read(compression):
    found = unpack(zipped(*TWO, compression=compression))
    assert outcome(found) == READ
    assert [item.file for item in found[:2]] == ["dump!a.json", "dump!b/c.jsonl"]
    assert outcome(unpack(streamed(*TWO, compression=compression))) == READ


def test_newer_compressions_are_read():
    data = record(1)
    assert outcome(unpack(by_hand(("a", PACKERS["zstd"](data), data), method=93))) == ["widget-1"]


def test_an_unknown_compression_is_refused():
    data = by_hand(("a", b"x", b"x"), method=9)
    assert outcome(unpack(data)) == ["dump!a: unknown-compression"]


def test_wide_sizes_are_read():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive, archive.open("a.json", "w", force_zip64=True) as member:
        member.write(record(1))
    assert outcome(unpack(buffer.getvalue())) == ["widget-1"]


def test_a_wide_directory_is_read(monkeypatch):
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", 100)
    monkeypatch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 1)
    data = zipped(*TWO)
    assert b"PK\6\6" in data
    data = changed(data, END, 8, b"\xff" * 12)
    assert outcome(unpack(data)) == READ
    assert outcome(unpack(changed(data, b"PK\6\6", 48, b"\xff" * 8)))[-1] == "dump: damaged"
    assert outcome(unpack(changed(data, b"PK\6\7", 8, b"\xff" * 8)))[-1] == "dump: damaged"


def test_a_comment_is_nothing():
    data = zipped(*TWO)
    assert outcome(unpack(data[:-2] + b"\5\0hello")) == READ
    assert outcome(unpack(data + b"trailing")) == READ


def test_an_empty_member_of_a_stream_is_empty():
    for compression in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        found = unpack(streamed(("e.json", b""), *TWO, compression=compression))
        assert outcome(found) == ["dump!e.json: empty", *READ]


@packers
def test_a_member_may_be_compressed(pack):
    assert outcome(unpack(zipped(("a.json.x", pack(record(1)))))) == ["widget-1"]


@packers
def test_nested_archives_are_refused(pack):
    for inner in (tarred(*TWO), pack(tarred(*TWO)), zipped(*TWO)):
        assert outcome(unpack(zipped(("in", inner), *TWO))) == ["dump!in: nested-archive", *READ]


def test_directories_and_what_macos_adds_are_nothing():
    extra = [("b/", b""), ("__MACOSX/b/._c.jsonl", b"\0\5\26\7"), (".DS_Store", b"\0\0")]
    assert outcome(unpack(zipped(*extra, *TWO))) == READ


@pytest.mark.parametrize(
    "name",
    ["../evil.json", "/etc/evil.json", "a/../../evil.json", "..\\evil.json", "C:/evil.json", "a\0b", "."],
)
def test_unsafe_names_are_refused(name):
    data = record(9)
    packed = by_hand((name, data, data), ("a.json", record(1), record(1)), method=0)
    shown = name.replace("\0", "\\u0000")
    assert outcome(unpack(packed)) == [f"dump!{shown}: unsafe-path", "widget-1"]


def test_a_name_without_end_is_refused():
    for name in ("x" * 60_000, "ä" * 30_000, "€" * 600):
        found = outcome(unpack(by_hand((name, b"{}", b"{}"), method=0)))
        assert len(found) == 1
        assert found[0].endswith(("…: unsafe-path", "…: archive-disagrees"))


def test_of_two_members_with_one_name_the_first_is_read():
    with pytest.warns(UserWarning, match="Duplicate"):
        data = zipped(*TWO, ("a.json", record(9)))
    assert outcome(unpack(data)) == [*READ, "dump!a.json: duplicate-member"]


@pytest.mark.parametrize("mode", [0o120777, 0o020666, 0o060666, 0o010666, 0o140666])
def test_links_and_devices_are_refused(mode):
    assert outcome(unpack(by_hand(("a", b"/etc/passwd", b"/etc/passwd"), method=0, mode=mode))) == [
        "dump!a: no-file"
    ]


@pytest.mark.parametrize("flags", [1, 0x41, 0x2001])
def test_encrypted_members_are_refused(flags):
    assert outcome(unpack(by_hand(("a", b"xx", b"{}"), flags=flags))) == ["dump!a: encrypted"]
    assert outcome(unpack(by_hand(("a", b"xx", b"{}"), method=99))) == ["dump!a: encrypted"]


def test_a_wrong_checksum_keeps_the_records():
    data = zipped(*TWO, compression=zipfile.ZIP_STORED).replace(b"number 2", b"number 5")
    assert outcome(unpack(data)) == [*READ, "dump!b/c.jsonl: damaged"]


def test_damage_of_one_member_leaves_the_others():
    data = changed(zipped(*TWO), LOCAL, 30 + len("a.json"), b"\xff" * 20)
    assert outcome(unpack(data)) == ["dump!a.json: damaged", "widget-2", "widget-3"]


def test_a_member_longer_than_stated_is_damaged():
    data = by_hand(("a.json", zlib.compress(record(1) * 9)[2:-4], record(1)))
    assert outcome(unpack(data))[-1] == "dump!a.json: damaged"


def test_a_member_shorter_than_stated_is_damaged():
    data = by_hand(("a.json", zlib.compress(record(1))[2:-4], record(1) * 9))
    assert outcome(unpack(data)) == ["widget-1", "dump!a.json: damaged"]


@pytest.mark.parametrize(
    ("magic", "offset", "replacement"),
    [
        (LOCAL, 30, b"x"),
        (LOCAL, 8, b"\0\0"),
        (LOCAL, 18, b"\1\0\0\0"),
        (ENTRY, 42, b"\xff\xff\xff\x7f"),
        (ENTRY, 20, b"\xff\xff\xff\x7f"),
    ],
    ids=["name", "method", "size", "place-outside", "size-outside"],
)
def test_a_directory_that_lies_of_a_member_costs_the_member(magic, offset, replacement):
    found = outcome(unpack(changed(zipped(*TWO), magic, offset, replacement)))
    assert found[:3] == ["dump!a.json: archive-disagrees", *READ[1:]]


def test_a_place_without_a_member_costs_the_member():
    assert outcome(unpack(changed(zipped(*TWO), LOCAL, 0, b"PK\7\7", nth=1))) == [
        "widget-1",
        "dump!b/c.jsonl: archive-disagrees",
    ]


def test_the_content_of_a_directory_is_not_read_past_the_archive():
    assert outcome(unpack(changed(zipped(*TWO), ENTRY, 42, b"\xff\xff\xff\xff")))[0] == (
        "dump!a.json: archive-disagrees"
    )


def test_a_member_that_is_not_listed_is_told_of():
    whole = by_hand(*((name, data, data) for name, data in TWO), method=0)
    second = whole.index(LOCAL, 4)
    length = whole.index(ENTRY, whole.index(ENTRY) + 4) - whole.index(ENTRY)
    directory = whole[whole.index(ENTRY) :]
    for kept, hidden in ((directory[:length], second), (directory[length:-22], 0)):
        body = whole[: whole.index(ENTRY)]
        end = struct.pack("<4s4H2LH", END, 0, 0, 1, 1, len(kept), len(body), 0)
        found = unpack(body + kept + end)
        assert outcome(found)[-1] == "dump: archive-disagrees"
        assert f"byte {hidden:,} is not in its directory" in found[-1].reason


def test_a_wrong_number_of_members_is_told_of():
    found = unpack(changed(zipped(*TWO), END, 8, b"\7\0\7\0"))
    assert outcome(found) == [*READ, "dump: archive-disagrees"]


def test_members_that_share_bytes_are_refused():
    data = bytearray(zipped(("a.json", record(1)), ("b.json", record(2)), ("c.json", record(3))))
    entries = [data.index(ENTRY)]
    entries.append(data.index(ENTRY, entries[0] + 4))
    data[entries[1] + 42 : entries[1] + 46] = data[entries[0] + 42 : entries[0] + 46]
    found = outcome(unpack(bytes(data)))
    assert found[:3] == ["dump!a.json: archive-disagrees", "dump!b.json: archive-disagrees", "widget-3"]


def test_one_of_several_parts_is_refused():
    found = unpack(changed(zipped(*TWO), END, 4, b"\1\0\1\0"))
    assert "several parts" in found[-1].reason


def test_an_archive_without_a_file_is_empty():
    assert outcome(unpack(zipped())) == ["dump: empty"]
    assert outcome(unpack(zipped(("a/", b"")))) == ["dump: empty"]


@pytest.mark.parametrize("make", [zipped, streamed])
def test_a_cut_archive_gives_what_stands_before_the_cut(make):
    data = make(*TWO)
    second, directory = data.index(LOCAL, 4), data.index(ENTRY)
    assert outcome(unpack(data[:directory])) == [*READ, "dump: damaged"]
    assert outcome(unpack(data[: directory + 30])) == [*READ, "dump: damaged"]
    assert outcome(unpack(data[:second])) == ["widget-1", "dump: damaged"]
    found = outcome(unpack(data[: directory - 200]))
    assert found[0] == "widget-1"
    assert found[-1] == "dump!b/c.jsonl: damaged"


def test_two_archives_in_a_row_are_told_of():
    assert outcome(unpack(zipped(*TWO) + zipped(("d.json", record(4)))))[-1] == "dump: damaged"


def test_stored_members_of_a_stream_cannot_be_found_without_the_directory():
    data = streamed(*TWO, compression=zipfile.ZIP_STORED)
    assert outcome(unpack(data[: data.index(ENTRY)])) == ["dump: damaged"]


def test_too_many_members_are_refused():
    data = zipped(*((f"{number}.json", record(number)) for number in range(20)))
    found = unpack(data, limits=Limits(max_members=10))
    assert outcome(found) == ["dump: over-limit"]
    assert "ERRORKB_MAX_DUMP_MEMBERS" in found[0].reason
    cut = unpack(data[: data.index(ENTRY)], limits=Limits(max_members=10))
    assert outcome(cut) == [*(f"widget-{number}" for number in range(10)), "dump: over-limit"]


def test_a_bomb_ends_and_keeps_what_was_before():
    data = zipped(*TWO, ("bomb.json", b"[" + record(4) + b" " * 5_000_000), ("d.json", record(5)))
    found = unpack(data, limits=Limits(ratio_floor=1_000_000))
    assert outcome(found)[:4] == [*READ, "widget-4"]
    assert outcome(found)[-1] == "dump!bomb.json: over-limit"
