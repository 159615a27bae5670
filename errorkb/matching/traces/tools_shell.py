"""Errors of shells and of the commands that they run, one line each."""

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
ERRNO = (
    r"(?:No\ such\ file\ or\ directory|Permission\ denied|Is\ a\ directory|Not\ a\ directory|File\ exists"
    r"|No\ space\ left\ on\ device"
    r"|Operation\ not\ permitted|Connection\ refused|Connection\ timed\ out|Connection\ reset\ by\ peer"
    r"|Address\ already\ in\ use"
    r"|Too\ many\ open\ files|Cannot\ allocate\ memory|Read-only\ file\ system|Device\ or\ resource\ busy"
    r"|Broken\ pipe|Exec\ format\ error"
    r"|Text\ file\ busy|Directory\ not\ empty|Invalid\ argument|Argument\ list\ too\ long"
    r"|No\ route\ to\ host|Network\ is\ unreachable"
    r"|Name\ or\ service\ not\ known|Temporary\ failure\ in\ name\ resolution|Invalid\ cross-device\ link"
    r"|Input/output\ error|File\ name\ too\ long"
    r"|No\ such\ device(?:\ or\ address)?|Resource\ temporarily\ unavailable|Disk\ quota\ exceeded"
    r"|Stale\ file\ handle|Bad\ file\ descriptor"
    r"|Too\ many\ levels\ of\ symbolic\ links|Cannot\ assign\ requested\ address|Protocol\ not\ supported"
    r"|Function\ not\ implemented|Bad\ address"
    r"|Datei\ oder\ Verzeichnis\ nicht\ gefunden|Aucun\ fichier\ ou\ dossier\ de\ ce\ type"
    r"|No\ existe\ el\ (?:archivo|fichero)\ o\ el\ directorio"
    r"|没有那个文件或目录|Нет\ такого\ файла\ или\ каталога"
    r"|Keine\ Berechtigung|Permission\ non\ accordée|权限不够)"
)
_COMPLAINT = (
    r"(?P<message>(?:[^\n]{1,600}:\ )?(?:command\ not\ found|not\ found|unbound\ variable|bad\ substitution"
    r"|parameter\ not\ set|bad\ interpreter.*|Bad\ substitution"
    r"|integer\ expression\ expected|unary\ operator\ expected|too\ many\ arguments|ambiguous\ redirect"
    r"|event\ not\ found"
    r"|Kommando\ nicht\ gefunden\.?|Befehl\ nicht\ gefunden\.?|commande\ introuvable|orden\ no\ encontrada"
    r"|未找到命令|команда\ не\ найдена|cannot\ execute.*)"
    rf"|(?:[^\n]{{1,600}}:\ )?{ERRNO}|(?:[Ss]yntax\ error|syntax\ error\ near|unexpected\ EOF|Illegal\ "
    rf"|illegal\ )[^\n]{{0,400}})\s*\Z"
)

SHELLS = (
    rule("shell", "sh: ", rf"{_SHELL}:\ (?:line\ \d{{1,6}}:\ |\d{{1,6}}:\ )?{_COMPLAINT}", language="shell"),
    rule("script", ": ", rf"{_SCRIPT}{_COMPLAINT}", language="shell", after=
        r"\s{0,80}[^\s:][^:\n]{0,300}:\ line\ \d{1,6}:\ [`'].*'\s*\Z"),
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
    rule("curl", "curl: (", r"curl:\ \(\d{1,3}\)\ (?P<message>\S.*)", language="curl"),
    rule("ssh", "ssh: ", r"ssh:\ (?P<message>(?:connect\ to\ host|Could\ not\ resolve)\ .*)", language="ssh"),
    rule("ssh, keys", "Permission denied (",
         r"(?:[^\s:]{1,200}:\ )?(?P<message>Permission\ denied\ \([\w,-]{1,200}\)\.?)", language="ssh"),
    rule("ssh, host", "Host key verification failed",
        r"(?P<message>Host\ key\ verification\ failed\.?)", language="ssh"),
    rule("ssh, exchange", "_exchange_identification: ",
        r"(?:kex|ssh)_exchange_identification:\ (?P<message>\S.*)", language="ssh"),
    # cat: x: No such file or directory
    rule("command", ": ",
         rf"(?!(?:-?\w{{0,4}}sh|hint|note|warning|info|debug|error|fatal|ERROR|FATAL|WARN"
         rf"|INFO)\b)[\w./+-]{{1,80}}:\ (?P<message>[^\n]{{1,600}}?:\ {ERRNO})\s*\Z",
         language="shell"),
    rule("make", "*** ",
         r"\w{0,4}make(?:\[\d{1,3}\])?:\ \*\*\*\ (?P<message>(?!\[)\S[^\n]*?)\s{1,4}Stop\.\s*\Z",
         language="make"),
    rule("makefile", "*** ",
         r"(?P<file>[^\s:][^:\n]{0,300}):(?P<line>\d{1,7}):\ \*\*\*\ "
         r"(?P<message>\S[^\n]*?)\s{1,4}Stop\.\s*\Z", language="make"),
)  # fmt: skip
