"""What collectors put before each line: runners of builds, containers, clusters, system logs."""

from errorkb.matching.cleaning.prefix_parts import ANY_LEVEL, CLOCK, TIME, PrefixPattern

HOST_AND_PROGRAM = r"[\w.-]{1,80} [A-Za-z_][\w./@-]{0,80}"
SERVICE = "docker compose"
TABBED = "github log"
#: Prefixes that name one of several writers whose lines may be mixed.
STREAMS = frozenset({SERVICE, "rank", "pod", "ray", "worker", "container"})

COLLECTORS = (
    # web-1  | Traceback …; taken for a prefix only when the whole text says so: see `services`.
    PrefixPattern(SERVICE, "Aa0_", r"(?P<source>[\w./@-]{1,60})\s{0,40}\|(?:\s|\Z)"),
    # build<tab>Run tests<tab>2026-01-31T10:00:00.1234567Z …
    PrefixPattern(TABBED, "Aa0", rf"[^\t|]{{1,80}}\t[^\t]{{1,80}}\t(?=\ufeff?{TIME})"),
    # 2026-01-31T10:00:00.123456Z 00O … (GitLab)
    PrefixPattern("gitlab", "0", r" \d\d[OE](?:\+| |\Z)", timed=True),
    # 2026-01-31T10:00:00Z app[3d8dd0] iad [info]…, 2026-01-31T10:00:00+00:00 app[web.1]: … (Fly, Heroku)
    PrefixPattern(
        "platform",
        "0",
        r" (?:app|runner|proxy|health|heroku|machine)\[[\w.-]{1,60}\](?: [a-z]{3} \[\w{2,9}\] ?|: ?)",
        timed=True,
    ),
    # Nov 30 12:00:00 host app[123]: …, or with a modern time stamp
    PrefixPattern(
        "syslog",
        "A<",
        rf"(?:<\d{{1,3}}>)?[A-Z][a-z]{{2}} [ \d]\d {CLOCK} {HOST_AND_PROGRAM}"
        r"(?:\[\d+\])?:(?: {1,2}(?=[DIWEFAU], \[)| |\Z)",
    ),
    PrefixPattern("syslog", "0", rf" {HOST_AND_PROGRAM}\[\d+\]:(?: |\Z)", timed=True),
    # <time> stdout F … (containerd)
    PrefixPattern("kubernetes", "0", r" std(?:out|err) [FP] ?", timed=True),
    # [pod/web-7d9f8b6c5-abcde/app] …; web-7d9f8b6c5-abcde app … (stern)
    PrefixPattern(
        "pod",
        "[a",
        r"\[(?P<source>pod/[\w./-]{1,160})\](?: |\Z)"
        r"|(?P<written>[a-z][a-z0-9-]{0,80}-[a-z0-9]{6,10}-[a-z0-9]{5})"
        r"(?: \u203a | )[a-z][a-z0-9-]{0,60}(?: |\Z)",
    ),
    # [Sat Jan 31 10:00:00.123456 2026] [wsgi:error] [pid 12:tid 34] [client 1.2.3.4:567] … (Apache)
    PrefixPattern(
        "apache",
        "[",
        rf"\[[A-Z][a-z]{{2}} [A-Z][a-z]{{2}} [ \d]\d {CLOCK} \d{{4}}\](?: |\Z)"
        rf"(?:\[(?:[\w-]{{1,30}}:\w{{1,12}}|{ANY_LEVEL}"
        r"|(?:pid|tid|client|remote|host) [^\]\n]{1,80})\] ?){0,5}",
    ),
    # 2026/01/31 10:00:00 [error] 12#12: *3 … (nginx)
    PrefixPattern("nginx", "0", rf" \[{ANY_LEVEL}\] \d{{1,8}}#\d{{1,8}}: (?:\*\d{{1,12}} )?", timed=True),
    # [31-Jan-2026 10:00:00 UTC] … (PHP)
    PrefixPattern("php", "[", rf"\[\d\d-[A-Z][a-z]{{2}}-\d{{4}} {CLOCK}(?: [\w/+-]{{1,40}})?\](?: |\Z)"),
    # 01-31 10:00:00.123  1234  5678 E AndroidRuntime: …, E/AndroidRuntime( 1234): …
    PrefixPattern(
        "logcat",
        "0VDIWEF",
        rf"(?:\d{{4}}-)?\d\d-\d\d {CLOCK}\s{{1,4}}\d{{1,6}}(?:-|\s{{1,6}})\d{{1,6}}(?:/\S{{1,80}})?\s{{1,4}}"
        rf"[VDIWEF][ /][\w.$-]{{1,60}}\s{{0,20}}:(?: |\Z)"
        rf"|[VDIWEF]/[\w.$-]{{1,60}}\s{{0,20}}\(\s{{0,6}}\d{{1,6}}\):(?: |\Z)",
    ),
    # [10:00:00][Step 1/3] …, [10:00:00]W:  [Step 1/3] … (TeamCity)
    PrefixPattern("teamcity", "[", rf"\[{CLOCK}\][WEFi]?:?\s{{0,9}}\[[^\]\n]{{1,60}}\](?: |\Z)"),
    # #12 34.56 … (BuildKit)
    PrefixPattern("buildkit", "#", r"#\d{1,4} (?:\d{1,5}\.\d{1,3}(?: |\Z)|(?=ERROR|CANCELED))"),
    # 1>… (MSBuild); with one blank behind it, it is a prompt
    PrefixPattern("msbuild", "0", r"\d{1,3}>(?! \S)"),
    # 0|app  | … (pm2)
    PrefixPattern("pm2", "0", r"\d{1,3}\|[\w.@/-]{1,60}\s{0,30}\|(?: |\Z)"),
    # [rank0]: …, [1,0]<stderr>: …
    PrefixPattern(
        "rank",
        "[",
        r"\[(?P<source>(?:default|rank)?\d{1,5})\]: ?"
        r"|\[(?P<written>\d{1,5}(?:,\d{1,5})?)\]<std(?:err|out)>:",
    ),
    # (pid=12) …, (train pid=12, ip=10.0.0.1) …, (Worker_TP0 pid=12) …
    PrefixPattern(
        "ray",
        "(",
        r"\((?P<source>(?:[\w.:()<>-]{1,80} )?pid=\d{1,9}(?:, ip=[\w.:]{1,45})?)\)(?: |\Z)",
    ),
    # [gw0] [ 50%] FAILED …
    PrefixPattern("worker", "[", r"\[(?P<source>gw\d{1,3})\](?: |\Z)(?:\[\s{0,2}\d{1,3}%\](?: |\Z))?"),
    # INTERNALERROR> … (pytest)
    PrefixPattern("internal error", "A", r"INTERNALERROR>(?: |\Z)"),
    # ##[error]… and ::error file=a.py,line=3::… (GitHub Actions, Azure)
    PrefixPattern(
        "annotation",
        "#:",
        r"##\[(?:error|warning|notice|debug|group|endgroup|command|section)\]"
        r"|::(?:error|warning|notice|debug)(?: [\w=,./ -]{1,300})?::",
    ),
)
