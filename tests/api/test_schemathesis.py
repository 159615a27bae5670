"""The description against a running server: what it allows is taken, what it forbids is refused, and every
answer is as it says."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
SCHEMATHESIS = Path(sys.executable).parent / "st"


def test_the_server_keeps_to_its_description(server, tmp_path):
    done = subprocess.run(
        [
            SCHEMATHESIS, "--config-file", HERE / "schemathesis.toml", "run", f"{server.url}/api/schema/",
            "--header", f"Authorization: Bearer {server.token}", "--checks", "all", "--mode", "all",
            "--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "10", "--seed", "1",
            "--generation-database", "none", "--no-color",
            "--wait-for-schema", "60", "--request-timeout", "30",
        ],
        cwd=tmp_path, capture_output=True, text=True, timeout=500, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr
    assert "16 selected / 16 total" in done.stdout
    assert "No issues found" in done.stdout
