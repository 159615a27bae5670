"""Errors of shells and of the commands that they run, one line each."""

import re

from errorkb.matching.traces.rules import rule

_SHELL = (
    r"(?:(?:/\S{0,60}/|-)?(?:ba|da|k|z|a)?sh|busybox|su|sudo|env|/usr/bin/env|exec|xargs|timeout|nohup"
    r"|entrypoint\S{0,20})"
)
#: `script.sh: line 3: …` and `script.sh: 3: …`: the script and its line.
_SCRIPT = (
    r"(?P<file>[^\s:][^:\n]{0,300}?):\ (?:line\ |Zeile\ |ligne\ |línea\ |linha\ |строка\ "
    r"|第\ ?)?(?P<line>\d{1,6})(?:\ ?行)?:\ "
)
#: What the system says when a call fails.
_ERRNO_WORDS = (
    "No such file or directory", "Permission denied", "Is a directory", "Not a directory", "File exists",
    "No space left on device", "Operation not permitted", "Connection refused", "Connection timed out",
    "Connection reset by peer", "Address already in use", "Too many open files", "Cannot allocate memory",
    "Read-only file system", "Device or resource busy", "Broken pipe", "Exec format error",
    "Text file busy", "Directory not empty", "Invalid argument", "Argument list too long",
    "No route to host", "Network is unreachable", "Name or service not known",
    "Temporary failure in name resolution", "Invalid cross-device link", "Input/output error",
    "File name too long", "No such device or address", "No such device", "Resource temporarily unavailable",
    "Disk quota exceeded", "Stale file handle", "Bad file descriptor", "Too many levels of symbolic links",
    "Cannot assign requested address", "Protocol not supported", "Function not implemented", "Bad address",
    "Datei oder Verzeichnis nicht gefunden", "Aucun fichier ou dossier de ce type",
    "No existe el archivo o el directorio", "No existe el fichero o el directorio", "没有那个文件或目录",
    "Нет такого файла или каталога", "Keine Berechtigung", "Permission non accordée", "权限不够",
)  # fmt: skip
ERRNO = rf"(?:{'|'.join(map(re.escape, _ERRNO_WORDS))})"
#: What shells say themselves, at the end of a line; and with what they begin to say more.
_SHELL_WORDS = (
    "command not found", "not found", "unbound variable", "bad substitution", "Bad substitution",
    "parameter not set", "integer expression expected", "unary operator expected", "too many arguments",
    "ambiguous redirect", "event not found", "Kommando nicht gefunden", "Befehl nicht gefunden",
    "commande introuvable", "orden no encontrada", "未找到命令", "команда не найдена",
)  # fmt: skip
_COMPLAINT = (
    rf"(?P<message>(?:[^\n]{{1,600}}:\ )?(?:(?:{'|'.join(map(re.escape, _SHELL_WORDS))})\.?"
    rf"|bad\ interpreter.*|cannot\ execute.*)"
    rf"|(?:[^\n]{{1,600}}:\ )?{ERRNO}"
    rf"|(?:[Ss]yntax\ error|unexpected\ EOF|[Ii]llegal\ )[^\n]{{0,400}})\s*\Z"
)
_COMPLAINTS = (
    *_ERRNO_WORDS, *_SHELL_WORDS, "bad interpreter", "cannot execute", "yntax error", "unexpected EOF",
    "llegal ",
)  # fmt: skip

