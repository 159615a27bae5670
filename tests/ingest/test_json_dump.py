import io
import json
import time
import tracemalloc

import pytest

from ingest.problems import Problem
from ingest.readers import Source, json_scan, read_source
from ingest.readers.json_value import element_of
from ingest.readers.source import Damaged
from tests.ingest.sample import judge, places, read, values

BARE = json.dumps(values()).encode()
WRAPPED = json.dumps({"record": values(), "datasetVersion": "2026-08-15T22:17:37.221Z"}).encode()
PRETTY = json.dumps(values(), indent=2).encode()

CASES = {
    # name: (bytes, what is found)
    "bare": (BARE, ["line 1"]),
    "wrapped": (WRAPPED, ["line 1"]),
    "pretty": (PRETTY, ["record 1"]),
    "pretty in a row": (PRETTY + b"\n" + PRETTY, ["record 1", "record 2"]),
    "touching": (BARE + WRAPPED, ["record 1", "record 2"]),
    "one line holds two": (BARE + b"\n" + BARE + b" " + BARE, ["line 1", "line 2", "line 2"]),
    "array": (b"[" + BARE + b"," + WRAPPED + b"]", ["record 1", "record 2"]),
    "array over lines": (b"[\n" + BARE + b",\n\n" + PRETTY + b"\n]\n", ["record 1", "record 2"]),
    "arrays in a row": (b"[" + BARE + b"]\n[" + BARE + b"]", ["record 1", "record 2"]),
    "lines": (BARE + b"\n" + WRAPPED + b"\n", ["line 1", "line 2"]),
    "lines with returns": (BARE + b"\r\n\r\n" + BARE + b"\r\n", ["line 1", "line 3"]),
    "mark": (b"\xef\xbb\xbf" + BARE, ["line 1"]),
    "mark only": (b"\xef\xbb\xbf", ["file: empty"]),
    "first line cut": (BARE[:50] + b"\n" + BARE, ["line 1: cut-off", "line 2"]),
    "first line is prose": (b"a list of errors\n" + BARE, ["line 1: not-json", "line 2"]),
    "first line is a number": (b"17\n" + BARE, ["line 1: no-record", "line 2"]),
    "junk after a line": (
        BARE + b"\n" + BARE + b",\n" + BARE,
        ["line 1", "line 2: not-json", "line 3"],
    ),
    "a line holds an array": (
        BARE + b"\n[" + BARE + b",1]",
        ["line 1", "line 2", "line 2: no-record"],
    ),
    "no UTF-8 in an array": (
        b"[" + BARE + b"," + BARE.replace(b"shelf", b"\xff") + b"," + BARE + b"]",
        ["record 1", "record 2: not-utf8", "record 3"],
    ),
    "whole brackets cost one": (
        b"[" + BARE + b',{"id":01},' + BARE + b"]",
        ["record 1", "record 2: not-json", "record 3"],
    ),
    "missing quote ends it": (
        b"[" + BARE + b',{"id:1},' + BARE + b"]",
        ["record 1", "record 2: not-json"],
    ),
    "missing comma ends it": (b"[" + BARE + BARE + b"]", ["record 1", "record 2: not-json"]),
    "comma too many": (b"[" + BARE + b",]", ["record 1", "record 2: not-json"]),
    "crossed brackets": (b'[{"id":[}],' + BARE + b"]", ["record 1: not-json"]),
    "array not closed": (b"[" + BARE, ["record 1", "file: cut-off"]),
    "array cut after a comma": (b"[" + BARE + b",", ["record 1", "file: cut-off"]),
    "array cut in a literal": (b"[nul", ["record 1: not-json", "file: cut-off"]),
    "array in an array": (b"[[" + BARE + b"]]", ["record 1: no-record"]),
    "scalars in an array": (
        b'[1, "a", null]',
        ["record 1: no-record", "record 2: no-record", "record 3: no-record"],
    ),
    "junk after a value": (PRETTY + b" junk and more", ["record 1", "record 2: not-json"]),
    "deep and closed": (b"[" * 80 + b"]" * 80 + b"\n", ["record 1: too-deep"]),
    "deep in an array": (
        b"[" + b"[" * 80 + b"]" * 80 + b"," + BARE + b"]",
        ["record 1: too-deep", "record 2"],
    ),
    "very deep line": (
        BARE + b"\n" + b"[" * 100_000 + b"]" * 100_000,
        ["line 1", "line 2: too-deep"],
    ),
    "huge number": (BARE.replace(b"42", b"9" * 100_000, 1), ["line 1: number-too-long"]),
    "huge number in an array": (b"[" + b"9" * 100_000 + b"]", ["record 1: number-too-long"]),
    "same key twice inside": (b'{"record":{"a":{"b":1,"b":2}}}', ["line 1: duplicate-key"]),
    "raw control character": (BARE.replace(b"typo", b"ty\x01po"), ["line 1: not-json"]),
    "raw NUL in a line": (
        BARE + b"\n" + BARE.replace(b"typo", b"ty\0po"),
        ["line 1", "line 2: not-json"],
    ),
    "no record": (b'{"errors": []}', ["line 1: no-record"]),
    "record is no object": (b'{"record": 5}', ["line 1: no-record"]),
    "UTF-16 with a mark": (BARE.decode().encode("utf-16"), ["file: utf-16"]),
    "UTF-16 without one": (BARE.decode().encode("utf-16-be"), ["file: utf-16"]),
    "UTF-32": (BARE.decode().encode("utf-32"), ["file: utf-16"]),
    "prose": (b"nothing to see\nhere\n", ["file: unknown-form"]),
    "NUL bytes": (b"\0" * 5000, ["file: unknown-form"]),
}


