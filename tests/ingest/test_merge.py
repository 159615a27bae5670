from itertools import permutations

import pytest

from ingest.merge import Standing, Verdict, decide, wins
from ingest.record import compute_id
from tests.ingest.sample import accepted

T1, T2 = "2026-08-14T21:57:28.298Z", "2026-08-14T21:57:28.299Z"


def standing(form="json", analyzed_at=T1, dataset_version=None, digest="5"):
    return Standing(form=form, analyzed_at=analyzed_at, dataset_version=dataset_version, digest=digest)


CASES = {
    # name: (the one that wins, the other)
    "JSON over a newer page": (standing(), standing("text", T2, T2, "9")),
    "a page over newer source": (standing("text"), standing("source", T2, T2, "9")),
    "JSON over newer source": (standing(), standing("source", T2, T2, "9")),
    "newer source": (standing("source", T2), standing("source", T1, digest="9")),
    "newer analysis": (standing(analyzed_at=T2), standing(dataset_version=T2, digest="9")),
    "an instant, not a text": (
        standing(analyzed_at="2026-08-14T21:57:28.298Z"),
        standing(analyzed_at="2026-08-14T21:57:28Z", digest="9"),
    ),
    "some dataset over none": (standing(dataset_version=T1), standing(digest="9")),
    "newer dataset": (standing(dataset_version=T2), standing(dataset_version=T1, digest="9")),
    "zones of datasets": (
        standing(dataset_version="2026-08-15T01:00:00+02:00"),
        standing(dataset_version="2026-08-14T22:59:59Z", digest="9"),
    ),
    "greater digest": (standing(digest="6"), standing(digest="5")),
    "newer page": (standing("text", T2), standing("text", T1)),
}


@pytest.mark.parametrize("name", CASES)
def test_wins(name):
    winner, loser = CASES[name]
    assert wins(winner, loser)
    assert not wins(loser, winner)
    assert not wins(winner, winner)


def test_any_order_gives_the_same_end():
    ends = set()
    for order in permutations(
        [standing("text", T2), standing(), standing(digest="6"), standing("source", T2)]
    ):
        best = order[0]
        for new in order[1:]:
            best = new if wins(new, best) else best
        ends.add(best)
    assert len(ends) == 1


def test_one_error():
    old, new = accepted(), accepted(analyzedAt=T2)
    assert decide(old, old) is Verdict.SAME
    assert decide(new, old) is Verdict.NEW
    assert decide(old, new) is Verdict.OLD
    assert decide(accepted("text", analyzedAt=T2), old) is Verdict.OLD


@pytest.mark.parametrize("changes", [{"repo": "acme/gadgets"}, {"errorMessage": "x"}, {"filePath": "y"}])
def test_two_errors_under_one_id(changes):
    right = accepted()
    wrong = accepted(id=right.record.id, analyzedAt=T2, **changes)
    assert decide(wrong, right) is Verdict.NEW_CONFLICTS
    assert decide(right, wrong) is Verdict.OLD_CONFLICTS


def test_a_page_whose_id_recomputes_stays_before_json():
    right = accepted("text")
    wrong = accepted(id=right.record.id, errorMessage="x")
    assert decide(wrong, right) is Verdict.NEW_CONFLICTS


def test_two_errors_and_no_id_recomputes():
    one = accepted(id="0" * 16)
    two = accepted(id="0" * 16, errorMessage="x", analyzedAt=T2)
    assert decide(two, one) is Verdict.OLD_CONFLICTS
    assert decide(one, two) is Verdict.NEW_CONFLICTS


def test_a_message_does_not_count_beside_a_code():
    id_ = compute_id("acme/widgets", "E1", "", "widgets/shelf.py")
    one = accepted(id=id_, errorCode="E1")
    two = accepted(id=id_, errorCode="E1", errorMessage="Reworded {x} today", analyzedAt=T2)
    assert decide(two, one) is Verdict.NEW


def test_other_ids_are_nothing_to_decide():
    with pytest.raises(ValueError, match="different ids"):
        decide(accepted(), accepted(errorMessage="x"))
