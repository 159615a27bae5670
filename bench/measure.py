"""Medians of interleaved runs: what is compared takes turns, so that a noisy machine is fair to all."""

import statistics
import time
from collections.abc import Callable, Mapping


def medians(subjects: Mapping[str, Callable[[], object]], *, rounds: int = 15) -> dict[str, float]:
    """The median seconds of each subject over so many rounds, after one round that is not counted."""
    times: dict[str, list[float]] = {name: [] for name in subjects}
    for turn in range(rounds + 1):
        for name, run in subjects.items():
            began = time.perf_counter()
            run()
            if turn:
                times[name].append(time.perf_counter() - began)
    return {name: statistics.median(taken) for name, taken in times.items()}


def table(title: str, seconds: Mapping[str, float], yardstick: str) -> None:
    """Prints medians in milliseconds and as multiples of the yardstick's."""
    print(f"\n{title}")
    for name, taken in seconds.items():
        print(f"  {name:44}{taken * 1000:12.3f} ms {taken / seconds[yardstick]:10.2f} x")
