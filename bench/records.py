"""Records of realistic sizes, as many as are asked for; the same number gives the same record."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.words import CLASSES, NOUNS, VERBS, sentence, template
from errorkb.matching.patterns import pattern_of
from ingest.record import compute_id, compute_slug

#: So many records share a repository.
PER_REPO = 400


def record(number: int) -> dict[str, Any]:
    """The record with this number: about 3 KB of JSON, as real ones have."""
    chosen = random.Random(number)
    repo = f"bench-{number // PER_REPO % 97}/project-{number // PER_REPO}"
    message = template(chosen, number)
    path = f"src/{chosen.choice(NOUNS)}/{chosen.choice(NOUNS)}_{number % 50}.py"
    line = chosen.randint(20, 3000)
    snippet = _snippet(chosen, message)
    sha = f"{chosen.getrandbits(160):040x}"
    error_class = chosen.choice(CLASSES)
    return {
        "id": compute_id(repo, None, message, path),
        "repo": repo,
        "slug": f"{compute_slug(message)[:40].strip('-')}-{number}",
        "errorCode": None,
        "errorMessage": message,
        "messagePattern": pattern_of(message),
        "errorType": chosen.choice(["exception", "validation", "console"]),
        "errorClass": error_class,
        "httpStatus": None,
        "severity": chosen.choice(["error", "error", "error", "warning", "critical"]),
        "filePath": path,
        "lineNumber": line,
        "sourceCode": snippet,
        "sourceCodeStart": line - 12,
        "sourceCodeEnd": line - 13 + len(snippet.splitlines()),
        "githubUrl": f"https://github.com/{repo}/blob/{sha}/{path}#L{line}",
        "documentation": " ".join(sentence(chosen) for _ in range(3)),
        "triggerScenarios": " ".join(sentence(chosen) for _ in range(2)),
        "commonSituations": " ".join(sentence(chosen) for _ in range(2)),
        "solutions": [sentence(chosen) for _ in range(chosen.randint(2, 5))],
        "exampleFix": f"# before\n{chosen.choice(VERBS)}(value)\n\n# after\n{chosen.choice(VERBS)}(value, 1)",
        "handlingStrategy": chosen.choice(["validation", "try-catch", None]),
        "validationCode": f"if value is None:\n    raise SystemExit({sentence(chosen)!r})",
        "typeGuard": None,
        "tryCatchPattern": f"try:\n    run()\nexcept {error_class}:\n    pass",
        "preventionTips": [sentence(chosen) for _ in range(chosen.randint(1, 4))],
        "tags": [f"{chosen.choice(NOUNS)}-{chosen.choice(NOUNS)}", chosen.choice(NOUNS)],
        "backgroundTag": None,
        "analyzedSha": sha,
        "analyzedAt": f"2026-08-{chosen.randint(1, 28):02}T07:00:00.{number % 1000:03}Z",
        "schemaVersion": 2,
    }


def _snippet(chosen: random.Random, message: str) -> str:
    lines = [
        f"    {chosen.choice(NOUNS)} = {chosen.choice(VERBS)}({chosen.choice(NOUNS)})" for _ in range(24)
    ]
    lines[12] = f"        raise ValueError({message!r})"
    return "\n".join(lines) + "\n"


def records(count: int) -> Iterator[dict[str, Any]]:
    """The first ``count`` records."""
    return map(record, range(count))


def write(path: Path, count: int) -> None:
    """A JSON Lines dump of the first ``count`` records."""
    with path.open("w", encoding="utf-8") as file:
        for row in records(count):
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
