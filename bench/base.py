"""A base of many entries to ask: real message templates with words exchanged, prose, patterns.

It is filled in a home of its own, which is gone afterwards unless one is named: then the next measurement
finds it filled.
"""

import json
import os
import random
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.records import record
from bench.templates import templates
from bench.words import ADJECTIVES, CLASSES, NOUNS
from errorkb.home import home
from errorkb.matching.patterns import pattern_of
from ingest.record import compute_id

BIN = Path(sys.executable).parent / "errorkb"
#: Patterns that take some engines very long: every fiftieth entry that comes later has one.
HOSTILE = (
    "(a+)+$", "((e*)*)*b", "(.*e){20}z", "(r{1,40}){1,40}q", "(.+)+(.+)+(.+)+x", "(e|er|err|erro)*s$",
    "|".join(f"word{number}" for number in range(3000)), "(?:a?){200}a{200}", "[^x]{900}x",
)  # fmt: skip


def run(module: str, count: int, kept: Path | None) -> None:
    """Runs a module's ``main`` with so many entries, in a process of its own: settings read the home when
    they are imported."""
    with TemporaryDirectory(prefix="errorkb-bench-") as folder:
        environment = os.environ | {
            "ERRORKB_HOME": str((kept or Path(folder) / "home").absolute()),
            "ERRORKB_RATE_LIMIT": "0",
            "DJANGO_SETTINGS_MODULE": "errorkb.settings",
        }
        subprocess.run([sys.executable, "-m", module, str(count)], check=True, env=environment)


def messages(count: int) -> list[str]:
    """So many templates, which the home keeps for the next time."""
    file = home() / "bench-messages.json"
    if file.exists():
        made: list[str] = json.loads(file.read_bytes())
        if len(made) >= count:
            return made[:count]
    made = templates(count)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(made), encoding="utf-8")
    return made


def fill(made: Sequence[str]) -> None:
    """Ingests an entry for each message, where the home does not have them yet. Its Postgres runs."""
    done = home() / "bench-filled"
    if done.exists() and done.read_text() == str(len(made)):
        print(f"{len(made):,} entries were there", flush=True)
        return
    taken = timed(lambda: ingest(made))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(
        f"{len(made):,} entries ingested: {len(made) / taken:,.0f} a second, peak {peak:,.0f} MiB", flush=True
    )
    done.write_text(str(len(made)))


def ingest(made: Sequence[str], *, first: int = 0) -> None:
    """Ingests an entry for each message by the command. ``first``: the number of the first one; those that
    come later have hostile patterns among them."""
    dump = home() / "bench-dump.jsonl"
    with dump.open("w", encoding="utf-8") as file:
        for number, message in enumerate(made, first):
            file.write(
                json.dumps(_entry(number, message, made, is_later=first > 0), ensure_ascii=False) + "\n"
            )
    done = subprocess.run([BIN, "ingest", "--quiet", dump], check=False, stdout=subprocess.DEVNULL)
    assert done.returncode < 2, "nothing was ingested"  # 1: some pattern is doubtful
    dump.unlink()


def filled(template: str) -> str:
    """A message that the template fits."""
    return re.sub(r"\{\w+\}", "gear", template)


def class_name(chosen: random.Random) -> str:
    """A usual class or one of few entries."""
    if chosen.random() < 0.6:
        return chosen.choice(CLASSES)
    return f"{chosen.choice(ADJECTIVES).title().replace('-', '')}{chosen.choice(NOUNS).title()}Error"


def timed(work: Callable[[], object]) -> float:
    """Seconds of the clock that it takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _entry(number: int, message: str, made: Sequence[str], *, is_later: bool) -> dict[str, object]:
    chosen = random.Random(number)
    is_hostile = is_later and number % 50 == 0
    row = record(number)
    row |= {
        "errorMessage": message,
        "messagePattern": HOSTILE[number // 50 % len(HOSTILE)] if is_hostile else pattern_of(message),
        "errorClass": class_name(chosen),
        "errorCode": f"E{number:06}" if number % 20 == 0 else None,
        "documentation": _prose(chosen, made, 4),
        "triggerScenarios": _prose(chosen, made, 2),
        "commonSituations": _prose(chosen, made, 2),
        "solutions": [_prose(chosen, made, 1) for _ in range(3)],
    }
    row["id"] = compute_id(row["repo"], row["errorCode"], message, row["filePath"])
    return row


def _prose(chosen: random.Random, made: Sequence[str], sentences: int) -> str:
    return " ".join(chosen.choice(made)[:300] for _ in range(sentences))
