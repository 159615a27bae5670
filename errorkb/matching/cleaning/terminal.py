"""What terminals print beside text: escapes, overwritten characters, steps of stairs."""

import re
from dataclasses import replace
from itertools import pairwise

from errorkb.matching.cleaning.line import Line

# An escape character as `cat -v`, source code, JSON and fonts without it show it.
_SHOWN = r"(?: \^\[ | \\x1[bB] | \\u001[bB] | \\033 | \\e | [\u241b\u2190\ufffd] )"
#: ESC [ … letter (colours, cursor), ESC ] … BEL or ST (titles, links), other strings, short escapes; then
#: what else is never seen.
INVISIBLE = re.compile(
    rf"""
      \x1b \[ [0-?]{{0,40}} [ -/]{{0,4}} [@-~]
    | {_SHOWN} \[ (?: [\d;:?]{{1,40}} [A-HJKSTfhlmnsu] | [mK] )
    | (?:\x1b|\^\[) \] [^\x07\x1b^]{{0,2000}} (?: \x07 | \x1b\\ | \^G | \^\[\\ )
    | \x1b [_P^X] [^\x07\x1b]{{0,2000}} (?: \x07 | \x1b\\ )
    | \x1b (?: [()] [0AB] | [@-Z\\^_c=>78] )
    | \^M \Z
    | [\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a-\u202e\u00ad]
    | [\x00-\x07\x0b\x0e-\x1f\x7f]
    """,
    re.VERBOSE,
)
_CONTROLS = tuple(map(chr, (*range(8), 11, *range(14, 32), 127)))
_UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff\u241b\u2190\ufffd]")
_SHOWN_MARKS = {"^": ("[", "M"), "\\": ("x1b", "x1B", "u001", "033", "e[")}
#: Colours that lost their escape character. Only a text that ends one of them has them.
BARE_COLOUR = re.compile(r"\[[0-9]{1,2}(?:;[0-9]{1,3}){0,4}m(?!\])")
#: Blanks that are no space, and halves of surrogate pairs, which no encoder takes.
ODD = re.compile(r"[\u00a0\u202f\u2007\u2002\u2003\u2009\u3000\ud800-\udfff]")
_NOTHING = " \r\u00a0│┃║▌▏|"
#: A step of stairs is at least so far to the right, and not more than a message's own indentation more.
_STEP, _DEEPER = 10, 16


def drop_overwritten(lines: list[Line]) -> list[Line]:
    """What a carriage return let the terminal overwrite, as progress bars do."""
    return [_drop_overwritten(line) if "\r" in line.text else line for line in lines]


def _drop_overwritten(line: Line) -> Line:
    end = len(line.text.rstrip("\r"))
    at = line.text.rfind("\r", 0, end)
    # What is written over with blanks and the edge of a box is a line that ended there.
    while at >= 0 and not line.text[at:end].strip(_NOTHING):
        end = at
        at = line.text.rfind("\r", 0, end)
    return line.cut(at + 1 if at >= 0 else 0, end)


def drop_overstruck(lines: list[Line]) -> list[Line]:
    """What a backspace went back over, as spinners and manual pages do."""
    return [_drop_overstruck(line) if "\b" in line.text else line for line in lines]


def _drop_overstruck(line: Line) -> Line:
    kept: list[int] = []
    for place, character in enumerate(line.text):
        if character != "\b":
            kept.append(place)
        elif kept:
            kept.pop()
    return line.keeping(kept)


def has_invisible(text: str) -> bool:
    """A quick look for what ``INVISIBLE`` finds; it may be wrong when it says yes."""
    if any(control in text for control in _CONTROLS):
        return True
    if any(_stands_before(first, rests, text) for first, rests in _SHOWN_MARKS.items()):
        return True
    return not text.isascii() and _UNSEEN.search(text) is not None


def _stands_before(first: str, rests: tuple[str, ...], text: str) -> bool:
    """Whether one of the rests follows the character: it is rare, and found faster than each of them."""
    at = text.find(first)
    while at >= 0:
        if text.startswith(rests, at + 1):
            return True
        at = text.find(first, at + 1)
    return False


def drop_invisible(lines: list[Line]) -> list[Line]:
    """Escapes and other characters that are not seen."""
    return [line.without(INVISIBLE) for line in lines]


def has_bare_colours(text: str) -> bool:
    """Whether a colour that ends others has lost its escape character."""
    return "[0m" in text or "[39m" in text


def drop_bare_colours(lines: list[Line]) -> list[Line]:
    """Colour codes without the escape character before them."""
    return [line.without(BARE_COLOUR) if "m" in line.text else line for line in lines]


def has_odd(text: str) -> bool:
    """Whether there is anything to make plain."""
    return not text.isascii() and ODD.search(text) is not None


def make_plain(lines: list[Line]) -> list[Line]:
    """Odd blanks as spaces and what cannot be encoded as a replacement character."""
    return [_plain(line) if ODD.search(line.text) else line for line in lines]


def _plain(line: Line) -> Line:
    return replace(
        line, text=ODD.sub(lambda hit: "\ufffd" if "\ud800" <= hit[0] <= "\udfff" else " ", line.text)
    )


def has_stairs(text: str) -> bool:
    """Whether a line starts far to the right."""
    return f"\n{' ' * _STEP}" in text


def straighten_stairs(lines: list[Line]) -> list[Line]:
    """Lines that each start where the last one ended: the terminal saw no carriage returns.

    One such line may be a caret below the end of its source line; two on end are stairs.
    """
    steps = [_step(before.text, line.text) for before, line in pairwise(lines)]
    straight = lines[:1]
    for number, (line, step) in enumerate(zip(lines[1:], steps, strict=True)):
        near = (number and steps[number - 1]) or (number + 1 < len(steps) and steps[number + 1])
        straight.append(line.cut(step) if step and near else line)
    return straight


def _step(before: str, text: str) -> int:
    """How far the line was moved to the right, 0 where it was not."""
    width = len(before.rstrip())
    indent = len(text) - len(text.lstrip(" "))
    return width if width >= _STEP and width <= indent <= width + _DEEPER and text.strip() else 0
