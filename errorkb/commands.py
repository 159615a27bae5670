"""The base of errorkb's own commands: their help shows their own options only, and errors are one line."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

#: The exit status of wrong use and of a command that could not do anything.
FAILED = 2


class Failure(CommandError):
    """Ends a command with one line on standard error and exit status 2."""

    def __init__(self, text: str) -> None:
        super().__init__(text, returncode=FAILED)


class Command(BaseCommand):
    """A command that people type. With ``needs_database`` the command line has Postgres running and
    migrated before it starts."""

    needs_database = True
    requires_system_checks: list[str] = []
    suppressed_base_arguments = {
        "--version", "--verbosity", "--settings", "--pythonpath", "--traceback", "--no-color",
        "--force-color", "--skip-checks",
    }  # fmt: skip

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        # Without this argparse would also take any unambiguous start of a hidden option.
        return super().create_parser("errorkb", subcommand, allow_abbrev=False, **kwargs)