@pytest.mark.parametrize("name", CASES)
def test_form(name):
    data, expected = CASES[name]
    assert places(read(data)) == expected


def test_nothing_in_it_is_fine():
    assert read(b"[]") == read(b" [ \n ] ") == read(b"[]\n[]") == []


def test_extras_beside_the_record_are_no_concern():
    wrapped = {"record": values(), "datasetVersion": None, "stars": 5, "id": "x"}
    kept, told = judge(read(json.dumps(wrapped).encode()))
    assert [item.dataset_version for item in kept] == [None]
    assert told == []


def test_every_chunk_border_is_survived(monkeypatch):
    data = b"[" + b" , ".join([PRETTY, BARE, b'"a \\" [ b"', b"12", b"{}"]) + b"]"

    whole = places(read(data))
    for step in (1, 2, 3, 7, 64):
        monkeypatch.setattr(json_scan, "CHUNK_LENGTH", step)
        scan = enumerate(json_scan.pieces(Source(io.BytesIO(data), "")), start=1)
        found = [element_of(getattr(piece, "data", b""), "", f"record {n}") for n, piece in scan]
        assert places(found) == whole


def test_damage_comes_after_the_whole_records():
    class Torn(io.BytesIO):
        def read(self, size=-1, /):
            if data := super().read(100):
                return data
            raise Damaged("the compressed data end early")

    found = list(read_source(Source(Torn(BARE + b"\n" + BARE[:-9]), "a dump")))
    assert places(found) == ["line 1", "line 2: cut-off", "file: damaged"]
    assert "compressed data end early" in getattr(found[-1], "reason", "")


def nested(levels):
    return json.loads("[" * levels + "]" * levels)


@pytest.mark.parametrize(("levels", "fine"), [(63, True), (64, False)])
def test_the_records_own_object_is_the_first_level(levels, fine):
    record = values(documentation=nested(levels))
    for document in (record, {"record": record}, [record], [{"record": record}]):
        (found,) = read(json.dumps(document).encode())
        assert isinstance(found, Problem) != fine


def test_readline_takes_no_more_than_its_limit():
    source = Source(io.BytesIO(b"abcdef\ngh"), "")
    assert [source.readline(4) for _ in range(4)] == [b"abcd", b"ef\n", b"gh", b""]


def test_a_line_too_long_costs_itself():
    found = read(BARE + b"\n" + b'{"a":"' + b"x" * (70 << 20) + b'"}\n' + BARE)
    assert places(found) == ["line 1", "line 2: too-large", "line 3"]


def test_memory_stays_bounded():
    class Endless:
        """An array of records that ends after so many bytes."""

        def __init__(self, length):
            self.left = length
            self.chunk = b"[" + BARE + b","

        def read(self, size, /):
            if self.left <= 0:
                return b""
            chunk, self.chunk = self.chunk, BARE + b","
            self.left -= len(chunk)
            return chunk

    tracemalloc.start()
    count = sum(not isinstance(item, Problem) for item in read_source(Source(Endless(8 << 20), "")))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count > 5000
    assert peak < 2 << 20


@pytest.mark.parametrize(
    "unit", [b"a/", b"[", b'{"', b"AI-assisted analysis of @", b"a/b \xc2\xb7 ", b"\\", b"1"]
)
def test_long_runs_take_linear_time(unit):
    data = unit * (200_000 // len(unit))
    started = time.process_time()
    for form in (data, b"x " + data, BARE + b"\n" + data, b"a/b \xc2\xb7 error\n" + data):
        assert read(form)
    assert time.process_time() - started < 5


def test_reasons_are_safe_to_print():
    (problem,) = read(b'{"\\u202e\\u0007' + b"x" * 9000 + b'": 1}')
    assert "\\u202e\\u0007" in problem.reason
    assert len(problem.reason) < 500
    assert problem.reason.isprintable()
