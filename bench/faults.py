"""``python -m bench.faults``: what is left of a batch when something dies at a random moment.

A dump is queued to real workers over a real RabbitMQ and a Postgres of its own; the fault strikes, things are
started again, and in the end the store must equal that of an undisturbed run: entry for entry, version for
version, problem for problem, every record counted once.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import psycopg

from bench.records import record
from errorkb.embedded import Server
from tests.services.rabbitmq import RabbitMQ

BIN = Path(sys.executable).parent
SECONDS = 300
DISK_BYTES = 3 << 30
#: All that a run must leave alike.
STATE = """
    SELECT (SELECT md5(string_agg(id || digest || slug, ',' ORDER BY id)) FROM errorkb_entry),
           (SELECT count(*) FROM errorkb_entry),
           (SELECT md5(string_agg(entry_id || digest, ',' ORDER BY entry_id, digest))
              FROM errorkb_entryversion),
           (SELECT count(*) FROM errorkb_entryversion),
           (SELECT md5(string_agg(place || code, ',' ORDER BY file, place, code)) FROM errorkb_storedproblem),
           (SELECT count(*) FROM errorkb_storedproblem)
"""
COUNTS = "SELECT sum(read), sum(new + changed + unchanged), sum(rejected) FROM errorkb_chunk"


class Site:
    """Database, broker and workers of one run of this program."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir()
        # A disk of the home's own, so that it can be filled; only root may have one.
        self.has_disk = os.geteuid() == 0 and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", self.home], check=False
        ).returncode  # fmt: skip
        self.server = Server(data=self.home / "postgres")
        self.server.use()
        user = {"RABBITMQ_DEFAULT_USER": "errorkb", "RABBITMQ_DEFAULT_PASS": "errorkb"}
        self.rabbit_settings = user
        self.broker = RabbitMQ(folder / "broker-0", user)
        self.brokers = 1
        self.workers: list[subprocess.Popen[bytes]] = []
        self.environment = {
            **os.environ,
            "ERRORKB_HOME": str(self.home),
            "ERRORKB_QUIET_SECONDS": "8",
            "ERRORKB_LOG_LEVEL": "CRITICAL",
        }
        self._point_at_broker()
        self.command("batches")  # migrates

    def _point_at_broker(self) -> None:
        self.environment["ERRORKB_BROKER_URL"] = f"amqp://errorkb:errorkb@127.0.0.1:{self.broker.port}//"

    def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [BIN / "errorkb", *words], env=self.environment, capture_output=True, text=True, check=False
        )

    def database(self) -> psycopg.Connection:
        return psycopg.connect(self.server.url(), autocommit=True)

    def start_workers(self) -> None:
        """Two workers, one of which runs the beat."""
        beat = ("-B", "--schedule", str(self.folder / "beat"))
        for number, more in enumerate((beat, ())):
            command = (str(BIN / "celery"), "-A", "errorkb.celery", "worker", "--pool", "solo", "-n")
            with (self.folder / f"worker-{number}.log").open("ab") as log:
                worker = subprocess.Popen(
                    [*command, f"w{number}@%h", *more],
                    env=self.environment,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
            self.workers.append(worker)

    def stop_workers(self, number: int = signal.SIGKILL) -> None:
        for worker in self.workers:
            for process in (
                psutil.Process(worker.pid).children(recursive=True) if worker.poll() is None else ()
            ):
                process.send_signal(number)
            worker.send_signal(number)
            worker.wait()
        self.workers.clear()

    def empty(self) -> None:
        while True:
            with contextlib.suppress(psycopg.errors.DeadlockDetected), self.database() as database:
                # A worker's sweep may be looking at the same tables in another order.
                database.execute("TRUNCATE errorkb_repo, errorkb_batch, errorkb_basestate CASCADE")
                return

    def wait_until_done(self) -> None:
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            try:
                with self.database() as database:
                    states = {state for (state,) in database.execute("SELECT state FROM errorkb_batch")}
            except psycopg.OperationalError:
                states = set()
            if states and states <= {"done"}:
                return
            if "failed" in states:
                with self.database() as database:
                    why = database.execute("SELECT DISTINCT error FROM errorkb_chunk WHERE state = 'failed'")
                    raise AssertionError(f"the batch failed: {why.fetchall()}")
            time.sleep(0.2)
        raise AssertionError(f"not done after {SECONDS} s: {states}")

    def state(self) -> tuple[object, ...]:
        with self.database() as database:
            row = database.execute(STATE).fetchone()
            counts = database.execute(COUNTS).fetchone()
        assert row is not None
        assert counts is not None
        return (*row, *map(int, counts))

    # -- the faults -----------------------------------------------------------------------------------------

    def kill_a_worker(self) -> None:
        worker = random.choice(self.workers)
        for process in [*psutil.Process(worker.pid).children(recursive=True), psutil.Process(worker.pid)]:
            process.kill()
        worker.wait()
        self.workers.remove(worker)
        self.stop_workers()
        self.start_workers()

    def kill_postgres(self) -> None:
        pid = int((self.server.data / "postmaster.pid").read_text().split()[0])
        postmaster = psutil.Process(pid)
        for process in [postmaster, *postmaster.children()]:
            process.kill()
        time.sleep(random.uniform(0, 2))
        Server(data=self.server.data).use()

    def restart_broker(self) -> None:
        self.broker.stop()
        time.sleep(random.uniform(0, 2))
        # A new node without the old one's data: harder than a restart, the broker has forgotten everything.
        self.broker = RabbitMQ(self.folder / f"broker-{self.brokers}", self.rabbit_settings)
        self.brokers += 1
        self._point_at_broker()
        # A worker without its broker tries for minutes to reach it before it heeds a SIGTERM.
        self.stop_workers()
        self.start_workers()

    def purge_queues(self) -> None:
        from kombu.connection import Connection  # noqa: PLC0415 - only here

        with Connection(self.environment["ERRORKB_BROKER_URL"]) as connection:
            connection.default_channel.queue_purge("celery")

    def fill_the_disk(self) -> None:
        """No byte is left in the home for a while; a Postgres that gave up is started again."""
        ballast = self.home / "ballast"
        with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(1 << 20))
        time.sleep(random.uniform(1, 4))
        ballast.unlink()
        Server(data=self.server.data).use()

    def kill_the_enqueuer(self) -> None:
        """Strikes while the dump is being queued; see ``run``."""


