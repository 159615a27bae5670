"""A segment finds exactly what trying every expression with RE2 finds, and entries by code and site."""

import threading

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from errorkb.matching.dialect import options, translate
from errorkb.matching.required import required
from errorkb.matching.segment import Row, Segment, site_key, write_segment
from tests.matching.segments import occurring, rows_of, segment_of

#: Hyperscan takes no anchor inside of a repeat and nothing that matches the empty text; RE2 does.
REFUSED = "(?:^a|b)*c"
EXPRESSIONS = st.sampled_from(
    [
        "a", "b", "ab", "a(?:.+?)b", "a.*b", "^a", "b\\z", "^ab\\z", "[ab]c", "(?:a|bc)+", "a{2,3}", "é",
        "\\bab\\b", "\\d", "[\\x00-\\x08]", "a[^b]c", "(?i:AB)", "", "c*", REFUSED, "(?:^b)*",
        "(?:.+?)a(?:.+?)", "a|b", "ab(?:.+?)c(?:.+?)a", "b[ \\t-\\r]+c",
    ]
)  # fmt: skip
SUBJECTS = st.text(st.sampled_from("abcéABC1 \n\x00𝒳"), max_size=12)


def one_by_one(expressions, text):
    return [n for n, one in enumerate(expressions) if re2.compile(one, options()).search(text)]


@given(st.lists(EXPRESSIONS, max_size=12), SUBJECTS)
def test_what_occurs_equals_trying_each(expressions, text):
    segment = segment_of(*expressions)
    assert segment.size == len(expressions)
    assert occurring(segment, text) == one_by_one(expressions, text)


def test_what_hyperscan_refuses_is_tried_with_re2():
    expressions = ["x", REFUSED, "y", REFUSED.replace("c", "d")]
    assert occurring(segment_of(*expressions), "bc y") == [1, 2]


def test_many_rows_share_a_key():
    expressions = [translate(f"the same beginning of all of them (.+?) end {n}x") for n in range(300)]
    assert occurring(segment_of(*expressions), "the same beginning of all of them is: end 17x") == [17]


def test_codes_and_sites_are_looked_up():
    rows = [
        Row(entry="00000000000000aa", repo="a/b", weight=5, code="e0277"),
        Row(entry="ffffffffffffffff", repo="c/d", site=site_key("keyerror", "os.py")),
        Row(entry="00000000000000bb", repo="a/b", code="e0277", site=site_key("keyerror", "io.py")),
    ]
    segment = Segment(write_segment(rows))
    assert [segment.found(row).entry for row in segment.with_code("e0277")] == [rows[0].entry, rows[2].entry]
    (row,) = segment.at_site(site_key("keyerror", "os.py"))
    found = segment.found(row)
    assert (found.entry, found.repo, found.weight) == ("ffffffffffffffff", "c/d", 0)
    assert list(segment.with_code("e0278")) == []
    assert list(segment.occurring(b"e0277 keyerror")) == []


def test_what_is_gone_is_defined_and_never_found():
    rows = [Row(entry="0" * 16, expression="lost", requires=required("lost"), code="e1", gone=True)]
    segment = Segment(write_segment(rows))
    assert segment.defines(0)
    assert not segment.defines(1)
    assert list(segment.occurring(b"lost")) == list(segment.with_code("e1")) == []


def test_no_row_at_all():
    segment = Segment(write_segment([]))
    assert list(segment.occurring(b"a")) == []
    assert not segment.defines(0)


@pytest.mark.parametrize("damage", [b"", b"errorkb segment 0\n", b"x" * 100])
def test_another_version_or_another_file_is_refused(damage):
    with pytest.raises(ValueError, match="segment"):
        Segment(damage)


def test_a_cut_file_is_refused():
    data = write_segment(rows_of(["abc", "def"]))
    with pytest.raises(ValueError, match="cut off"):
        Segment(data[:-200])


def test_threads_scan_at_once():
    expressions = [f"word{number}x(?:.+?)end" for number in range(200)]
    segment = segment_of(*expressions)
    start = threading.Barrier(8)
    wrong: list[int] = []

    def scan(first: int) -> None:
        start.wait()
        for number in range(first, first + 200):
            wanted = number % 200
            text = f"a word{wanted}x at the end " + "filler " * 200
            if occurring(segment, text) != [wanted]:
                wrong.append(wanted)

    threads = [threading.Thread(target=scan, args=(25 * n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