SHELLS = (
    rule("shell", "sh: ", rf"{_SHELL}:\ (?:-c:\ )?(?:line\ \d{{1,6}}:\ |\d{{1,6}}:\ )?{_COMPLAINT}",
         language="shell",
         after=r"\s{0,80}[^\s:][^:\n]{0,300}:\ (?:-c:\ )?line\ \d{1,6}:\ [`'].*'\s*\Z"),
    rule("script", _COMPLAINTS, rf"{_SCRIPT}{_COMPLAINT}", language="shell", after=
        r"\s{0,80}[^\s:][^:\n]{0,300}:\ line\ \d{1,6}:\ [`'].*'\s*\Z"),
    # a.sh:1: command not found: x
    rule("zsh, a script", ("not found: ", "o such file or directory: ", "ermission denied: ",
         "parse error near"),
         r"(?:(?P<file>[^\s:(][^:\n]{0,300}|\(eval\)|\(anon\)):(?P<line>\d{1,6})|[\w.-]{1,80}):\ "
         r"(?P<message>(?:command\ not\ found|no\ such\ file\ or\ directory|permission\ denied"
         r"|no\ matches\ found):\ \S.*|parse\ error\ near\ .*)", language="shell"),
    rule("zsh", "zsh: ",
         r"zsh:\ (?P<message>(?:command\ not\ found|no\ matches\ found|permission\ denied"
         r"|no\ such\ file\ or\ directory|parse\ error|bad\ pattern|event\ not\ found|number\ expected).*)",
         language="shell"),
    rule("fish", "fish: ", r"fish:\ (?P<message>\S.*)", language="shell"),
    rule("command not found", ": command not found",
        r"(?P<message>[^\s:][^\n]{0,100}:\ command\ not\ found)\s*\Z", language="shell"),
    rule("cmd", "is not recognized as ",
         r"(?P<message>'[^'\n]{1,300}'\ is\ not\ recognized\ as\ an\ internal\ or\ external\ command,)\s*\Z",
         language="shell",
         more=r"\s{0,80}operable\ program\ or\ batch\ file\."),
    rule("powershell", "is not recognized as ",
         r"(?:[^\n]{1,200}?\ ?:\ )?(?P<message>The\ term\ '[^'\n]{1,300}'\ is\ not\ recognized\ as\ .*)",
         language="powershell",
         more=
             r"(?:if\ a\ path|spelling\ of|verify\ that|Check\ the\ spelling|correct\ and)\b",
         after=r"(?:At\ line:|\+\ |\s{4,20}\+\ )"),
    # curl: (6) Could not resolve host: x
    rule("curl", "curl: (", r"(?:[^\n]{0,200}--:--\ {1,9}\d{1,9})?curl:\ \(\d{1,3}\)\ (?P<message>\S.*)",
         language="curl"),
    rule("ssh", "ssh: ", r"ssh:\ (?P<message>(?:connect\ to\ host|Could\ not\ resolve)\ .*)", language="ssh"),
    rule("ssh, keys", "Permission denied (",
         r"(?:[^\s:]{1,200}:\ )?(?P<message>Permission\ denied\ \([\w,-]{1,200}\)\.?)", language="ssh"),
    rule("ssh, host", "Host key verification failed",
        r"(?P<message>Host\ key\ verification\ failed\.?)", language="ssh"),
    rule("ssh, exchange", "_exchange_identification: ",
        r"(?:kex|ssh)_exchange_identification:\ (?P<message>\S.*)", language="ssh"),
    # cat: x: No such file or directory
    rule("command", _ERRNO_WORDS,
         rf"(?![\w.]{{1,100}}(?:Error|Exception|Warning|Failure|Exit):\ )"
         rf"(?!(?:-?\w{{0,4}}sh|hint|note|warning|info|debug|error|fatal|ERROR|FATAL|WARN"
         rf"|INFO)\b)[\w./+-]{{1,80}}:\ (?P<message>[^\n]{{1,600}}?:\ {ERRNO})\s*\Z",
         language="shell"),
    rule("archive", ("tar: ", "gzip: ", "unzip: ", "bzip2: ", "xz: "),
         r"(?:tar|gzip|unzip|bzip2|xz):\ (?P<message>(?:[^\n]{1,300}:\ )?(?:not\ in\ gzip\ format"
         r"|unexpected\ end\ of\ file"
         r"|Unexpected\ EOF\ in\ archive|This\ does\ not\ look\ like\ a\ tar\ archive|Cannot"
         r"\ \w{1,20}[^\n]{0,200}"
         r"|File\ format\ not\ recognized|cannot\ find\ or\ open\ [^\n]{1,300}|invalid\ compressed"
         r"\ data[^\n]{0,60}))\s*\Z",
         language="shell", after=r"tar:\ (?:Child\ returned|Error\ is\ not\ recoverable|Exiting\ with"
              r"\ failure)"),
    rule("rsync", "rsync",
         r"rsync(?:\ error)?:\ (?P<message>(?:\[\w{1,20}\]\ )?\S[^\n]{1,600}?(?:\ \(\d{1,3}\)|\(code"
         r"\ \d{1,3}\).*))\s*\Z",
         language="rsync"),
    rule("wget", "wget: ", r"wget:\ (?P<message>(?:unable|bad|cannot|can't|server)\b.*)", language="wget"),
    rule("openssl", ":error:", r"[0-9A-F]{5,20}:error:(?P<code>[0-9A-F]{8}):"
         r"(?P<message>[^:\n]{0,100}:[^\n]{1,400}?)"
         r"(?::[^:\n]{1,200}\.c:\d{1,6}:.*)?\s*\Z", language="openssl"),
    rule("jq", "jq: ", r"jq:\ (?:parse\ )?error(?:\ \(at\ [^\n()]{1,200}\))?:\ (?P<message>\S.*)",
         language="jq"),
    rule("sed", "sed: ", r"sed:\ (?P<message>(?:-e\ expression|file\ \S{1,200}\ line|can't|couldn't"
         r"|cannot)\ .*)",
         language="shell"),
    rule("make", "*** ",
         r"\w{0,4}make(?:\[\d{1,3}\])?:\ \*\*\*\ (?P<message>(?!\[)\S[^\n]*?)\s{1,4}Stop\.\s*\Z",
         language="make"),
    rule("makefile", "*** ",
         r"(?P<file>[^\s:][^:\n]{0,300}):(?P<line>\d{1,7}):\ \*\*\*\ "
         r"(?P<message>\S[^\n]*?)\s{1,4}Stop\.\s*\Z", language="make"),
)  # fmt: skip
