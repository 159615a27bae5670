"""``errorkb ingest`` beside the raw COPY of the same rows into an identical, indexed table.

Both run against an embedded server of their own, in turn, on the same generated records. Ingest is the whole
command in its own process; its peak memory is that of the process.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
from psycopg import sql

from bench.records import write
from errorkb.embedded import Server

BIN = Path(sys.executable).parent / "errorkb"
ENTRY = sql.Identifier("errorkb_entry")


def bench(count: int, rounds: int) -> None:
    """Prints records a second, ratios, memory and database size for so many records."""
    with tempfile.TemporaryDirectory(prefix="errorkb-bench-") as folder:
        home = Path(folder) / "home"
        dump = Path(folder) / "dump.jsonl"
        write(dump, count)
        os.environ["ERRORKB_HOME"] = str(home)
        server = Server(data=home / "postgres")
        with server.used():
            _ingest([dump])
            rows = Path(folder) / "rows.copy"
            with psycopg.connect(server.url(), autocommit=True) as database:
                columns = _columns(database)
                _export(database, columns, rows)
                print(f"\n{count:,} records, {dump.stat().st_size / count:,.0f} bytes of JSON each")
                times: dict[str, list[float]] = {
                    "raw COPY": [],
                    "ingest, 1 process": [],
                    "ingest, 2 processes": [],
                }
                halves = _halves(dump)
                for _ in range(rounds):
                    times["raw COPY"].append(_copy(database, columns, rows))
                    times["ingest, 1 process"].append(_fresh_ingest(database, [dump]))
                    times["ingest, 2 processes"].append(_fresh_ingest(database, halves))
                size = database.execute("SELECT pg_database_size(current_database())").fetchone()
                again = _ingest([dump])
        base = statistics.median(times["raw COPY"])
        for name, taken in times.items():
            median = statistics.median(taken)
            print(f"  {name:24}{count / median:10,.0f} records/s   ratio {base / median:5.2f}")
        print(f"  {'the same dump again':24}{count / again:10,.0f} records/s   ratio {base / again:5.2f}")
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(
            f"  peak memory of a process {peak:,.0f} MiB; database {size[0] / 2**20 if size else 0:,.0f} MiB"
        )


def _columns(database: psycopg.Connection) -> sql.Composed:
    names = database.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_name = 'errorkb_entry' "
        "ORDER BY ordinal_position"
    ).fetchall()
    return sql.SQL(", ").join(sql.Identifier(name) for (name,) in names)


def _export(database: psycopg.Connection, columns: sql.Composed, rows: Path) -> None:
    statement = sql.SQL("COPY (SELECT {} FROM {} ORDER BY ctid) TO STDOUT").format(columns, ENTRY)
    with database.cursor() as cursor, cursor.copy(statement) as copy, rows.open("wb") as file:
        for data in copy:
            file.write(data)


def _copy(database: psycopg.Connection, columns: sql.Composed, rows: Path) -> float:
    database.execute("DROP TABLE IF EXISTS yardstick")
    database.execute("CREATE TABLE yardstick (LIKE errorkb_entry INCLUDING ALL)")
    database.execute("CHECKPOINT")
    began = time.perf_counter()
    statement = sql.SQL("COPY yardstick ({}) FROM STDIN").format(columns)
    with database.cursor() as cursor, cursor.copy(statement) as copy, rows.open("rb") as file:
        while data := file.read(1 << 20):
            copy.write(data)
    taken = time.perf_counter() - began
    database.execute("DROP TABLE yardstick")
    return taken


def _fresh_ingest(database: psycopg.Connection, dumps: list[Path]) -> float:
    database.execute("TRUNCATE errorkb_repo, errorkb_batch CASCADE")
    database.execute("CHECKPOINT")
    return _ingest(dumps)


def _ingest(dumps: list[Path]) -> float:
    """Seconds of one command a dump, all at once, less what a command takes that has nothing to do."""
    empty = dumps[0].with_name("empty.json")
    empty.write_text("[]")
    began = time.perf_counter()
    _command(empty)
    overhead = time.perf_counter() - began
    began = time.perf_counter()
    with ThreadPoolExecutor(len(dumps)) as pool:
        list(pool.map(_command, dumps))
    return time.perf_counter() - began - overhead


def _command(dump: Path) -> None:
    subprocess.run([BIN, "ingest", "--quiet", dump], check=True, stdout=subprocess.DEVNULL)


def _halves(dump: Path) -> list[Path]:
    # Line by line: a child's peak memory is never told as less than its parent's was when it began.
    halves = [dump.with_name("first.jsonl"), dump.with_name("second.jsonl")]
    with dump.open("rb") as lines, halves[0].open("wb") as first, halves[1].open("wb") as second:
        for number, line in enumerate(lines):
            (second if number % 2 else first).write(line)
    return halves
