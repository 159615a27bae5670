"""What docker and BuildKit print: the excerpt of the Dockerfile, then why the build failed."""

import re

from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import Findings, body
from errorkb.matching.traces.rules import read_lines, rule

_PLACE = re.compile(r"\s{0,80}(?:#\d{1,4} )?(?P<file>[\w./\\:-]{0,200}?[\w.-]{1,80}):(?P<line>\d{1,6})\s*\Z")
_RULER = re.compile(r"\s{0,80}-{4,60}\s*\Z")
_EXCERPT = re.compile(r"\s{0,80}\d{1,6} \|")
_STEP = r"(?:\#\d{1,4}\ (?:\d{1,6}\.\d{1,4}\ )?)?"
_FAILED = re.compile(
    rf"\s{{0,80}}{_STEP}(?:ERROR:\ |error:\ |failed\ to\ build:\ |executing\ build:\ "
    rf"|target\ [^:\n]{{1,100}}:\ ){{0,4}}"
    r"(?P<message>(?:failed\ to\ solve|executor\ failed\ running|process\ \""
    r"|failed\ to\ compute\ cache\ key|failed\ to\ calculate\ checksum"
    r"|failed\ to\ read\ dockerfile|dockerfile\ parse\ error).*)",
    re.VERBOSE | re.DOTALL,
)
#: Lines of an excerpt.
_MAX_EXCERPT = 40

#: Words without which BuildKit's failures do not do.
MARKS = (
    "failed to solve", "did not complete successfully", "executor failed", "cache key", "checksum of ref",
    "read dockerfile", "dockerfile parse error",
)  # fmt: skip
RULES = (
    rule("layer", "failed to register layer: ",
         r"(?P<message>failed\ to\ register\ layer:\ .*)", language="docker"),
    rule("compose, not valid", ("yaml: ", "validating ", "failed to start: "),
         r"(?P<message>(?:yaml:\ line\ \d{1,6}:\ |yaml:\ (?=unmarshal|invalid|control)"
         r"|validating\ [^\n:]{1,300}\.ya?ml:\ |dependency\ failed\ to\ start:\ )\S.*)",
         language="docker"),
    rule("compose, unsupported", "The Compose file",
         r"(?:ERROR:\ )?(?P<message>The\ Compose\ file\ '[^'\n]{1,300}'\ is\ invalid\ because:)",
         language="docker", more=r"\S"),
    rule("start of a process", ("exec format error", "exec user process caused"),
         r"(?:standard_init_linux\.go:\d{1,5}:\ )?"
         r"(?P<message>exec\ (?:\S{1,300}:\ exec\ format\ error|user\ process\ caused.*))",
         language="docker"),
    rule("daemon", "Error response from daemon: ",
         r"(?:[^\n]{0,100}?:\ )?Error\ response\ from\ daemon:\ (?P<message>\S.*)", language="docker",
         after=r"(?:See\ 'docker|Run\ 'docker)"),
    rule("client", "docker: ",
         r"docker:\ (?!Error\ response)(?:ERROR:\ )?(?P<message>(?:invalid|unknown|Cannot|permission|image"
         r"|open|no\ such|[\w']{1,30}\ is\ not)\b.*)",
         language="docker", after=r"(?:See\ 'docker|Run\ 'docker)"),
    rule("no daemon", "Docker daemon",
         r"(?:[^\n]{0,100}?:\ )?(?P<message>(?:Cannot\ connect\ to\ the\ Docker\ daemon"
         r"|Got\ permission\ denied\ while|permission\ denied\ while\ trying\ to\ connect)\b.*)",
         language="docker"),
    rule("classic builder", "returned a non-zero code",
         r"(?P<message>The\ command\ '[^\n]{1,2000}'\ returned\ a\ non-zero\ code:\ \d{1,3})",
         language="docker"),
    rule("classic copy", "failed: ",
         r"(?P<message>(?:COPY|ADD)\ failed:\ .*)", language="docker"),
    rule("compose", "Cannot start service",
         r"(?:for\ \S{1,80}\s{1,9})?(?P<message>Cannot\ start\ service\ .*)", language="docker"),
    rule("oci", "OCI runtime",
         r"(?P<message>OCI\ runtime\ (?:create|exec)\ failed:\ .*)", language="docker"),
)  # fmt: skip


def read(found: Findings) -> None:
    """Adds what docker reports."""
    if found.passage.has(*MARKS):
        found.walk(found.passage.numbers("f", "process"), _failed)
    read_lines(found, RULES)


def _failed(found: Findings, at: int) -> int:
    text = found.text(at)
    hit = _FAILED.match(text) if "f" in text or "process" in text else None
    if not hit:
        return at + 1
    place, first = _excerpt_above(found, at)
    frames = [Frame(file=place["file"], line=int(place["line"]), function=None)] if place else []
    message = body(found.lines[at].cut(*hit.span("message")))
    return found.add(first, at + 1, message, frames=frames, language="docker")


def _excerpt_above(found: Findings, at: int) -> tuple[re.Match[str] | None, int]:
    """``Dockerfile:6``, a ruler, numbered lines, a ruler: the place, and the number of its first line."""
    above = at - 1
    while above >= 0 and not found.text(above).strip():
        above -= 1
    if above < 0 or not _RULER.match(found.text(above)):
        return None, at
    above -= 1
    while above >= 0 and at - above < _MAX_EXCERPT and _EXCERPT.match(found.text(above)):
        above -= 1
    if above < 1 or not _RULER.match(found.text(above)):
        return None, at
    place = _PLACE.match(found.text(above - 1))
    return (place, above - 1) if place else (None, at)
