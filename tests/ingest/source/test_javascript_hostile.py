"""JavaScript that nobody writes: it must cost little and break nothing."""

import pytest

from ingest.readers.source_tree.template import template_of
from tests.ingest.source.test_javascript import sites

DEEP = 10_000
HOSTILE = {
    "empty": "",
    "no JavaScript": "<?php throw new Error('a' . ",
    "cut": "function f() { throw new Error(`a ${b",
    "parentheses": f"throw new Error({'(' * DEEP}'a'{')' * DEEP})",
    "concatenation": f"throw new Error({'a + ' * DEEP}'a')",
    "calls": f"throw new Error({'format(' * DEEP}'a'{')' * DEEP})",
    "blocks": f"{'if (a) {' * DEEP}throw new Error('a'){'}' * DEEP}",
    "templates": f"throw new Error({'`${' * 2000}a{'}`' * 2000})",
    "constructions": f"throw {'new AError(' * 2000}1{')' * 2000}",
    "names that double": "function f(a) { const v0 = a + 'x';"
    + "".join(f"const v{n + 1} = v{n} + v{n};" for n in range(50))
    + "throw new Error(v50) }",
    "a function of itself": "const f = (a) => 'x' + f(a); throw new Error(f(1))",
    "classes of each other": "class AError extends BError {} class BError extends AError {}\n"
    "throw new AError('a')",
    "surrogate": "throw new Error('a\udc80')",
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_hostile_source(source: str) -> None:
    for site in sites(source):
        assert len(template_of(site.message)) < 100_000
