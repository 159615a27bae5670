"""The environment of the pages' templates. A template displays its one variable, ``page``; ``head``, where
there is one, is for machines.

Filters take hostile text: everything is escaped, and their expressions need linear time.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import jinja2
from django.templatetags.static import static
from markupsafe import Markup, escape

from errorkb.web.filling import BACKTICKED, NOTHING, fill_message, fill_prose
from errorkb.web.pages import Filling

#: A doubled brace or percent sign, which is none, or a placeholder: {x} ${x} #{x} %s %(x)s %-5.2f.
_PLACEHOLDER = re.compile(
    r"\{\{|\}\}|%%"
    r"|(?P<hole>[$#]?\{[^{}\n]{0,200}\}"
    r"|%(?:\([^()\n]{1,200}\)|[0-9]{1,3}\$)?[#0+-]{0,5}(?:[0-9]{1,5}|\*)?(?:\.(?:[0-9]{1,5}|\*))?"
    r"(?:hh|h|ll|l|L|q|j|z|t)?[diouxXeEfFgGcrsaApv@])"
)
Show = Callable[[str], Markup]
_BLANK_LINES = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+")


def environment(**options: Any) -> jinja2.Environment:
    """What ``django.template.backends.jinja2`` calls. A name that is not there is an error."""
    options |= {
        "undefined": jinja2.StrictUndefined,
        "autoescape": True,
        "trim_blocks": True,
        "lstrip_blocks": True,
    }
    templates = jinja2.Environment(**options)  # noqa: S701 - autoescape is on, two lines up
    templates.globals["static"] = static
    templates.filters |= {
        "count": count,
        "inline": inline,
        "placeholders": placeholders,
        "prose": prose,
        "size": size,
    }
    return templates


def count(number: int) -> str:
    """1234567 as 1,234,567."""
    return f"{number:,}"


def size(number: float) -> str:
    """Bytes, as 1.5 MiB."""
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if number < 1024:
            return f"{number:,.0f} {unit}" if unit == "bytes" else f"{number:.1f} {unit}"
        number /= 1024
    return f"{number:,.1f} TiB"


def inline(text: str, filling: Filling = NOTHING, show: Show = escape) -> Markup:
    """Text of one paragraph; what stands in back-ticks becomes code. ``show`` makes HTML of what is plain."""
    return fill_prose(text, filling, partial(_inline, show=show))


def _inline(text: str, show: Show = escape) -> Markup:
    return _marked(BACKTICKED, text, 2, Markup("<code>{}</code>"), show)


def prose(text: str, filling: Filling = NOTHING) -> Markup:
    """Paragraphs, split at blank lines."""
    return fill_prose(text, filling, _prose)


def _prose(text: str) -> Markup:
    paragraphs = _BLANK_LINES.split("\n".join(text.splitlines()).strip())
    return Markup("\n").join(
        Markup("<p>{}</p>").format(_inline(paragraph)) for paragraph in paragraphs if paragraph
    )


def placeholders(template: str, filling: Filling = NOTHING, show: Show = escape) -> Markup:
    """An error message as its source has it, its holes marked; with values, as the paste has it.
    ``show`` makes HTML of what is plain."""
    hole = Markup("<var>{}</var>")
    if filling.values:
        return fill_message(template, filling, hole)
    return _marked(_PLACEHOLDER, template, "hole", hole, show)


def _marked(what: re.Pattern[str], text: str, group: int | str, html: Markup, show: Show) -> Markup:
    """The text as it is shown, with each match's group put into ``html`` instead of the match."""
    parts: list[Markup] = []
    end = 0
    for found in what.finditer(text):
        if found[group] is None:
            continue
        parts += [show(text[end : found.start()]), html.format(show(found[group]))]
        end = found.end()
    return Markup().join([*parts, show(text[end:])])
