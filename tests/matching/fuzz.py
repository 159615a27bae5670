"""Mutated pastes, as many as one likes: python -m tests.matching.fuzz --inputs 100000 [--seed 1] [--match]

Takes the pastes of the tests, and those that lie beside the repository where they do; puts noises over
them, flips, cuts, repeats, nests and splices them; and reads each. What raises, takes long, lies outside of
its text or is missed by a parser's reason is written to a file, and named once for each place in the code.
``--match`` asks for entries, too: it needs a base that is up.
"""

import argparse
import json
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from multiprocessing import Pool
from pathlib import Path

from errorkb.matching.clean import Line, clean
from errorkb.matching.traces import PARSERS, parse
from errorkb.matching.traces.passage import Passage
from tests.matching.noises import LONE_NOISES, NOISES
from tests.matching.raised import SAMPLES
from tests.matching.traces import FOLDER, cases

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases"
MAX_LENGTH = 60_000
#: Seconds of the processor: a hundred times what a text of its length takes.
SLOW_SECONDS, SLOW_SECONDS_A_KILOBYTE = 0.5, 0.05
#: One input in so many is read by all parsers, to see that their reasons are right.
REASONS_EVERY = 8
# Texts that mean something to some reader, alone or in any number.
PIECES = [
    *("\n", "\r", "\r\n", "\t", " ", "    ", "\0", "\ud800", "\x1b[31m", "\x1b[", "\b", "\u00a0", "\ufeff"),
    *("> ", "| ", "│ ", "+ ", "+-+--- 1 ---", "--- ", "```\n", "~~~", "...", "...\n", "\\n", '\\"'),
    *("Traceback (most recent call last):\n", '  File "a.py", line 1, in f\n', "ValueError: bad\n"),
    *("The above exception was the direct cause of the following exception:\n", "E   ", "____ x ____\n"),
    *("    at f (/a.js:1:2)\n", "TypeError: x", "  [cause]: ", "{\n", "}\n", "Caused by: "),
    *("a.b.CException: ", "ERROR ", "\u276f ", "\\u0000"),
    *("\tat a.b.C.d(C.java:1)\n", "\t... 3 more\n", " ---> ", "   at A.B(C d) in e.cs:line 1\n", "panic: "),
    *("goroutine 1 [running]:\n", "thread 'main' panicked at a.rs:1:2:\n", "Caused by:\n", "    0: "),
    *("error: ", "error[E0001]: ", " --> a.rs:1:2\n", "a.rb:1:in `b': ", "\tfrom a.rb:1:in `b'\n"),
    *("#0 /a.php(1): b()\n", "PHP Fatal error:  Uncaught ", "a.c:1:2: error: ", "ERROR:  ", "npm ERR! "),
    *("E: ", '": "', "<br>", "</div>", "&lt;", "&#10;", "=3D", "=\n", "2026-11-30T10:00:00Z ", "[ERROR] "),
]  # fmt: skip


def seeds() -> list[str]:
    """The pastes to begin with."""
    found = [sample.text for sample in SAMPLES.values()]
    for path in sorted(FOLDER.glob("*.txt")):
        found += [case.text for case in cases(path.stem)]
    for path in (SHARED / "cases.jsonl", SHARED / "negatives.jsonl"):
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        found += [text for line in lines if line.strip() and (text := json.loads(line).get("text"))]
    return found


