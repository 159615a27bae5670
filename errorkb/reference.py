"""``make docs``: the page of all commands, docs/commands.md, made from what their ``--help`` says."""

import argparse
import sys
from collections.abc import Iterator

from errorkb import cli
from errorkb.examples import EXAMPLES, SHOWN

_OPENING = """\
# Commands

What `errorkb COMMAND --help` tells, on one page. It is made by `make docs`; a test holds it to the program.
"""


def page() -> str:
    """The page, in Markdown."""
    parts = [
        _OPENING,
        "\n".join(f"- [`{name}`](#errorkb-{name}): {told}" for name, told in cli.COMMANDS.items()),
    ]
    parts += ["\n\n".join(_command(name, cli.parser_of(name))) for name in cli.COMMANDS]
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def _command(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    actions = [
        action for action in parser._actions if action.help != argparse.SUPPRESS and action.dest != "help"
    ]
    words = [_synopsis(action) for action in actions if not action.option_strings]
    yield f"## errorkb {name}"
    yield _plain(parser.description or "")
    yield f"    errorkb {' '.join([name, '[OPTION…]', *words])}"
    yield "\n".join(f"- `{_called(action)}`: {_told(parser, action)}" for action in actions)
    if name in EXAMPLES:
        lines = "\n".join(f"# {told}\n{line.format(**SHOWN)}" for line, told in EXAMPLES[name])
        yield f"```sh\n{lines}\n```"


def _synopsis(action: argparse.Action) -> str:
    name = _value(action)
    return {"?": f"[{name}]", "*": f"[{name}…]", "+": f"{name}…"}.get(str(action.nargs), name)


def _called(action: argparse.Action) -> str:
    """``-o FILE, --output FILE``; a word by itself where it is no option."""
    value = f" {_value(action)}" if action.nargs != 0 else ""
    return ", ".join(f"{name}{value}" for name in action.option_strings) or _value(action)


def _value(action: argparse.Action) -> str:
    if action.metavar:
        return str(action.metavar)
    return "|".join(map(str, action.choices)) if action.choices else action.dest.upper()


def _told(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    return _plain((action.help or "") % {**vars(action), "prog": parser.prog})


def _plain(text: str) -> str:
    """One line in which nothing is Markdown's own."""
    return " ".join(text.split()).replace("*", "\\*").replace("<", "\\<")


if __name__ == "__main__":
    sys.stdout.write(page())
