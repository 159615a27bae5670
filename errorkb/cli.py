"""The command line: ``errorkb COMMAND``. Each command is a Django management command of the same name, and
those that people wait for start without Django: what they import is most of their time."""

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from importlib import import_module

#: What `errorkb --help` lists, in the order in which a newcomer needs them.
COMMANDS = {
    "up": "start the database and the web server; fill an empty base",
    "ingest": "read dumps (JSON, text pages, archives) into the base",
    "scan": "read source code into a dump: every error that it raises",
    "lint": "check dumps: everything that an ingest would refuse or doubt",
    "batches": "follow, stop and resume ingests; list what they refused",
    "match": "explain a traceback: from a file or from standard input",
    "run": "run a command and, when it fails, explain why",
    "explain": "explain an error code or a class",
    "search": "find entries by words, class or code",
    "show": "print one entry",
    "mcp": "serve agents by the Model Context Protocol, over standard input and output",
    "export": "write the base as a static dataset: index, records, bulk file",
    "pull": "fetch a server's dataset, to have it offline",
    "token": "make, list and revoke the tokens of programs that write",
    "doctor": "what is where, what is wrong, and what to do",
    "completion": "let bash, zsh or fish complete what you type",
}
#: Commands that need no Django, and the module of each.
PLAIN = {
    "match": "errorkb.questions.match",
    "search": "errorkb.questions.search",
    "show": "errorkb.questions.show",
    "explain": "errorkb.questions.explain",
    "run": "errorkb.running.command",
    "mcp": "errorkb.mcp.stdio",
    "completion": "errorkb.completion",
}
_USAGE = """\
usage: errorkb COMMAND [OPTION…]

A knowledge base of software errors: paste a traceback, get the entry that explains it.

{commands}

errorkb COMMAND --help tells about one of them, with examples.
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
    sys.exit(_ended(arguments[0], arguments[1:]))


def usage() -> str:
    """The text of ``errorkb --help``."""
    width = max(map(len, COMMANDS)) + 2
    lines = (f"  {name:{width}}{text}" for name, text in COMMANDS.items())
    return _USAGE.format(commands="\n".join(lines))


def plain_parser(name: str) -> argparse.ArgumentParser:
    """The parser of a command that needs no Django."""
    from errorkb.examples import epilog  # noqa: PLC0415 - `errorkb --help` answers at once

    module = import_module(PLAIN[name])
    parser = argparse.ArgumentParser(
        prog=f"errorkb {name}", description=module.HELP, epilog=epilog(name), allow_abbrev=False,
        formatter_class=_Formatter,
    )  # fmt: skip
    module.add_arguments(parser)
    return parser


def parser_of(name: str) -> argparse.ArgumentParser:
    """The parser of any command, for those who tell of all. Loads Django where the command does."""
    if name in PLAIN:
        return plain_parser(name)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "errorkb.settings")
    import django  # noqa: PLC0415
    from django.core.management import get_commands, load_command_class  # noqa: PLC0415

    django.setup()
    return load_command_class(get_commands()[name], name).create_parser("errorkb", name)


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


def _ended(name: str, arguments: list[str]) -> int:
    try:
        status = _run_plain(name, arguments) if name in PLAIN else _run(name, arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of a pipe went away (`errorkb search … | head`): nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status


def _run_plain(name: str, arguments: list[str]) -> int:
    from errorkb.client import ClientError  # noqa: PLC0415

    options = vars(plain_parser(name).parse_args(arguments))
    try:
        status: int = import_module(PLAIN[name]).run(options)
    except ClientError as error:
        print(f"errorkb: {error}", file=sys.stderr)
        return 2
    return status


def _run(name: str, arguments: list[str]) -> int:
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
    return 0


class _Formatter(argparse.HelpFormatter):
    """Leaves the examples' lines as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if text.startswith("examples:"):
            return text
        return super()._fill_text(text, width, indent)
