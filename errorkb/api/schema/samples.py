"""Requests that anybody may send as they are, as commands of a shell and as programs of Python."""

import json
import shlex
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

#: The entry that examples ask for; the samples have it.
ENTRY_ID = "fa0d3af0d0950edd"
#: Where examples ask; the page of the API puts its own address there.
ORIGIN = "http://127.0.0.1:8000"
#: The variable of the environment from which examples take a token.
TOKEN = "ERRORKB_TOKEN"  # noqa: S105 - a name


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A request. title: what it does. path: without the query. shows: what the program prints of ``answer``.
    json: a body in JSON; file: the name of a file that is the body. needs_token: it is sent with one."""

    title: str
    path: str
    shows: str
    query: tuple[tuple[str, str], ...] = ()
    json: dict[str, Any] | None = None
    file: str | None = None
    needs_token: bool = False

    @property
    def url(self) -> str:
        """The whole address."""
        query = f"?{urlencode(self.query)}" if self.query else ""
        return f"{ORIGIN}{self.path}{query}"


def code_samples(sample: Sample) -> list[dict[str, str]]:
    """The request in both languages, as descriptions of APIs carry them (``x-codeSamples``)."""
    return [
        {"lang": "Shell", "label": sample.title, "source": curl(sample)},
        {"lang": "Python", "label": sample.title, "source": python(sample)},
    ]


def curl(sample: Sample) -> str:
    """The request as a command of a shell."""
    parts = [f"curl -sS {shlex.quote(sample.url)}"]
    if sample.needs_token:
        parts += [f'-H "Authorization: Bearer ${TOKEN}"']
    if sample.json is not None:
        parts += ["-H 'Content-Type: application/json'", f"-d {shlex.quote(json.dumps(sample.json))}"]
    if sample.file:
        parts += ["-H 'Content-Type: application/octet-stream'", f"--data-binary @{shlex.quote(sample.file)}"]
    return " \\\n  ".join(parts)


def python(sample: Sample) -> str:
    """The request as a program that needs nothing but Python."""
    body = ""
    headers: dict[str, str] = {}
    modules = ["json"]
    if sample.needs_token:
        modules += ["os"]
        headers["Authorization"] = f'"Bearer " + os.environ["{TOKEN}"]'
    if sample.json is not None:
        body = f"    data=json.dumps({json.dumps(sample.json)}).encode(),\n"
        headers["Content-Type"] = '"application/json"'
    if sample.file:
        modules += ["pathlib"]
        body = f"    data=pathlib.Path({json.dumps(sample.file)}).read_bytes(),\n"
        headers["Content-Type"] = '"application/octet-stream"'
    told = ",\n             ".join(f'"{name}": {value}' for name, value in headers.items())
    request = f"{json.dumps(sample.url)}" if not body else "request"
    parts = f"    {json.dumps(sample.url)},\n{body}    headers={{{told}}},\n"
    made = f"request = urllib.request.Request(\n{parts})\n" if body else ""
    return (
        "".join(f"import {name}\n" for name in (*modules, "urllib.request")) + "\n" + made
        + f"with urllib.request.urlopen({request}) as response:\n"
        "    answer = json.load(response)\n"
        f"print({sample.shows})"
    )  # fmt: skip
