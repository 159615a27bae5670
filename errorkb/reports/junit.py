"""JUnit XML, in the form that CI systems read: each error of the text is a test case that failed."""

from xml.sax.saxutils import escape, quoteattr

from errorkb.reports.checkout import checkout, place_of
from errorkb.reports.summary import lines_of
from errorkb.reports.told import Event, Match, Told
from errorkb.wording import plain, shortened


def match(told: Told) -> str:
    """One suite with a case for each error, whether it is explained or not."""
    count, name = len(told.events), told.source if told.source != "-" else "standard input"
    totals = f'tests="{count}" failures="{count}" errors="0" skipped="0" time="{told.seconds:.3f}"'
    cases = [_case(event, told.best_of(number)) for number, event in enumerate(told.events)]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="errorkb" {totals}>\n'
        f"<testsuite name={_attribute(name)} {totals}>\n"
        f"{''.join(cases)}</testsuite>\n</testsuites>\n"
    )


def _case(event: Event, found: Match | None) -> str:
    place = place_of(event, checkout())
    at = f" file={_attribute(place.file)}" if place else ""
    if place and place.line:
        at += f' line="{place.line}"'
    title = shortened(event.title, 200)
    told = lines_of(found) if found else ["No entry explains this."]
    body = "\n".join([event.title, f"line {event.start_line} of the text", *told])
    text, kind = escape(_storable(body)), event.error_class or event.error_code or "error"
    return (
        f'<testcase classname={_attribute(kind)} name={_attribute(title)}{at} time="0">\n'
        f"<failure message={_attribute(told[0])} type={_attribute(kind)}>{text}</failure>\n"
        "</testcase>\n"
    )


def _attribute(text: str) -> str:
    return quoteattr(_storable(" ".join(text.split())))


def _storable(text: str) -> str:
    """XML 1.0 has no place for U+FFFE and U+FFFF, nor for what ``plain`` replaces."""
    return plain(text).replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
