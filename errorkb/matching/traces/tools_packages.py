"""Errors of package managers and of git that take one line each."""

from errorkb.matching.traces.rules import rule

PACKAGES = (
    #  ERR_PNPM_FETCH_404  GET https://…: Not Found - 404
    rule("pnpm", "ERR_PNPM_",
        r"(?:[^\n]{0,60}\s)?(?P<code>ERR_PNPM_[A-Z0-9_]{2,60})\s{1,4}(?P<message>\S.*)", language="node"),
    rule("pnpm, script", "ELIFECYCLE", r"(?P<code>ELIFECYCLE)\s{2}(?P<message>\S.*)", language="node"),
    # ➤ YN0028: │ The lockfile would have been modified by this install
    rule("yarn", "YN0",
         r"➤\ (?P<code>YN00(?!00|02|07|08|13|19|60|61|76|86)\d\d):\ (?:[│┌└]\ )?(?P<message>\S.*)",
         language="node"),
    rule("yarn, usage", "Usage Error: ", r"(?:Internal\ |Usage\ )Error:\ (?P<message>\S.*)", language="node"),
    # error Couldn't find package "x" on the "npm" registry.
    rule("yarn 1", "error ",
         r"error\ (?:An\ unexpected\ error\ occurred:\ )?(?P<message>(?:[A-Z\"]|/|[A-Za-z]:\\"
         r"|[\w@/.-]{1,100}@[\w.^~-]{1,40}:)[^\n]*)",
         language="node"),
    # The tool that pip started; what that tool said stands below.
    rule("pip", "did not run successfully",
         r"\u00d7\ (?P<message>[^\n]{1,300}\ did\ not\ run\ successfully\.)", language="python",
         after=r"\s{0,80}│\ exit\ code|\s{0,80}╰─>\ \["),
    rule("pip, wrapper", "subprocess-exited-with-error",
         r"(?:error:\ )?subprocess-exited-with-error\s*\Z", silent=True),
    # What click's and typer's commands say in a box, and the interpreter of what it should run.
    rule("typer", "─ Error ─", r"╭─\ Error\ ─{2,300}╮?(?P<message>)\s*\Z", language="python",
         more=r"(?![╰─])\S", after=r"╰─"),
    rule("python", ("python", "Python"),
         r"(?:\S{0,300}[\\/])?[Pp]ython[\d.]{0,5}(?:\.exe)?:\ (?P<message>can't\ open\ file\ .*"
         r"|No\ module\ named\ \S.*|Error\ while\ finding\ module\ .*)", language="python"),
    # E: Unable to locate package x
    rule("apt", "E: ", r"E:\ (?P<message>[A-Z].*)", language="apt"),
    rule("dpkg", "dpkg",
         r"dpkg(?:-\w{1,20})?:\ (?:unrecoverable\ fatal\ )?(?:error:\ )?(?P<message>(?<=error:\ )\S.*"
         r"|error\ \S.*)", language="apt",
         more=r"\s{1,8}\S"),
    rule("apk", "unable to select packages",
         r"(?:ERROR:\ )?(?P<message>unable\ to\ select\ packages:)\s*\Z", language="apk", more=r"\s{2,8}\S"),
    # What a push or a merge says besides `error: ` and `fatal: `
    rule("git, rejected", "! [",
         r"!\ (?P<message>\[(?:remote\ )?rejected\]\s{1,20}\S.*)", language="git"),
    rule("git, conflict", "CONFLICT (", r"(?P<message>CONFLICT\ \([\w/\ ]{1,40}\):\ .*)", language="git"),
    rule("go modules", "verifying ",
        r"(?P<message>verifying\ \S{1,300}:\ checksum\ mismatch)", language="go"),
)  # fmt: skip
