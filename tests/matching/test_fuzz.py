"""Any text at all is read without an error and in linear time."""

import random
import time

import pytest
from hypothesis import given

from errorkb.matching.clean import clean
from errorkb.matching.traces import parse
from tests.matching.fuzz import Fuzzer
from tests.matching.fuzz import check as check_whole
from tests.matching.noises import NOISES
from tests.matching.raised import SAMPLES
from tests.matching.test_clean import TEXTS


def check(text):
    """Reads the text; what is found lies in it."""
    for event in parse(clean(text)):
        assert len(event.message) == len(event.offsets)
        assert 0 <= event.start <= event.end <= len(text)
        assert all(event.start <= offset <= event.end for offset in event.offsets)
        assert sum(frame.innermost for frame in event.frames) == bool(event.frames)
        for character, offset in zip(event.message, event.offsets, strict=True):
            pasted = text[offset : offset + 1]
            # A joined line ends at its own end: the newline, what precedes it, or the text's end.
            assert character == pasted or character in " \n\ufffd"


@given(TEXTS)
def test_any_text_is_read(text):
    check(text)


def mutated(text, chance):
    """The text with pieces cut out, doubled, moved and put in."""
    for _ in range(chance.randint(1, 8)):
        start, end = sorted(chance.randint(0, len(text)) for _ in range(2))
        end = min(end, start + chance.choice((1, 5, 80, 2000)))
        piece = text[start:end]
        place = chance.randint(0, len(text))
        text = chance.choice(
            (
                text[:start] + text[end:],
                text[:place] + piece + text[place:],
                text[:start] + piece[::-1] + text[end:],
                text[:start] + chance.choice(list(NOISES.values()))(piece) + text[end:],
                text[:start] + chance.choice(ODDITIES) + text[end:],
            )
        )
    return text


ODDITIES = ["\n", "\r", "\x00", "\ud800", "\x1b[", "| ", "> ", "+-+--- 1 ---", "\u00a0", "\n\n", "\t"]


def check_mutated(seconds, seed):
    chance = random.Random(seed)  # noqa: S311 - repeatable, nothing secret
    samples = [sample.text for sample in SAMPLES.values()]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        text = chance.choice(samples)
        for _ in range(chance.randint(0, 2)):
            text = chance.choice(list(NOISES.values()))(text)
        text = mutated(text, chance)
        try:
            check(text)
        except BaseException:
            print(ascii(text))
            raise


def test_mutated_tracebacks_are_read():
    check_mutated(seconds=3, seed=0)


HOSTILE = {
    "headers": "Traceback (most recent call last):\n" * 30_000,
    "frames": '  File "a.py", line 1, in f\n' * 40_000,
    "frames apart": ('  File "a.py", line 1, in f\n' + "\n" * 30) * 5_000,
    "flat frames": 'File "a.py", line 1, in f\nx\n' * 40_000,
    "finals": "ValueError: bad\n" * 60_000,
    "group margins": "  | " * 200_000,
    "group lines": "  + Exception Group Traceback (most recent call last):\n" * 20_000,
    "separators": "  +-+---------------- 1 ----------------\n" * 30_000,
    "dashes": ("+-" + "-+" * 400 + " 1\n") * 1_000,
    "links": "The above exception was the direct cause of the following exception:\n" * 15_000,
    "one line": "a.b: " * 300_000,
    "dots": "A." * 500_000,
    "words and lines": ("Aa " * 1300 + "\n") * 300,
    "errors": "error " * 200_000,
    "blanks": (" " * 4000 + "\n") * 300,
    "a long frame": 'File "' + "a" * 1_000_000 + '", line 1',
    "a long function": '  File "a", line 1, in ' + "a " * 500_000 + "\n",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_takes_linear_time(name):
    began = time.process_time()
    parse(clean(HOSTILE[name]))
    assert time.process_time() - began < 8  # below a second; quadratic would be minutes


def test_mutated_pastes_of_all_languages_are_read():
    fuzzer = Fuzzer(seed=1)
    for number in range(250):
        check_whole(fuzzer.next_input(), reasons=number % 5 == 0)
