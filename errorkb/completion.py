"""``errorkb completion SHELL``: a completion script, made from the parsers of all commands.

Needs Django only to make them: the script itself is text that a shell reads at its start.
"""

import argparse
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from errorkb import cli

HELP = "Print a completion script for a shell: commands, options, choices and files. Exit status: 0."
SHELLS = ("bash", "zsh", "fish")


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """An option of a command. names: as they are typed. takes_value, choices: what may follow it."""

    names: tuple[str, ...]
    told: str
    takes_value: bool
    choices: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Shape:
    """A command. choices: of its words, where they are none but these."""

    name: str
    told: str
    options: tuple[Option, ...]
    choices: tuple[str, ...]


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell that reads it")


def run(options: Mapping[str, Any]) -> int:
    sys.stdout.write({"bash": bash, "zsh": zsh, "fish": fish}[options["shell"]](shapes()))
    return 0


def shapes() -> list[Shape]:
    """All commands, from their parsers."""
    return [_shape(name, told, cli.parser_of(name)) for name, told in cli.COMMANDS.items()]


def bash(commands: list[Shape]) -> str:
    """For bash 3.2 and later, without bash-completion."""
    cases = []
    for command in commands:
        values = "".join(
            f"        {'|'.join(option.names)})\n"
            f'          COMPREPLY=($(compgen {_bash_values(option)} -- "$word")); return ;;\n'
            for option in command.options if option.takes_value
        )  # fmt: skip
        words = " ".join(name for option in command.options for name in option.names)
        cases.append(
            f'    {command.name})\n      case "$before" in\n{values}        *) ;;\n      esac\n'
            f'      options="{words}"; choices="{" ".join(command.choices)}" ;;\n'
        )
    return f"""\
_errorkb() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before= options= choices=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{" ".join(one.name for one in commands)} --help --version" -- "$word"))
    return
  fi
  before=${{COMP_WORDS[COMP_CWORD-1]}}
  case "${{COMP_WORDS[1]}}" in
{"".join(cases)}    *) return ;;
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) if [ -n "$choices" ]; then COMPREPLY=($(compgen -W "$choices" -- "$word"))
       else COMPREPLY=($(compgen -f -- "$word")); fi ;;
  esac
}}
complete -o filenames -F _errorkb errorkb
"""


def zsh(commands: list[Shape]) -> str:
    """For zsh's own completion system."""
    names = "".join(f"    {_quoted(f'{one.name}:{one.told}')}\n" for one in commands)
    cases = []
    for command in commands:
        specs = [spec for option in command.options for spec in _zsh_specs(option)]
        rest = f"({' '.join(command.choices)})" if command.choices else "_files"
        specs.append(_quoted(f"*:argument:{rest}"))
        cases.append(f"    {command.name}) _arguments {' '.join(specs)} ;;\n")
    return f"""\
#compdef errorkb
_errorkb() {{
  local -a commands
  commands=(
{names}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
{"".join(cases)}  esac
}}
if [ "$funcstack[1]" = _errorkb ]; then _errorkb "$@"; else compdef _errorkb errorkb; fi
"""


def fish(commands: list[Shape]) -> str:
    """For fish 3 and later."""
    lines = ["complete -c errorkb -n __fish_use_subcommand -f"]
    lines += (
        f"complete -c errorkb -n __fish_use_subcommand -a {command.name} -d {_fish(command.told)}"
        for command in commands
    )
    for command in commands:
        only = f"complete -c errorkb -n '__fish_seen_subcommand_from {command.name}'"
        for option in command.options:
            words = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
            value = f" -x -a {_fish(' '.join(option.choices))}" if option.choices else " -r"
            lines.append(f"{only} {' '.join(words)}{value * option.takes_value} -d {_fish(option.told)}")
        if command.choices:
            lines.append(f"{only} -f -a {_fish(' '.join(command.choices))}")
    return "\n".join(lines) + "\n"


def _shape(name: str, told: str, parser: argparse.ArgumentParser) -> Shape:
    options: list[Option] = []
    choices: list[str] = []
    for action in parser._actions:
        if action.help == argparse.SUPPRESS:
            continue
        allowed = () if isinstance(action.choices, range) else tuple(map(str, action.choices or ()))
        if not action.option_strings:
            choices += allowed
            continue
        option = Option(
            names=tuple(action.option_strings),
            told=_line(parser, action),
            takes_value=action.nargs != 0,
            choices=allowed,
        )
        options.append(option)
    return Shape(name=name, told=told, options=tuple(options), choices=tuple(choices))


def _line(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """The help's first words: a menu has one short line for each."""
    words = (action.help or "").replace("%(prog)s", parser.prog).split()
    line = " ".join(words).partition(";")[0].partition(" (")[0].rstrip(":,. ")
    return line[:70]


def _bash_values(option: Option) -> str:
    return f'-W "{" ".join(option.choices)}"' if option.choices else "-f"


def _zsh_specs(option: Option) -> list[str]:
    # Brackets and colons end a part of the specification.
    told = option.told.translate({ord("["): "(", ord("]"): ")", ord(":"): " "})
    value = f":value:({' '.join(option.choices)})" if option.choices else ":value:_files"
    return [_quoted(f"{name}[{told}]{value * option.takes_value}") for name in option.names]


def _quoted(text: str) -> str:
    """In the single quotes of bash and zsh."""
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
