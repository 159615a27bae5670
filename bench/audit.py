"""The site as its readers' browsers and search engines judge it: Lighthouse, and a crawl of its links.

Everything is real: ``errorkb up`` with the samples and what the installed packages raise, Chromium, and
Lighthouse as npm has it, at the versions of bench/lighthouse.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.links import crawl

BIN = Path(sys.executable).parent / "errorkb"
PACKAGE = Path(__file__).parent / "lighthouse"
SITE = "http://127.0.0.1:8130/"
#: One page of each kind that counts: its name and where it stands.
PAGES = (("home", ""), ("search", "search/"), ("entry", "python/cpython/name-200s-is-not-defined/"))
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
ROUNDS = 3
#: Seconds until the installed packages are read; without their entries there are too few pages.
PATIENCE = 1800
CHROMIUM = "--headless=new --no-sandbox --disable-gpu"


def bench(pages: int) -> None:
    """Prints Lighthouse's scores, and what links of so many pages lead nowhere."""
    if not shutil.which("npm") or not Path("/usr/bin/chromium").exists():
        sys.exit("audit: npm and /usr/bin/chromium are needed")
    with TemporaryDirectory(prefix="errorkb-audit-") as folder:
        lighthouse = _install(Path(folder))
        environment = os.environ | {"ERRORKB_HOME": f"{folder}/home", "ERRORKB_RATE_LIMIT": "0"}
        port = SITE.rsplit(":", 1)[1].strip("/")
        server = subprocess.Popen([BIN, "up", "--port", port], env=environment)
        try:
            _wait()
            _judge(lighthouse, Path(folder))
            _follow(pages)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


def _install(folder: Path) -> Path:
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PACKAGE / name, folder)
    subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder, check=True)
    return folder / "node_modules" / "lighthouse" / "cli" / "index.js"


def _wait() -> None:
    """Until the server is up and has read the samples (batch 1) and the installed packages (batch 2)."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{SITE}api/batches/2", timeout=60) as answer:  # noqa: S310 - ours
                if json.load(answer)["state"] == "done":
                    return
        except OSError:
            pass  # it is not up yet
        time.sleep(2)
    sys.exit(f"audit: the installed packages were not read after {PATIENCE} seconds")


def _judge(lighthouse: Path, folder: Path) -> None:
    print(f"\nLighthouse, median of {ROUNDS}: {', '.join(CATEGORIES)}")
    for name, address in PAGES:
        rounds = [_scores(lighthouse, SITE + address, folder / "report.json") for _ in range(ROUNDS)]
        medians = [f"{median(scores[key] for scores in rounds):8.0f}" for key in CATEGORIES]
        print(f"  {name:20}{''.join(medians)}", flush=True)


def _scores(lighthouse: Path, url: str, report: Path) -> dict[str, float]:
    words = ["node", str(lighthouse), url, f"--chrome-flags={CHROMIUM}", "--quiet", "--output=json"]
    environment = os.environ | {"CHROME_PATH": "/usr/bin/chromium"}
    subprocess.run([*words, f"--output-path={report}"], env=environment, check=True, timeout=300)
    found = json.loads(report.read_text())["categories"]
    return {key: found[key]["score"] * 100 for key in CATEGORIES}


def _follow(pages: int) -> None:
    found = crawl(SITE, pages)
    print(
        f"{found.asked:,} addresses asked, {len(found.broken)} links lead nowhere, {found.left:,} not asked"
    )
    for link in found.broken:
        print(f"  {link.address} ({link.reason}), on {link.found_on}")
