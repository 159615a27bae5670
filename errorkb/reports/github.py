"""Annotations of a GitHub Actions run: workflow commands on standard output.

Grammar (GitHub's "Workflow commands"): ``::LEVEL name=value,name=value::MESSAGE`` on one line. In a message
``%``, CR and LF are written ``%25``, ``%0D``, ``%0A``; in a value also ``:`` and ``,`` as ``%3A``, ``%2C``.
"""

from collections.abc import Mapping

from errorkb.reports.checkout import checkout, place_of
from errorkb.reports.summary import explained, level_of, lines_of
from errorkb.reports.told import Told
from errorkb.wording import plain, shortened

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def match(told: Told) -> str:
    """One annotation for each error that is explained, at its line where that is the checkout's."""
    root = checkout()
    lines = []
    for number, found in explained(told):
        place = place_of(told.events[number], root)
        properties = {"title": shortened(found.title.replace("\n", " "), 120)}
        if place is not None:
            properties = {
                "file": place.file,
                **({"line": str(place.line)} if place.line else {}),
                **properties,
            }
        text = "\n".join([told.events[number].title, *lines_of(found)])
        lines.append(annotation(_COMMANDS[level_of(found)], properties, text))
    return "".join(lines)


def annotation(command: str, properties: Mapping[str, str], text: str) -> str:
    """One workflow command with its line's end. command: error, warning or notice."""
    values = ",".join(f"{name}={_property(plain(value))}" for name, value in properties.items())
    return f"::{command} {values}::{_data(plain(text))}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
