"""The command line: ``errorkb COMMAND``. Each command is a Django management command of the same name."""

import contextlib
import os
import sys
from collections.abc import Sequence

#: What `errorkb --help` lists, in the order in which a newcomer needs them.
COMMANDS = {
    "up": "start the database and the web server; fill an empty base",
    "ingest": "read dumps (JSON, text pages, archives) into the base",
    "scan": "read source code into a dump: every error that it raises",
    "batches": "follow, stop and resume ingests; list what they refused",
    "match": "explain a traceback: from a file or from standard input",
    "token": "make, list and revoke the tokens of programs that write",
    "search": "find entries by words, class or code",
    "show": "print one entry",
}
_USAGE = """\
usage: errorkb COMMAND [OPTION…]

A knowledge base of software errors: paste a traceback, get the entry that explains it.

{commands}

errorkb COMMAND --help tells about one of them.
Everything lives under ERRORKB_HOME; DATABASE_URL names a Postgres of your own.
"""


def main(argv: Sequence[str] | None = None) -> None:
    """Runs one command and ends the process with its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(usage(), end="")
        return
    if arguments[0] == "--version":
        from importlib.metadata import version  # noqa: PLC0415 - most commands do without

        print(f"errorkb {version('errorkb')}")
        return
    if arguments[0] not in COMMANDS:
        print(f"errorkb: no command {arguments[0]!r}; see errorkb --help", file=sys.stderr)
        sys.exit(2)
    sys.exit(_run(arguments[0], arguments[1:]))


def usage() -> str:
    """The text of ``errorkb --help``."""
    lines = (f"  {name:9}{text}" for name, text in COMMANDS.items())
    return _USAGE.format(commands="\n".join(lines))


def manage(argv: Sequence[str]) -> None:
    """``manage.py``: any Django command, with the embedded server running where one is used."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "errorkb.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    from errorkb import embedded  # noqa: PLC0415

    offline = {"help", "--help", "check", "makemigrations", "collectstatic", "version"}
    if os.environ.get("DATABASE_URL") or len(argv) < 2 or argv[1] in offline:
        execute_from_command_line(list(argv))
        return
    with embedded.server().used():
        execute_from_command_line(list(argv))


def _run(name: str, arguments: list[str]) -> int:
    # Django is imported late: `errorkb --help` answers at once.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "errorkb.settings")
    import django  # noqa: PLC0415
    from django.core.management import get_commands, load_command_class  # noqa: PLC0415
    from django.core.management.base import CommandError  # noqa: PLC0415

    django.setup()
    from errorkb import database  # noqa: PLC0415

    command = load_command_class(get_commands()[name], name)
    # Wrong use then prints the usage and ends with 2, as it does for Django's own commands.
    vars(command)["_called_from_command_line"] = True
    options = vars(command.create_parser("errorkb", name).parse_args(arguments))
    try:
        with database.ready() if getattr(command, "needs_database", True) else contextlib.nullcontext():
            command.execute(*options.pop("args", ()), **options)
    except (CommandError, database.DatabaseError) as error:
        if str(error):
            print(f"errorkb: {error}", file=sys.stderr)
        return getattr(error, "returncode", 2)
    except BrokenPipeError:
        # The reader of a pipe went away (`errorkb search … | head`): nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return 0
