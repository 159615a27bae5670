"""A prefix of each kind is taken off, and the line's own indentation stays."""

import pytest

from errorkb.matching.clean import clean
from errorkb.matching.prefixes import PREFIXES
from tests.matching.cleaning.prefix_lines import PREFIXED
from tests.matching.test_clean import LINES


@pytest.mark.parametrize(("name", "pasted", "cleaned"), PREFIXED, ids=[row[0] for row in PREFIXED])
def test_a_prefix(name, pasted, cleaned):
    assert [line.text for line in clean(pasted)] == [cleaned]


def test_every_prefix_is_in_a_table():
    found: set[str] = set()
    for _, pasted, _ in (*LINES, *PREFIXED):
        for line in clean(pasted):
            found.update(kind.rpartition(" ")[0] if " " in kind else kind for kind in line.prefix)
    named = {prefix.name for prefix in PREFIXES}
    assert {name for name in named if not any(kind.startswith(name) for kind in found)} == set()


def test_levels_are_told_alike():
    texts = ("[10:00:00 ERR] bad", "2026-11-30 10:00:00 [error    ] bad", '{"level":"error","msg":"bad"}')
    assert [clean(text)[0].level for text in texts] == ["ERROR", "ERROR", "ERROR"]