class Fuzzer:
    """A stream of inputs; the same seed gives the same ones."""

    def __init__(self, seed: int, longest: int = MAX_LENGTH) -> None:
        self._random = random.Random(seed)  # noqa: S311 - nothing is secret
        self._longest = longest
        self._seeds = [self._part(text) for text in seeds()]
        self._noises = [*NOISES.values(), *LONE_NOISES.values()]

    def next_input(self) -> str:
        """One mutated paste."""
        text = self._random.choice(self._seeds)
        for _ in range(self._random.choice((0, 1, 1, 2, 3, 6))):
            text = self._mutated(text)[: self._longest]
        for _ in range(self._random.choice((0, 0, 1, 1, 2))):
            text = self._random.choice(self._noises)(text[: max(self._longest // 4, 800)])
        return text if self._random.random() < 0.7 else self._mutated(text)[: self._longest]

    def _part(self, text: str) -> str:
        """The text or, where it is too long, a part of it that begins with a line."""
        if len(text) <= self._longest:
            return text
        start = self._random.randrange(len(text) - self._longest + 1)
        return text[text.rfind("\n", 0, start + 1) + 1 :][: self._longest]

    def _mutated(self, text: str) -> str:
        kinds: tuple[Callable[[str], str], ...] = (
            self._cut,
            self._in_lines,
            self._spliced,
            self._repeated,
            self._nested,
            self._with_piece,
            self._with_character,
            self._partly_noisy,
        )
        return self._random.choice(kinds)(text)

    def _span(self, text: str) -> tuple[int, int]:
        start = self._random.randrange(len(text) + 1)
        return start, min(len(text), start + self._random.choice((1, 1, 4, 20, 80, 400, 4000)))

    def _cut(self, text: str) -> str:
        start, end = self._span(text)
        return text[:start] + text[end:] if self._random.random() < 0.7 else text[start:]

    def _in_lines(self, text: str) -> str:
        """A line less, twice, elsewhere, or all in another order."""
        lines = text.split("\n")
        at, to = self._random.randrange(len(lines)), self._random.randrange(len(lines))
        kind = self._random.randrange(5)
        if kind == 0:
            lines.insert(to, lines[at])
        elif kind == 1:
            lines[at], lines[to] = lines[to], lines[at]
        elif kind == 2:
            lines[at] = lines[at].lstrip() if self._random.random() < 0.5 else " " * 4 + lines[at]
        elif kind == 3 and len(lines) < 200:
            self._random.shuffle(lines)
        else:
            del lines[at]
        return "\n".join(lines)

    def _spliced(self, text: str) -> str:
        other = self._random.choice(self._seeds)
        place = self._random.randrange(len(text) + 1)
        start, end = self._span(other)
        return text[:place] + other[start:end] + text[self._span(text)[0] :]

    def _repeated(self, text: str) -> str:
        start, end = self._span(text)
        return text[:end] + text[start:end] * self._random.choice((1, 2, 10, 200)) + text[end:]

    def _nested(self, text: str) -> str:
        """Each copy, or each line, deeper than the one before."""
        depth = self._random.choice((2, 5, 40))
        margin = self._random.choice(("  ", "| ", "> ", "\t", "  [cause]: ", "    | "))
        if self._random.random() < 0.5:
            return "\n".join(margin * (n % depth) + line for n, line in enumerate(text.split("\n")))
        return "\n".join((margin * n + line) for n in range(depth) for line in text[:600].split("\n"))

    def _with_piece(self, text: str) -> str:
        place = self._random.randrange(len(text) + 1)
        piece = self._random.choice(PIECES) * self._random.choice((1, 1, 1, 2, 30, 1000))
        return text[:place] + piece + text[place + self._random.choice((0, 0, len(piece) % 50)) :]

    def _with_character(self, text: str) -> str:
        place = self._random.randrange(len(text) + 1)
        return text[:place] + chr(self._random.choice((128, 256, 0x3000, 0x110000)) - 1) + text[place + 1 :]

    def _partly_noisy(self, text: str) -> str:
        start, end = self._span(text)
        return text[:start] + self._random.choice(self._noises)(text[start:end]) + text[end:]


def check(text: str, *, reasons: bool = False) -> None:
    """Reads an input and holds what comes out to what readers promise; whatever raises is a fault."""
    began = time.process_time()
    lines = clean(text)
    events = parse(lines)
    took = time.process_time() - began
    assert took < SLOW_SECONDS + SLOW_SECONDS_A_KILOBYTE * len(text) / 1000, f"slow: {took:.1f} s"
    for line in lines:
        _check_line(line, text)
    before = 0
    for event in events:
        assert before <= event.start <= event.end <= len(text), "a span"
        before = event.start
        assert len(event.message) == len(event.offsets), "as many offsets as characters"
        assert all(event.start <= offset <= event.end for offset in event.offsets), "a message outside"
        assert sum(frame.innermost for frame in event.frames) == bool(event.frames), "the innermost frame"
    if reasons:
        passage = Passage(lines)
        for parser in PARSERS:
            if not parser.reason(passage):
                assert parser.parse(list(lines)) == ([], set()), f"the reason of {parser.name}"


def _check_line(line: Line, text: str) -> None:
    assert len(line.text) == len(line.offsets), "as many offsets as characters of a line"
    offsets = list(line.offsets)
    assert all(0 <= offset <= len(text) for offset in offsets[:1] + offsets[-1:]), "a line outside"
    assert offsets == sorted(offsets), "offsets ascend"


def run(options: argparse.Namespace, seed: int, count: int) -> tuple[Counter[str], int]:
    """Reads so many inputs; gives how often each fault was seen, and the characters read."""
    fuzzer = Fuzzer(seed, options.longest)
    ask = _matcher() if options.match else None
    faults: Counter[str] = Counter()
    characters = 0
    for number in range(count):
        text = fuzzer.next_input()
        characters += len(text)
        try:
            check(text, reasons=number % REASONS_EVERY == 0)
            if ask:
                ask(text)
        except Exception as error:  # every kind of exception is what is looked for
            frame = traceback.extract_tb(error.__traceback__)[-1]
            name = f"{type(error).__name__}: {error} at {Path(frame.filename).name}:{frame.lineno}"
            name = name if not str(error).startswith("slow") else f"slow at {Path(frame.filename).name}"
            faults[name] += 1
            if faults[name] == 1:
                path = Path(tempfile.gettempdir(), f"fuzz-matching-{seed}-{number}")
                path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
                print(f"{path}: {name}", flush=True)
    return faults, characters


def _matcher() -> Callable[[str], object]:
    # Not at the top: the rest needs no settings.
    import django  # noqa: PLC0415

    django.setup()
    from errorkb.matching.lookup import match  # noqa: PLC0415

    return match


def main() -> int:
    parser = argparse.ArgumentParser(description="Reads mutated pastes.")
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--longest", type=int, default=MAX_LENGTH, help=f"characters ({MAX_LENGTH})")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--match", action="store_true", help="ask for entries, too")
    options = parser.parse_args()
    began = time.monotonic()
    share = -(-options.inputs // options.processes)
    work = [(options, options.seed + number, share) for number in range(options.processes)]
    if options.processes > 1:
        with Pool(options.processes) as pool:
            results = pool.starmap(run, work)
    else:
        results = [run(*work[0])]
    faults = sum((found for found, _ in results), Counter())
    characters = sum(read for _, read in results)
    seconds = time.monotonic() - began
    count = share * options.processes
    print(f"{count:,} inputs with seed {options.seed}, {characters / 1e6:,.1f} million characters")
    print(f"{count / seconds:,.0f} a second, {faults.total()} faults of {len(faults)} kinds")
    for name, times in faults.most_common():
        print(f"{times:6} {name}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
