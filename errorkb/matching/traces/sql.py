"""What databases print: Postgres (psql, server log, drivers), MySQL, SQLite, Oracle, SQL Server, ClickHouse.

Postgres writes two blanks behind the level (``ERROR:  relation "x" does not exist``), and below it where
in the statement it was, details and hints. Its server repeats the prefix on each of these lines.
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces.findings import Findings, stripped
from errorkb.matching.traces.passage import Passage
from errorkb.matching.traces.rules import may_match, read_lines, rule

# What may stand before the level: a log's own prefix, psql's place in a script.
_BEFORE = (
    r"\s{0,80}(?P<before>(?:psql:(?P<file>[^\s:][^:\n]{0,300}):(?P<line>\d{1,7}):\ "
    r"|[^\n]{0,200}?(?<![\w\"'`(])))"
)
_LEVEL = re.compile(
    rf"{_BEFORE}(?P<level>ERROR|FATAL|PANIC):(?P<blanks>\ {{1,2}})(?:(?P<code>[0-9A-Z]{{5}}):\ )?"
    rf"(?P<message>[^\s].*)",
    re.VERBOSE | re.DOTALL,
)
_LOCALISED = re.compile(
    rf"{_BEFORE}(?P<level>FEHLER|ERREUR|ERRO|ERRORE|ОШИБКА|エラー|错误"
    rf"|오류):\s{{1,2}}(?:(?P<code>[0-9A-Z]{{5}}):\ )?(?P<message>\S.*)",
    re.VERBOSE | re.DOTALL,
)
_DETAIL = re.compile(
    r"[^\n]{0,240}?(?<!\w)(?:DETAIL|HINT|CONTEXT|STATEMENT|QUERY|LOCATION|BACKTRACE|SQL state|TIPP|ASTUCE"
    r"|DÉTAIL|ПОДРОБНОСТИ|ПОДСКАЗКА)\s?:\s"
)
_LINE = re.compile(r"\s{0,80}LINE \d{1,7}: ")
_CARET = re.compile(r"\s{0,400}\^\s*\Z")
_LOCATION = re.compile(
    r"[^\n]{0,240}?\bLOCATION:\s{1,4}(?P<function>\w{1,80}), (?P<file>[\w.-]{1,80}):(?P<line>\d{1,7})"
)
_STATE = re.compile(r"\(?\bSQL ?(?:STATE|state)(?: |: ?|=)(?P<code>[0-9A-Z]{5})\b\)?")
_STATE_BELOW = re.compile(r"\s{0,80}(?:SQL state: |Character: \d)")
_CODE_IN_MESSAGE = re.compile(r"\s\(SQLSTATE (?P<code>[0-9A-Z]{5})\).{0,200}\Z", re.DOTALL)
# A driver's message inside a longer line of a program.
_EMBEDDED = re.compile(
    r"\b(?:ERROR|FATAL|PANIC):\ {1,2}(?P<message>\S[^\n]{0,1000}?)\ \(SQLSTATE\ (?P<code>[0-9A-Z]{5})\)",
    re.VERBOSE,
)
#: A prefix that `clean` took off with the level: Postgres' second blank is left.
_LEVELS = frozenset({"ERROR", "FATAL"})
_STARTS = re.compile(r" (?:(?P<code>[0-9A-Z]{5}): )?(?P<message>[^\s].*)", re.DOTALL)

_WHOLE = re.compile(r"(?P<message>.*)", re.DOTALL)
# Other loggers pad levels with blanks, too; then a name, a box or an arrow follows.
_LOGGER = re.compile(r"[\w.$-]{1,100}(?:\s{1,9}[-:|]|:)\s|\[|\(|[\w$]{1,60}\.[\w.$]{1,100}\s|[-|>]")

_RULES = (
    # ERROR 1064 (42000) at line 3 in file: 'x.sql': You have an error …
    rule("mysql", "ERROR ",
         r"ERROR\ (?P<code>\d{4})\ (?:\(\w{5}\)\ ?)?(?:at\ line\ (?P<line>\d{1,7})(?:\ in\ file)?(?::\ '"
         r"(?P<file>[^'\n]{1,300})')?\ ?)?:\ (?P<message>\S.*)",
         language="sql"),
    # The level may be gone with the prefix of a log.
    rule("mysql, less its level", re.compile(r"\(\w{5}\)"),
         r"(?P<code>\d{4})\ \(\w{5}\)(?:\ at\ line\ (?P<line>\d{1,7})(?:\ in\ file)?(?::\ '"
         r"(?P<file>[^'\n]{1,300})')?\ ?)?:\ (?P<message>\S.*)",
         language="sql"),
    rule("mysql, drivers", "Error ",
         r"(?:[^\n]{0,200}?:\ )?Error\ (?P<code>\d{4})(?:\ \(\w{5}\))?:\ (?P<message>\S.*)", language="sql"),
    rule("mysql server", "[ERROR] [MY-",
         r"(?:\d{1,9}\ )?\[ERROR\]\ \[(?P<code>MY-\d{6})\]\ \[\w{1,30}\]\ (?P<message>\S.*)", language="sql"),
    rule("mysql server, cleaned", "[MY-",
        r"\[(?P<code>MY-\d{6})\]\ \[(?:Server|InnoDB|Repl)\]\ (?P<message>\S.*)", language="sql"),
    rule("mysqldump", "Got error: ",
         r"mysql\w{0,20}:\ Got\ error:\ (?P<code>\d{4}):\ \"?(?P<message>\S.*)", language="sql"),
    # Error: near line 3: no such table: x
    rule("sqlite", "near line ",
         r"(?:(?:Parse|Runtime|SQL)\ error|Error:?)\ near\ line\ \d{1,7}:\ (?P<message>\S.*?)"
         r"(?:\ \(\d{1,5}\))?\s*\Z",
         language="sql", after=r"\s{2,80}\S.*|\s{0,80}\^---"),
    rule("sqlite, prepare", "in prepare, ",
         r"(?:(?:Parse|Runtime)\ )?[Ee]rror:?\ in\ prepare,\ (?P<message>\S.*?)(?:\ \(\d{1,5}\))?\s*\Z",
         language="sql"),
    rule("sqlite, shell", " error: ",
         r"(?:Parse|Runtime)\ error:\ (?P<message>\S.*?)(?:\ \(\d{1,5}\))?\s*\Z", language="sql",
         after=r"\s{2,80}\S.*"),
    rule("oracle, place", "ORA-06512", r"ORA-06512:\ .*", language="sql", silent=True),
    rule("oracle, header", "at line", r"(?:ERROR\ )?at\ line\ \d{1,7}:\s*\Z", silent=True),
    rule("oracle", ("ORA-", "PLS-", "TNS-", "SP2-", "RMAN-", "EXP-", "IMP-", "LRM-", "DPI-"),
         r"(?:\d{1,7}/\d{1,7}\s{1,9})?(?P<code>(?:ORA|PLS|TNS|SP2|RMAN|EXP|IMP|LRM"
         r"|DPI)-\d{4,5}):\ (?P<message>\S.*)",
         language="sql"),
    rule("clickhouse", "DB::",
         r"(?:[^\n]{0,120}?)\bCode:\ \d{1,5}\.\ (?P<class>DB::\w{1,60}):\ "
         r"(?:Received\ from\ \S{1,100}\.\ DB::Exception:\ )?(?P<message>\S.*?)(?:\ \("
         r"(?P<code>[A-Z_]{3,80})\).*)?\s*\Z",
         language="sql"),
    rule("sql server, driver", "[SQL Server]",
         r"(?:[^\n]{0,200}?)(?:\[[\w\ .]{1,60}\]){1,4}\[SQL\ Server\](?P<message>\S.*)", language="sql"),
    rule("sqlcmd", "Sqlcmd: Error: ",
        r"Sqlcmd:\ Error:\ [^\n]{1,100}?\ :\ (?P<message>\S.*)", language="sql"),
)  # fmt: skip
_SERVER = re.compile(
    r"\s{0,80}Msg (?P<code>\d{1,6}), Level \d{1,2}, State \d{1,3}(?:, Server [^,\n]{1,100})?(?:, Procedure "
    r"(?P<procedure>[^,\n]{1,100}))?(?:, Line (?P<line>\d{1,7}))?"
)


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return (
        passage.has("Level ", *_WORDS) or not _LEVELS.isdisjoint(passage.levels) or may_match(passage, _RULES)
    )


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Events of databases among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines, "sql")
    if found.passage.has("Level "):
        _server(found)
    read_lines(found, _RULES)
    if any(line.level in _LEVELS for line in lines) or found.passage.has(*_WORDS):
        _postgres(found)
    return found.events, found.taken


_WORDS = (
    "ERROR: ", "FATAL: ", "PANIC: ", "SQLSTATE", "FEHLER: ", "ERREUR: ", "ERRO: ", "ERRORE: ", "ОШИБКА: ",
    "エラー: ", "错误: ", "오류: ",
)  # fmt: skip


def _server(found: Findings) -> None:
    for at, line in enumerate(found.lines):
        hit = _SERVER.match(found.text(at)) if "Level " in line.text else None
        if hit and found.text(at + 1).strip():
            frames = []
            if hit["procedure"]:
                frames = [
                    Frame(
                        file=hit["procedure"], line=int(hit["line"] or 0) or None, function=hit["procedure"]
                    )
                ]
            found.add(at, at + 2, stripped(found.lines[at + 1]), error_code=hit["code"], frames=frames)


def _postgres(found: Findings) -> None:
    levelled = (number for number, line in enumerate(found.lines) if line.level in _LEVELS)
    found.walk(sorted({*levelled, *found.passage.numbers(*_WORDS)}), _record)


def _record(found: Findings, at: int) -> int:
    line = found.lines[at]
    text = found.text(at)
    if line.level in _LEVELS and (hit := _STARTS.match(text)):
        named = line.prefix[-1] == f"level {line.level}"
        return _found(found, at, hit, line.level, sure=named or not _LOGGER.match(hit["message"]))
    if line.level in _LEVELS and "SQLSTATE" in text and _CODE_IN_MESSAGE.search(text):
        return _found(found, at, _WHOLE.match(text), line.level, sure=True)
    if "SQLSTATE" in text and (embedded := _EMBEDDED.search(text)) and embedded.start() > 20:
        message = line.cut(*embedded.span("message"))
        return found.add(at, at + 1, message, error_code=embedded["code"])
    if hit := _LEVEL.match(text) if ": " in text else None:
        return _found(found, at, hit, hit["level"], sure=hit["blanks"] == "  " or bool(hit["code"]))
    if hit := _LOCALISED.match(text) if ":" in text else None:
        return _found(found, at, hit, hit["level"], sure=False)
    return at + 1


def _found(found: Findings, at: int, hit: re.Match[str] | None, level: str | None, *, sure: bool) -> int:
    """The record, where Postgres' marks say that it is one: its two blanks, or the lines below."""
    if hit is None:
        return at + 1
    groups = hit.groupdict()
    end = at + 1
    code = groups.get("code")
    frames = []
    if groups.get("file"):
        frames = [Frame(file=groups["file"], line=int(groups["line"]), function=None)]
    while end < len(found.lines) and end not in found.taken and _belongs(found, at, end):
        text = found.text(end)
        if state := _STATE.search(text):
            code = code or state["code"]
        if place := _LOCATION.match(text):
            frames = [Frame(file=place["file"], line=int(place["line"]), function=place["function"])]
        end += 1
    message = stripped(found.lines[at].cut(*hit.span("message")))
    if state := _CODE_IN_MESSAGE.search(message.text):
        code = code or state["code"]
        message = message.cut(0, state.start())
    # Half of a pair of quotes: a string of a program that prints such a line.
    if not (sure or code or end > at + 1) or message.text.count('"') % 2:
        return at + 1
    # A box around the text leaves its right side behind.
    message = message.cut(0, len(message.text.rstrip(" │|")))
    return found.add(at, end, message, error_class=None if code else level, error_code=code, frames=frames)


def _belongs(found: Findings, first: int, at: int) -> bool:
    text = found.text(at)
    if _DETAIL.match(text) or _LINE.match(text):
        return True
    if _STATE_BELOW.match(text) or (not text.strip() and _STATE_BELOW.match(found.text(at + 1))):
        return True
    caret = _CARET.match(text) and at > first + 1
    continued = text.startswith("\t") and found.lines[at].prefix in ((), found.lines[first].prefix)
    return bool(caret or (continued and text.strip()))
