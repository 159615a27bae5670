"""What kubectl, the Kubernetes API and Terraform print."""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import Findings, body, join, stripped, trimmed, unescaped
from errorkb.matching.traces.rules import read_lines, rule

_STRING = r'"(?P<value>(?:[^"\\\n]|\\.){0,4000})"'
_STATUS = re.compile(r'"kind"\s{0,4}:\s{0,4}"Status"')
_MESSAGE = re.compile(rf'"message"\s{{0,4}}:\s{{0,4}}{_STRING}')
# A string that held escapes has a line of its own.
_OPEN_MESSAGE = re.compile(r'"message"\s{0,4}:\s{0,4}"\s*\Z')
_REASON = re.compile(r'"reason"\s{0,4}:\s{0,4}"(?P<reason>[A-Za-z]{1,60})"')
_FAILURE = re.compile(r'"status"\s{0,4}:\s{0,4}"Failure"')
_ENDS_STATUS = re.compile(r"\s{0,40}(?:\}\s*\Z|\"kind\"\s{0,4}:\s{0,4}\"Status\")")
#: Lines of a Status object, printed one field a line.
_MAX_STATUS = 60

# Terraform draws a box around its errors; older versions do not.
_ERROR = re.compile(r"(?P<margin>\s{0,80}(?:[│|] )?)(?:\S{1,40} )?Error: (?P<message>\S.*)", re.DOTALL)
_ON = re.compile(
    r"\s{1,80}on (?P<file>\S[^\n]{0,300}?) line (?P<line>\d{1,7})(?:, in "
    r"(?P<function>[^\n]{1,300}?))?:?\s*\Z"
)
_WITH = re.compile(r"\s{1,80}with \S[^\n]{0,300},\s*\Z")
_SOURCE = re.compile(r"\s{1,80}\d{1,7}: |\s{1,80}[├│]|\s{1,80}(?:with|on) ")
_MARGIN = re.compile(r"\s{0,80}[│|](?: |\Z)")
_CLOSES = re.compile(r"\s{0,80}[╵╷]")
_MAX_BOX = 60

RULES = (
    rule("kubectl", "Error from server",
         r"(?:[^\n]{0,200}?:\ )?Error\ from\ server(?:\ \((?P<class>[A-Za-z]{1,60})\))?:\ "
         r"(?:error\ when\ \w{1,20}\ \"[^\"\n]{1,300}\":\ )?(?P<message>\S.*)",
         language="kubernetes", more=r"\*\ \S"),
    rule("kubectl, no server", " to the server",
         r"(?P<message>(?:Unable\ to\ connect\ to\ the\ server:"
         r"|The\ connection\ to\ the\ server\ \S{1,200}\ was\ refused)\ .*)",
         language="kubernetes"),
    rule("kubectl, invalid", " is invalid: ",
         r"(?:[^\n]{0,60}:\ )?(?P<message>The\ [A-Z]\w{1,60}\ \"[^\"\n]{1,300}\"\ is\ invalid:\ .*)",
         language="kubernetes", more=r"\*\ \S"),
    rule("kubectl, validation", "error validating ",
         r"(?:[Ee]rror:\ )?(?P<message>error\ validating\ \".*)", language="kubernetes"),
    rule("event", "Warning",
         r"Warning\s{1,40}(?P<class>(?:Failed|BackOff|Unhealthy|Err|Inspect|Evict|Invalid|Network|OOM"
         r"|SystemOOM|FreeDisk|Node|Provisioning|Claim|Sync)\w{0,60})\s{1,40}"
         r"(?:<?(?:\d{1,5}[smhdy]){1,3}>?(?:\ \(x\d{1,6}\ over\ \S{1,12}\))?\s{1,40}\S{1,100}"
         r"|\S{1,200})\s{1,40}(?P<message>\S.*)",
         language="kubernetes"),
    rule("grpc", "rpc error: code = ",
         r"(?:[^\n]{0,400}?)(?P<message>rpc\ error:\ code\ =\ (?P<code>\w{1,40})\ desc\ =\ .*)",
         language="go"),
)  # fmt: skip


