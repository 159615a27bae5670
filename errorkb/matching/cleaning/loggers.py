"""What loggers put before each record, or before its first line."""

from errorkb.matching.cleaning.prefix_parts import (
    ANY_LEVEL,
    BETWEEN,
    BOX,
    BOXED_TIME,
    CLOCK,
    FIELD,
    LEVEL,
    LOGGER,
    TIME,
    PrefixPattern,
)

_JAVA = (
    rf"(?:\[[^\]\n]{{1,80}}\]\s{{1,4}}{LEVEL}|{LEVEL.replace('level', 'first')}\s{{1,4}}\[[^\]\n]{{1,80}}\])"
    r"\s{1,4}(?:[\w$]{1,60}\.){1,12}[\w$]{1,80}(?: \([\w.]{1,80}:\d{1,6}\))?\s{0,40}- "
)

_LEVEL_FIRST = (
    rf"\]?(?:\s{{1,9}}|\s?[|:-]\s?){BOXED_TIME}(?: [a-z_][\w.]{{0,60}} \d{{1,9}} \d{{1,18}})?"
    rf"(?: ?[|:-] ?| |\Z)(?:{LOGGER}:? |{BOX}:? )?"
)
# A time stamp with which a prefix of its own begins.
_WHOLE_PREFIX = (
    rf"{BOXED_TIME}(?: std(?:out|err) [FP]| \d\d[OE][+ ]"
    r"| (?:[\w.-]{1,80} )?[\w./@-]{1,80}\[[\w.-]{1,60}\]"
    rf"|{BETWEEN}(?:{FIELD}{BETWEEN}){{0,3}}?[\[(]?"
    rf"{LEVEL.replace('?P<level>', '?:')})"
)

