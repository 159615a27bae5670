"""Errors of services and of what manages them: systemd, nginx, Apache, the kernel, Ansible."""

from errorkb.matching.traces.rules import rule

SYSTEM = (
    # fatal: [host]: FAILED! => {"changed": false, "msg": "…"}
    rule("ansible", "! => ",
         r"(?:fatal|failed):\ \[[^\]\n]{1,200}\]:?\ (?:\(item=[^\n]{1,400}?\)\ )?(?:FAILED"
         r"|UNREACHABLE)!?\ =>\ \{[^\n]{0,3000}?\"msg\":\ \"(?P<message>(?:[^\"\\\n]|\\.){1,3000})\"",
         language="ansible", escaped=True),
    rule("ansible, item", "=> {",
         r"failed:\ \[[^\]\n]{1,200}\]\ \(item=[^\n]{1,400}?\)\ =>\ \{[^\n]{0,3000}?\"msg\":\ \""
         r"(?P<message>(?:[^\"\\\n]|\\.){1,3000})\"",
         language="ansible", escaped=True),
    rule("ansible, playbook", "ERROR! ", r"ERROR!\ (?P<message>\S.*)", language="ansible"),
    rule("systemd, result", ": Failed with result",
         r"(?:systemd\[\d{1,9}\]:\ )?(?P<message>[\w@\\.:-]{1,200}:\ Failed\ with\ result\ '[\w-]{1,60}'\.?)",
         language="systemd"),
    rule("systemd, exit", "ain process exited",
         r"(?:systemd\[\d{1,9}\]:\ )?(?P<message>[\w@\\.:-]{1,200}:\ [Mm]ain\ process\ exited,\ "
         r"code=\w{1,20},\ status=(?!0/)\S{1,40})", language="systemd"),
    rule("systemd, start", "Failed to start ",
         r"(?:systemd\[\d{1,9}\]:\ )?(?P<message>Failed\ to\ start\ \S.*)", language="systemd"),
    rule("systemctl", "Job for ",
        r"(?P<message>Job\ for\ [\w@\\.:-]{1,200}\ failed\b.*)", language="systemd", more=r"See\ \""),
    rule("systemctl, unit", "Unit ",
        r"(?:Failed\ to\ \w{1,20}\ [\w@.-]{1,200}:\ )?(?P<message>Unit\ [\w@\\.:-]{1,200}\ (?:not\ found"
        r"|could\ not\ be\ found|is\ masked)\.?)", language="systemd"),
    # connect() failed (111: …) while …, client: 1.2.3.4, server: …
    rule("nginx", ", client: ",
         r"(?:\[(?:error|crit|alert|emerg)\]\ )?(?:\d{1,9}\#\d{1,9}:\ )?(?:\*\d{1,12}\ )?"
         r"(?P<message>\S[^\n]*?),\ client:\ [^,\n]{1,80},\ server:\ [^\n]*",
         language="nginx"),
    rule("nginx, start", "nginx: ",
         r"nginx:\ \[(?:error|crit|alert|emerg)\]\ (?P<message>\S.*)", language="nginx"),
    rule("apache", (":error] ", ":crit] ", ":alert] ", ":emerg] "),
         r"(?:\[\w{3}\ \w{3}\ [^\]\n]{1,40}\]\ )?\[\w{1,40}:(?:error|crit|alert"
         r"|emerg)\]\ (?:\[[^\]\n]{1,100}\]\ ){0,3}(?:\(\d{1,5}\)[^:\n]{1,100}:\ )?"
         r"(?:\[[^\]\n]{1,100}\]\ )?(?:(?P<code>AH\d{5}):\ )?(?P<message>\S.*)",
         language="apache"),
    rule("kernel, memory", "ut of memory: ",
         r"(?:\[\s{0,9}[\d.]{1,20}\]\ )?(?P<message>(?:Memory\ cgroup\ )?[Oo]ut\ of\ memory:\ Kill"
         r"(?:ed)?\ process\ .*)", language="linux"),
    rule("kernel", "panic - not syncing",
         r"(?:\[\s{0,9}[\d.]{1,20}\]\ )?(?P<message>Kernel\ panic\ -\ not\ syncing:?\ .*)", language="linux"),
    rule("mpi", "MPI_ABORT was invoked",
         r"(?P<message>MPI_ABORT\ was\ invoked\ on\ rank\ \d{1,7}\ in\ communicator\ .*)", language="mpi",
         more=r"(?:with\ errorcode|Proc:\ |\s{2}Proc:)"),
    rule("mpirun", "noticed that process rank",
         r"(?P<message>(?:mpirun|mpiexec|prterun)\ noticed\ that\ process\ rank\ .*)",
         language="mpi", more=r"exited\ on\ "),
    rule("slurm", ("slurmstepd", "srun: "), r"(?:slurmstepd|srun)(?:-\S{1,80})?:\ error:\ (?P<message>\S.*)",
         language="slurm"),
    rule("nvidia", "NVIDIA-SMI has failed", r"(?P<message>NVIDIA-SMI\ has\ failed\ because\ .*)",
         language="cuda"),
    rule("redis, its log", ":M ",
         r"\d{1,9}:M\ \d\d\ \w{3}\ \d{4}\ [\d:.]{8,16}\ \#\ (?:Warning:\ )?(?P<message>(?:Could\ not"
         r"|Failed|Can't|Fatal|Bad)\ .*)",
         language="redis"),
    rule("redis, its answer", "MISCONF ",
         r"(?:[^\n]{0,100}?\ )?(?P<code>MISCONF)\ (?P<message>Redis\ is\ configured\ .*)", language="redis"),
    rule("aws", "An error occurred (",
         r"(?:[^\n]{0,60}?\ )?(?P<message>An\ error\ occurred\ \("
         r"(?P<code>[\w.]{1,80})\)\ when\ calling\ the\ \w{1,80}\ operation.*)",
         language="aws"),
    rule("redis", "(error) ",
         r"\(error\)\ (?P<code>[A-Z]{3,20})\ (?P<message>\S.*)", language="redis"),
)  # fmt: skip