def run(site: Site, dump: Path, fault: Callable[[], None] | None, longest: float) -> float:
    """Queues the dump, lets the fault strike, waits for the end; returns the seconds it took."""
    site.empty()
    began = time.monotonic()
    if fault == site.kill_the_enqueuer:
        enqueuer = subprocess.Popen([BIN / "errorkb", "ingest", "--queue", dump], env=site.environment,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        time.sleep(random.uniform(0.3, 1.6))
        enqueuer.kill()
        enqueuer.wait()
        with site.database() as database:
            queued = database.execute("SELECT count(*) FROM errorkb_batch").fetchone()
        if queued == (0,):  # it died before it had said anything: the person queues it again
            site.command("ingest", "--queue", str(dump))
    else:
        site.command("ingest", "--queue", str(dump))
        if fault:
            time.sleep(random.uniform(0, longest))
            fault()
    site.wait_until_done()
    return time.monotonic() - began


def write_dump(path: Path, count: int) -> None:
    """Records, some of which are analysed twice (versions) and some of which are rejected (problems)."""
    with path.open("w") as file:
        for number in range(count):
            row = record(number)
            if number % 50 == 7:
                row |= {"severity": "dreadful"}
            if number % 50 == 9:
                older = row | {"analyzedAt": "2026-01-01T00:00:00.000Z", "documentation": "Older."}
                file.write(json.dumps(older) + "\n")
            file.write(json.dumps(row) + "\n")


def main() -> None:
    """Prints a row a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory(prefix="errorkb-faults-") as folder:
        site = Site(Path(folder))
        dump = Path(folder) / "dump.jsonl"
        write_dump(dump, options.records)
        site.start_workers()
        try:
            calm = run(site, dump, None, 0)
            wanted = site.state()
            print(f"undisturbed: {calm:.1f} s, {wanted}", flush=True)
            faults = (site.kill_a_worker, site.kill_postgres, site.restart_broker, site.purge_queues,
                      site.kill_the_enqueuer, site.fill_the_disk)  # fmt: skip
            for fault in faults:
                if fault == site.fill_the_disk and not site.has_disk:
                    print("fill_the_disk        not run: only root can mount a disk for it")
                elif options.only in fault.__name__:
                    trials = [_trial(site, dump, fault, calm, wanted) for _ in range(options.rounds)]
                    _print_row(fault.__name__, trials)
        finally:
            site.stop_workers()
            site.broker.stop()
            subprocess.run(["pkill", "-9", "-f", f"{folder}/home/postgres"], check=False)
            if site.has_disk:
                time.sleep(1)
                subprocess.run(["umount", "--lazy", site.home], check=False)


def _trial(
    site: Site, dump: Path, fault: Callable[[], None], calm: float, wanted: tuple[object, ...]
) -> tuple[float, str]:
    """Seconds, and what is wrong in the end; the empty text when nothing is."""
    try:
        seconds = run(site, dump, fault, calm * 0.9)
        got = site.state()
    except AssertionError as error:
        site.stop_workers()
        site.start_workers()
        return 0.0, str(error)
    return seconds, "" if got == wanted else str(got)


def _print_row(name: str, trials: list[tuple[float, str]]) -> None:
    equal = sum(not wrong for _, wrong in trials)
    slowest = max(seconds for seconds, _ in trials)
    print(f"{name:20} {equal} of {len(trials)} equal; slowest {slowest:.1f} s", flush=True)
    for number, (_, wrong) in enumerate(trials):
        if wrong:
            print(f"    round {number}: {wrong}", flush=True)


if __name__ == "__main__":
    main()
