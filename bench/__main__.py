"""``python -m bench [matching|serving|scan|ingest]``: measurements, each beside a yardstick."""

import argparse

from bench import ingest, matching, scanning, serving

parser = argparse.ArgumentParser(prog="make bench ARGS=…", description=__doc__)
parser.add_argument(
    "what", nargs="?", choices=["matching", "serving", "scan", "ingest"], help="only this one"
)
parser.add_argument("--patterns", type=int, default=20_000, help="matching, serving: entries (20000)")
parser.add_argument("--records", type=int, default=100_000, help="ingest: records (100000)")
parser.add_argument("--rounds", type=int, default=3, help="ingest: rounds, of which the median counts (3)")
options = parser.parse_args()
if options.what in (None, "matching"):
    matching.bench(options.patterns)
if options.what in (None, "serving"):
    serving.bench(options.patterns)
if options.what in (None, "scan"):
    scanning.bench()
if options.what in (None, "ingest"):
    ingest.bench(options.records, options.rounds)