def read(found: Findings) -> None:
    """Adds what these tools report."""
    if found.passage.has('"Status"'):
        _statuses(found)
    if found.passage.has("Error: ") and (found.passage.has("╷", "│") or found.passage.has(" line ")):
        _boxes(found)
    read_lines(found, RULES)


def _statuses(found: Findings) -> None:
    """The API's ``Status`` object as JSON, on one line or a field a line."""
    found.walk(found.passage.numbers('"Status"'), _status)


def _status(found: Findings, first: int) -> int:
    end = first + 1
    if not _STATUS.search(found.text(first)):
        return end
    if not _MESSAGE.search(found.text(first)):
        while (
            end < len(found.lines) and end - first < _MAX_STATUS and not _ENDS_STATUS.match(found.text(end))
        ):
            end += 1
    message: Line | None = None
    reason = None
    failed = False
    for number in range(first, end):
        text = found.text(number)
        if message is None and (hit := _MESSAGE.search(text)):
            message = unescaped(found.lines[number].cut(*hit.span("value")))
        elif message is None and _OPEN_MESSAGE.search(text) and number + 1 < end:
            message = stripped(found.lines[number + 1])
        if hit := _REASON.search(text):
            reason = reason or hit["reason"]
        failed = failed or bool(_FAILURE.search(text))
    if message is None or not failed:
        return first + 1
    return found.add(first, end, message, error_class=reason, language="kubernetes")


def _boxes(found: Findings) -> None:
    found.walk(found.passage.numbers("Error: "), _box)


def _box(found: Findings, first: int) -> int:
    """``Error: summary``, the place, then the detail, which may have several paragraphs."""
    hit = _ERROR.match(found.text(first))
    if not hit:
        return first + 1
    # The cleaner may have taken the margin, but not the corners.
    enclosed = bool(first) and found.text(first - 1).strip() == "╷" and _is_closed(found, first)
    boxed = enclosed or bool(hit["margin"].strip())
    message = [body(found.lines[first].cut(hit.start("message")))]
    frames: list[Frame] = []
    end = first + 1
    in_place = False
    while end < len(found.lines) and end - first < _MAX_BOX:
        text = found.text(end)
        margin = _MARGIN.match(text) if boxed else None
        if (boxed and not margin and not enclosed) or _CLOSES.match(text) or _ERROR.match(text):
            break
        rest = found.lines[end].cut(margin.end() if margin else 0)
        if place := _ON.match(rest.text):
            frames = [Frame(file=place["file"], line=int(place["line"]), function=place["function"])]
            in_place = True
        elif _WITH.match(rest.text) or (in_place and _SOURCE.match(rest.text)):
            in_place = True
        else:
            in_place = in_place and not rest.text.strip()
            if not boxed and not frames and rest.text.strip():
                break
            message.append(stripped(rest) if boxed else body(rest))
        end += 1
    if not boxed and not frames:
        return first + 1
    if not boxed:
        # Without a box the detail is the one paragraph below the place.
        message, end = _one_paragraph(found, message, first, end)
    message = _without_double_blanks(trimmed(message))
    return found.add(first, end, join(message), frames=frames, language="terraform")


def _is_closed(found: Findings, first: int) -> bool:
    return any(found.text(number).strip() == "╵" for number in range(first + 1, first + _MAX_BOX))


def _one_paragraph(found: Findings, message: list[Line], first: int, end: int) -> tuple[list[Line], int]:
    kept: list[Line] = []
    paragraphs = 0
    for number, line in enumerate(message):
        filled = bool(line.text.strip())
        paragraphs += filled and (not number or not message[number - 1].text.strip())
        if paragraphs > 2:
            break
        kept.append(line)
    kept = trimmed(kept)
    while end > first + 1 and found.lines[end - 1].end > kept[-1].end:
        end -= 1
    return kept, end


def _without_double_blanks(lines: list[Line]) -> list[Line]:
    return [
        line
        for number, line in enumerate(lines)
        if line.text.strip() or not number or lines[number - 1].text.strip()
    ]