LOGGERS = (
    # 2026-01-31 10:00:00.123 | ERROR    | app:run:12 - …
    PrefixPattern("loguru", "0", rf" \| {LEVEL}\s{{1,9}}\| [\w.<>:-]{{1,160}} - ?", timed=True),
    # [2026-01-31 10:00:00,123: ERROR/ForkPoolWorker-1] …
    PrefixPattern("celery", "[", rf": {LEVEL}/[\w-]{{1,60}}\] ?", timed=True),
    # E, [2026-01-31T10:00:00.123456 #12] ERROR -- : … (Ruby)
    PrefixPattern("ruby", "A", rf"[DIWEFAU], \[{TIME} #\d{{1,9}}\]\s{{1,3}}{LEVEL} -- [^:\n]{{0,60}}: ?"),
    # ERROR 01-31 10:00:00 [core.py:12] …; E0131 10:00:00.123456 12 file.cc:34] … (glog, klog); the same
    # with a whole time stamp before the letter (TensorFlow)
    PrefixPattern(
        "source line",
        "A",
        rf"{LEVEL}\s{{1,4}}\d\d-\d\d {CLOCK} \[?[\w./-]{{1,120}}:\d{{1,6}}\](?: |\Z)"
        rf"|[IWEF]\d{{4}} {CLOCK}\s{{1,9}}\d{{1,9}} [\w./-]{{1,160}}:\d{{1,6}}\](?: |\Z)",
    ),
    PrefixPattern("source line", "0", r": [IWEF] [\w./-]{1,160}:\d{1,6}\](?: |\Z)", timed=True),
    # 2026-01-31 10:00:00.123 ERROR 12 --- [nio-8080-exec-1] o.a.c.Servlet   : … (Spring Boot)
    PrefixPattern(
        "spring",
        "0",
        rf"\s{{1,4}}{LEVEL}\s{{1,4}}\d{{1,9}}\s{{0,4}}--- (?:\[[^\]\n]{{0,80}}\] ){{1,4}}"
        r"[\w.$/\[\]-]{1,120}\s{0,60}:(?: |\Z)",
        timed=True,
    ),
    # 10:00:00.123 [main] ERROR com.shop.Cart - …, 2026-01-31 10:00:00 ERROR [main] com.shop.Cart - …,
    # [main] ERROR com.shop.Cart - … (Logback, Log4j, SLF4J)
    PrefixPattern("java logger", "0[", rf"[\])]? {_JAVA}", timed=True),
    PrefixPattern("java logger", "0[", rf"(?:{CLOCK} )?{_JAVA}"),
    # [10:00:00 ERR] … (Serilog)
    PrefixPattern("serilog", "[", rf"\[{CLOCK} {ANY_LEVEL}\](?: |\Z)"),
    # 2026-01-31 10:00:00.123456+0100 App[12:345] … (Apple)
    PrefixPattern("apple", "0", r" [\w .-]{1,60}\[\d{1,9}:\d{1,12}\] (?:\[[\w.-]{1,60}\] )?", timed=True),
    # 2026-01-31T10:00:00.123Z<tab>8e4f…<tab>ERROR<tab>… (AWS Lambda), and zap's without the request
    PrefixPattern(
        "tabs",
        "0",
        rf"\t(?:[0-9a-f-]{{36}}\t)?{ANY_LEVEL}\t(?:[\w./-]{{1,120}}:\d{{1,6}}\t)?",
        timed=True,
    ),
    # 2026-01-31 10:00:00 [error    ] … (structlog)
    PrefixPattern(
        "structlog", "0", rf" \[{ANY_LEVEL}\s{{0,6}}\](?: |\Z)(?:\[[\w.]{{1,80}}\](?: |\Z))?", timed=True
    ),
    # 2026-01-31 10:00:00,123 - app.views - ERROR - …, and the fields in other orders. After the level
    # one blank only: the next ones are the line's own indentation.
    PrefixPattern(
        "logging",
        "0[(",
        rf"[\])]?{BETWEEN}(?:{FIELD}{BETWEEN}){{0,3}}?[\[(]?{LEVEL}(?!:[\w.]{{1,80}}:)[\])]?"
        # Behind a box, what is farther away is the line's own, and so is an arrow.
        rf"(?:(?:(?<=\])\s?|(?<!\])\s{{0,9}})[|:-](?![->])\s?|\s|(?=\[)|\Z)"
        rf"(?:\([\w-]{{1,60}}\) (?=\[))?"
        rf"(?:(?:[\w?-]{{1,40}} (?={LOGGER}: ))?{LOGGER}:(?:\s|\Z)|{BOX}:?(?:\s|\Z))?",
        timed=True,
    ),
    # ERROR 2026-01-31 10:00:00,123 views 12 34 …, [ERROR] 2026-01-31 10:00:00 - …
    PrefixPattern("level first", "A", rf"{LEVEL}{_LEVEL_FIRST}"),
    PrefixPattern("level first", "[", rf"\[{LEVEL}(?!\]?\s{_WHOLE_PREFIX}){_LEVEL_FIRST}"),
    # ERROR    app.views:views.py:12 … (pytest's captured log)
    PrefixPattern("captured log", "A", rf"{LEVEL}\s{{1,9}}[\w.]{{1,120}}:[\w.-]{{1,120}}:\d{{1,6}} "),
    PrefixPattern("time stamp", "0[(", r"[\])]?(?: ?[|:-] ?| |\t|\Z)", timed=True),
    # [10:00:00] …, and Nov 30 10:00:00 … without a host
    PrefixPattern(
        "clock",
        "0[A",
        rf"(?:\[{CLOCK}\](?: {LEVEL}\s{{1,8}})?|(?:[A-Z][a-z]{{2}} [ \d]\d )?{CLOCK}(?: [AP]M)?)(?: |\Z)",
    ),
    # ERROR:app.views:…, [ERROR] …, ERROR: …
    PrefixPattern(
        "level",
        "A[",
        rf"{LEVEL}:[\w.]{{1,80}}:|\[{LEVEL.replace('level', 'boxed')}\]:? ?"
        rf"|{LEVEL.replace('level', 'bare')}:(?: {{1,9}}(?=Traceback)| |\Z)",
    ),
)
