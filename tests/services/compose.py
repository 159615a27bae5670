"""docker-compose.yml and Dockerfile as the tests read them: no engine is needed for that."""

import json
import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docker-compose.yml"
DOCKERFILE = ROOT / "Dockerfile"
#: What the file asks for, as somebody might set it.
SECRETS = {
    "POSTGRES_PASSWORD": "0123abcd0123abcd",
    "BROKER_PASSWORD": "4567cdef4567cdef",
    "ERRORKB_SECRET_KEY": "a-secret-of-the-tests-and-of-nobody-else-0123456789",
}
_VARIABLE = re.compile(r"\$(?:(?P<dollar>\$)|\{(?P<name>\w+)(?::(?P<kind>[-?])(?P<rest>[^}]*))?\})")


def services() -> dict[str, dict[str, Any]]:
    """Each service with its anchors resolved and its variables as they are written."""
    return dict(yaml.safe_load(FILE.read_text())["services"])


def environment(service: str) -> dict[str, str]:
    """What the service finds in its environment when only the secrets are set."""
    return {name: filled_in(value) for name, value in services()[service]["environment"].items()}


def filled_in(text: str) -> str:
    """The text with its variables as Compose puts them in: ``${X:?…}``, ``${X:-…}`` and ``$$``."""

    def value(hit: re.Match[str]) -> str:
        if hit["dollar"]:
            return "$"
        return SECRETS[hit["name"]] if hit["kind"] == "?" else hit["rest"]

    return _VARIABLE.sub(value, text)


def command(service: str) -> list[str]:
    """The service's command, or the image's."""
    written = services()[service].get("command")
    return [filled_in(word) for word in written] if written else instruction("CMD")


def health_check(service: str) -> list[str]:
    """The service's health check as a command line, or the image's."""
    written = services()[service].get("healthcheck")
    if not written:
        return instruction("HEALTHCHECK")
    kind, *words = map(filled_in, written["test"])
    return ["sh", "-c", *words] if kind == "CMD-SHELL" else words


def instruction(name: str) -> list[str]:
    """The JSON array that an instruction of the Dockerfile ends with."""
    for line in dockerfile():
        if line.startswith(f"{name} "):
            return list(json.loads(line[line.index("[") :]))
    raise LookupError(name)


def dockerfile() -> list[str]:
    """Its instructions, each as one line."""
    text = re.sub(r"^#.*\n", "", DOCKERFILE.read_text(), flags=re.MULTILINE)
    return [line for line in re.sub(r"\\\n\s*", "", text).splitlines() if line]
