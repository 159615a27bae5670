"""A search puts first what people want, better than the engine and Postgres as they come."""

import pytest
from django.core.management import call_command

from bench import relevance
from bench.yardsticks import PlainPostgres, PlainTantivy

pytestmark = pytest.mark.django_db


@pytest.fixture
def queries(shared):
    call_command("ingest", str(relevance.ROOT / "samples"), *map(str, relevance.shared()), quiet=True)
    found = relevance.judged(complete=False)
    assert len(found) > 80
    return found


def test_ours_is_above_plain_engines_on_both_halves(queries, tmp_path):
    plain, postgres = PlainTantivy(tmp_path), PlainPostgres()
    yardsticks = [lambda text: plain.find(text, 10), lambda text: postgres.find(text, 10)]
    for half in (False, True):
        asked = [query for query in queries if query.is_held_out is half]
        ours = relevance.quality(asked, relevance.ours)
        for yardstick in yardsticks:
            theirs = relevance.quality(asked, yardstick)
            assert (ours.ndcg, ours.hit) > (theirs.ndcg, theirs.hit)
            assert ours.hit > theirs.hit
        assert ours.ndcg > 0.95
        assert ours.hit > 0.9


@pytest.mark.parametrize(
    ("ids", "worth"),
    [(["a", "b"], 1.0), (["b", "a"], 0.797), (["a"], 0.826), (["x", "a"], 0.521), (["x"], 0.0), ([], 0.0)],
)
def test_the_measure_falls_with_the_place_of_what_is_wanted(ids, worth):
    assert relevance.ndcg(ids, {"a": 2, "b": 1}) == pytest.approx(worth, abs=0.001)


def test_a_query_for_which_the_base_has_nothing_is_an_error(db):
    with pytest.raises(LookupError, match="the base has no entry"):
        relevance.judged(complete=True)
