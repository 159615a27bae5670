"""The base of errorkb's own commands: their help shows their own options only, and errors are one line."""

import argparse
from types import ModuleType
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser, DjangoHelpFormatter

from errorkb.client import ClientError
from errorkb.examples import epilog

#: The exit status of wrong use and of a command that could not do anything.
FAILED = 2


class Failure(CommandError):
    """Ends a command with one line on standard error and exit status 2."""

    def __init__(self, text: str) -> None:
        super().__init__(text, returncode=FAILED)


class _Formatter(DjangoHelpFormatter):
    """Leaves the examples' lines as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if text.startswith("examples:"):
            return text
        return super()._fill_text(text, width, indent)


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
        kwargs.setdefault("formatter_class", _Formatter)
        kwargs.setdefault("epilog", epilog(subcommand))
        # Without this argparse would also take any unambiguous start of a hidden option.
        return super().create_parser("errorkb", subcommand, allow_abbrev=False, **kwargs)


class Plain(Command):
    """Django's form of a command that needs none: ``module`` has HELP, add_arguments and run."""

    needs_database = False
    module: ModuleType

    def __init_subclass__(cls) -> None:
        cls.help = cls.module.HELP

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        self.module.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            status = self.module.run(options)
        except ClientError as error:
            raise Failure(str(error)) from None
        if status:
            raise CommandError("", returncode=status)
