"""Matching a traceback, from the bare automaton to the cleaned and parsed text."""

import random
import re
import time

from bench.measure import medians, table
from errorkb.matching.clean import clean
from errorkb.matching.engine import compile_patterns
from errorkb.matching.patterns import pattern_of, searchable
from errorkb.matching.traces import parse

WORDS = (
    "cannot could not invalid unknown missing field model value index column device tensor shape "
    "expected got must be a the of for in with no found failed to load open read write parse resolve "
    "connect timeout permission denied argument keyword unsupported type name module attribute key "
).split()
FRAME = '  File "/srv/app/step_{n}.py", line {n}, in step_{n}\n    return step_{n}(value)\n'


def templates(count: int) -> list[str]:
    """Message templates that differ, of four to twelve words and up to two placeholders; seeded."""
    chosen = random.Random(7)
    made = []
    for number in range(count):
        words = chosen.choices(WORDS, k=chosen.randint(4, 12))
        words.insert(chosen.randrange(len(words)), f"part{number}")
        for name in ("{name}", "'%s'")[: chosen.randint(0, 2)]:
            words.insert(chosen.randrange(1, len(words)), name)
        made.append(" ".join(words))
    return made


def bench(count: int) -> None:
    """Prints what finding candidates takes among so many patterns."""
    made = templates(count)
    patterns = [pattern_of(template) for template in made]
    expressions = [
        expression
        for pattern, template in zip(patterns, made, strict=True)
        if (expression := searchable(pattern, template))
    ]
    began = time.perf_counter()
    engine = compile_patterns(expressions)
    print(f"{engine.size:,} patterns compiled in {time.perf_counter() - began:.1f} s")

    message = made[-1].replace("{name}", "gear").replace("%s", "gear")
    paste = "Traceback (most recent call last):\n"
    paste += "".join(FRAME.format(n=n) for n in range(40)) + f"ValueError: {message}\n"
    (event,) = parse(clean(paste))
    sample = [re.compile(pattern) for pattern in patterns[-1000:]]
    factor = len(patterns) / len(sample)
    print(f"one traceback of {len(paste):,} characters, its message of {len(message)}")

    def loop() -> None:
        for pattern in sample:
            pattern.search(event.message)

    seconds = medians(
        {
            "one automaton, the message": lambda: engine.scan(event.message),
            "one automaton, the whole paste": lambda: engine.scan(paste),
            "clean and parse the paste": lambda: parse(clean(paste)),
            "clean, parse and scan": lambda: [engine.scan(e.message) for e in parse(clean(paste))],
            "Python re, one after another": loop,
        }
    )
    seconds["Python re, one after another"] *= factor  # measured on a sample of the patterns
    table("finding candidates", seconds, "one automaton, the message")
