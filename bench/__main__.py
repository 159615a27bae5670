"""``python -m bench [WHAT]``: measurements, each beside a yardstick."""

import argparse
from pathlib import Path

from bench import audit, ingest, matching, pages, relevance, scanning, searching, serving

WHAT = ("matching", "serving", "relevance", "searching", "scan", "ingest", "pages", "audit")
parser = argparse.ArgumentParser(prog="make bench ARGS=…", description=__doc__)
parser.add_argument("what", nargs="?", choices=WHAT, help="only this one")
parser.add_argument("--patterns", type=int, default=20_000, help="matching, serving: entries (20000)")
parser.add_argument("--entries", type=int, default=100_000, help="searching: entries (100000)")
parser.add_argument("--records", type=int, default=100_000, help="ingest: records (100000)")
parser.add_argument("--rounds", type=int, default=3, help="ingest: rounds, of which the median counts (3)")
parser.add_argument("--links", type=int, default=2_000, help="audit: addresses that the crawl asks (2000)")
parser.add_argument(
    "--home", type=Path, help="serving, searching: a folder that keeps the base for the next time"
)
options = parser.parse_args()
if options.what in (None, "matching"):
    matching.bench(options.patterns)
if options.what in (None, "serving"):
    serving.bench(options.patterns, options.home)
if options.what in (None, "relevance"):
    relevance.bench()
if options.what in (None, "searching"):
    searching.bench(options.entries, options.home)
if options.what in (None, "scan"):
    scanning.bench()
if options.what in (None, "ingest"):
    ingest.bench(options.records, options.rounds)
if options.what in (None, "pages"):
    pages.bench()
if options.what in (None, "audit"):
    audit.bench(options.links)
