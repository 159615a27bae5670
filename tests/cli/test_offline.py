"""Questions to a pulled pack: the same answers as the base's, without the base."""

import json

import pytest

from errorkb.exports.placing import check_replaceable
from tests.cli.base import PROGRAM, RECORDS, TRACEBACK, errorkb
from tests.up.process import processes_of

WIDGET, ENOENT, RUSTY = RECORDS


@pytest.fixture(scope="module")
def away(server, tmp_path_factory):
    """A home that has nothing but a pack."""
    folder = tmp_path_factory.mktemp("away") / "home"
    done = errorkb(folder, "pull", server)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def pack(away):
    [folder] = [path for path in (away / "packs").iterdir() if not path.name.startswith(".")]
    return folder


@pytest.mark.parametrize(
    "words",
    [
        ("match",),
        ("match", "--format", "markdown"),
        ("match", "--format", "sarif"),
        ("match", "--repo", "no/such"),
        ("search", "widget"),
        ("search", "rusty", "widget"),
        ("search", "class:WidgetError", "shelf"),
        ("search", "--repo", "acme/widgets", "widget"),
        ("search", "ENOENT"),
        ("search", "plugh"),
        ("show", WIDGET["id"]),
        ("show", WIDGET["id"], "--json"),
        ("show", "0" * 16),
        ("explain", "ENOENT"),
        ("explain", "WidgetError"),
        ("explain", "nothing"),
    ],
    ids=" ".join,
)
def test_a_pack_answers_as_its_base_does(home, away, words):
    here = errorkb(home, *words, text=TRACEBACK)
    there = errorkb(away, *words, "--offline", text=TRACEBACK)
    assert (there.returncode, there.stderr) == (here.returncode, here.stderr)
    assert there.stdout == here.stdout


def test_match_as_json_differs_in_the_time_only(home, away):
    answers = [
        json.loads(errorkb(folder, "match", "--json", *more, text=TRACEBACK).stdout)
        for folder, more in ((home, ()), (away, ("--offline",)))
    ]
    for answer in answers:
        assert answer["stats"].pop("tookMs") > 0
        answer.pop("datasetVersion")  # a base's is of its last dump, a pack's of its export
    assert answers[0] == answers[1]


def test_a_named_pack_needs_no_home(pack, tmp_path):
    done = errorkb(tmp_path / "none", "match", "--pack", str(pack), text=TRACEBACK)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("confirmed  No widget named")
    assert not (tmp_path / "none").exists()


def test_nothing_runs_and_the_pack_can_be_replaced(away, pack):
    assert errorkb(away, "match", "--offline", text=TRACEBACK).returncode == 0
    assert processes_of(away) == []
    check_replaceable(pack)


def test_a_command_that_fails_is_explained(away, tmp_path):
    (tmp_path / "app.py").write_text(PROGRAM)
    done = errorkb(away, "run", "--offline", "--", "python3", str(tmp_path / "app.py"))
    assert done.returncode == 1
    assert "List the shelf before you ask for `gear`." in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("match", "--offline"), "there is no pack in {home}/packs: errorkb pull URL fetches one"),
        (("match", "--pack", "{home}/x"), "{home}/x has no pack (No such file or directory): errorkb pull"),
        (("search", "--offline", " "), "there is nothing to search for"),
        (("match", "--pack", ""), "there is no pack in {home}/packs"),
    ],
)
def test_what_cannot_be_asked_is_2_and_one_line(tmp_path, words, said):
    place = tmp_path / "home"
    done = errorkb(place, *(word.format(home=place) for word in words), text="x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"errorkb: {said.format(home=place)}")
    assert done.stderr.count("\n") == 1


def test_of_several_packs_one_must_be_named(pack, tmp_path):
    for name in ("one", "two"):
        (tmp_path / "packs" / name).mkdir(parents=True)
        (tmp_path / "packs" / name / "manifest.json").write_text("{}")
    done = errorkb(tmp_path, "match", "--offline", text=TRACEBACK)
    assert done.returncode == 2
    assert f"there are 2 packs in {tmp_path}/packs (one, two): name one with --pack DIR" in done.stderr


def test_a_server_and_a_pack_at_once_are_wrong_use(pack):
    done = errorkb(pack, "match", "--offline", "--server", "http://127.0.0.1:1", text="x")
    assert done.returncode == 2
    assert "not allowed with argument" in done.stderr
