"""Evidence for and against an entry, and the order that comes of it."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from errorkb.matching.candidate import Candidate, named_in, short_name
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.rank import Verdict, judge, order

SITE = "/opt/venv/lib/python3.11/site-packages"
MESSAGE = "No such widget named 'bolt' on the shelf"


def event(message=MESSAGE, **changes):
    values = {
        "language": "python",
        "error_class": "WidgetError",
        "error_code": None,
        "message": message,
        "offsets": range(len(message)),
        "relation": None,
        "frames": (frame(f"{SITE}/widgets/shelf.py", 42),),
        "start": 0,
        "end": len(message),
    }
    return ErrorEvent(**(values | changes))


def frame(file, line=1, innermost=True):
    return Frame(file=file, line=line, function="f", innermost=innermost)


def candidate(**changes):
    values = {
        "id": "a" * 16,
        "error_code": None,
        "error_message": "No such widget named {name} on the shelf",
        "error_class": "WidgetError",
        "file_path": "src/widgets/shelf.py",
        "line_number": 40,
        "source_code_start": 30,
        "source_code_end": 45,
        "analyzed": datetime(2026, 8, 1, tzinfo=UTC).timestamp(),
    }
    return Candidate(**(values | changes))


def judged(*arguments: Any) -> Verdict:
    """The verdict where there must be one."""
    verdict = judge(*arguments)
    assert verdict is not None
    return verdict


NEWER = datetime(2026, 9, 1, tzinfo=UTC).timestamp()

ELSEWHERE = (frame("/app/views.py", 7),)
IN_PACKAGE = (
    frame(f"{SITE}/widgets/box.py", 7, innermost=False),
    frame("/app/views.py", 7),
)
FAR = (frame(f"{SITE}/widgets/shelf.py", 400),)
AT_A_LINE = Frame(file="src/main.rs", line=3, function=None, innermost=True)
FAR_IN_TAKE = Frame(file=f"{SITE}/widgets/shelf.py", line=400, function="take", innermost=True)

LONG = "There is no such widget on any of the shelves of the cellar"

#: Name, changes of the event, of the candidate; confidence (None: no match) and codes of reasons.
JUDGED = [
    ("all agrees", {}, {}, "confirmed", ["message-full", "class", "raise-site", "raise-line"]),
    ("far from the line", {"frames": FAR}, {}, "confirmed", ["message-full", "class", "raise-site"]),
    ("far from the line, few words", {"frames": FAR}, {"error_message": "No such widget {x}"}, "likely",
     ["message-full", "class", "raise-site"]),
    ("far from the line in the same function", {"frames": (FAR_IN_TAKE,)},
     {"error_message": "No such widget {x}", "named": named_in("def take(name):\n    raise Lost(name)")},
     "confirmed", ["message-full", "class", "raise-site", "function"]),
    ("the class's package", {"frames": (), "error_class": "widgets.shelf.WidgetError"}, {}, "likely",
     ["message-full", "class", "class-package"]),
    ("a repr of the text", {"message": f"['{MESSAGE}']", "frames": ()}, {}, "likely",
     ["message-full", "class"]),
    ("a text that fits anything", {"message": "lost in town"}, {"error_message": "{x} in {y}",
     "error_class": None}, None, []),
    ("quotes of another kind", {"message": MESSAGE.replace("'", "`", 1), "frames": ()},
     {"error_message": "No such widget named ‘{name}’ on the shelf"}, "likely", ["message-full", "class"]),
    ("an engine below the language", {"language": "javascript", "frames": (frame("/app/main.ts", 3),)},
     {"file_path": "src/engine/errors.cc"}, "likely", ["message-full", "class"]),
    ("a compiler's complaint", {"language": "rust", "frames": (AT_A_LINE,), "error_class": None},
     {"file_path": "compiler/errors.rs", "error_class": None}, "likely", ["message-full"]),
    ("a driver's name for an error", {"language": None, "frames": (), "error_class": "IntegrityError"},
     {"file_path": "src/backend/index.c", "error_class": "unique_violation"}, "likely", ["message-full"]),
    ("exactly these few words", {"message": "map at", "frames": ()}, {"error_message": "map at"}, "likely",
     ["message-full", "class"]),
    ("few words with a placeholder", {"message": "map at x", "frames": ()}, {"error_message": "map at {x}"},
     "possible", ["message-full", "class"]),
    ("a quoted placeholder", {"message": "failed to load 'x'", "frames": (), "error_class": None},
     {"error_message": "failed to load '{name}'"}, "likely", ["message-full"]),
    ("a part, another class, raised elsewhere", {"message": "Sorry: " + MESSAGE, "frames": ELSEWHERE,
     "error_class": "OtherError"}, {}, None, []),
    ("raised elsewhere", {"frames": ELSEWHERE}, {}, "possible", ["message-full", "class", "other-site"]),
    ("the package in the stack, few words", {"frames": IN_PACKAGE}, {"error_message": "No such widget {x}"},
     "likely", ["message-full", "class", "package"]),
    ("a checkout of the package in the stack", {"frames": (frame("/me/widgets/box.py"),)}, {}, "likely",
     ["message-full", "class", "package"]),
    ("the package in the stack", {"frames": IN_PACKAGE}, {}, "likely",
     ["message-full", "class", "package"]),
    ("no frames", {"frames": ()}, {}, "likely", ["message-full", "class"]),
    ("no frames and no class", {"frames": (), "error_class": None}, {}, "likely", ["message-full"]),
    ("fifteen letters do without frames", {"frames": ()}, {"error_message": "No such widget {rest}"},
     "likely", ["message-full", "class"]),
    ("short text, no frames and no class", {"frames": (), "error_class": None},
     {"error_message": "No such widget {rest}"}, "possible", ["message-full"]),
    ("compiled code shows its caller", {"frames": ELSEWHERE}, {"file_path": "src/widgets/fast.c"},
     "likely", ["message-full", "class"]),
    ("another class", {"error_class": "OtherError"}, {}, "possible",
     ["message-full", "class-differs", "raise-site", "raise-line"]),
    ("the entry has no class", {}, {"error_class": None}, "confirmed",
     ["message-full", "raise-site", "raise-line"]),
    ("the first line", {"message": MESSAGE + "\nand more"}, {}, "confirmed",
     ["message-line", "class", "raise-site", "raise-line"]),
    ("a part", {"message": "Sorry: " + MESSAGE, "frames": ()}, {}, "likely", ["message-part", "class"]),
    ("a short part", {"message": "Sorry: No such widget x", "frames": ()},
     {"error_message": "No such widget {rest}"}, "possible", ["message-part", "class"]),
    ("another message", {"message": "All is well"}, {}, None, []),
    ("no message, raised there", {"message": ""}, {}, "likely", ["class", "raise-site", "raise-line"]),
    ("no message, far from the line", {"message": "", "frames": FAR}, {}, "possible",
     ["class", "raise-site"]),
    ("no message, raised elsewhere", {"message": "", "frames": ELSEWHERE}, {}, None, []),
    ("no message, another class", {"message": "", "error_class": "OtherError"}, {}, None, []),
    ("a message that is all placeholder", {}, {"error_message": "{text}"}, "likely",
     ["class", "raise-site", "raise-line"]),
    ("the code alone", {"message": "?", "error_code": "e42", "frames": ()}, {"error_code": "E42"},
     "likely", ["code", "class"]),
    ("code and text", {"error_code": "E42"}, {"error_code": "E42"}, "confirmed",
     ["message-full", "code", "class", "raise-site", "raise-line"]),
    ("another code", {"error_code": "E41"}, {"error_code": "E42"}, "confirmed",
     ["message-full", "class", "raise-site", "raise-line"]),
    ("hardly any text of its own", {"message": "it: x"}, {"error_message": "it: {x}"}, "possible",
     ["message-full", "class", "raise-site", "raise-line"]),
]  # fmt: skip


def test_what_the_index_keeps_of_a_candidate_is_the_candidate():
    full = candidate(error_code="E1", named=("take", "größe"), error_message='a"b\n{x} \\ ü', form="source")
    bare = candidate(error_class=None, line_number=None, source_code_start=None, source_code_end=None)
    for one in (full, bare):
        assert Candidate.unpacked(one.id, one.packed()) == one


@pytest.mark.parametrize(
    ("name", "seen", "known", "confidence", "codes"), JUDGED, ids=[row[0] for row in JUDGED]
)
def test_a_verdict(name, seen, known, confidence, codes):
    verdict = judge(event(**seen), 0, candidate(**known))
    if confidence is None:
        assert verdict is None
        return
    assert verdict is not None
    assert [reason.code for reason in verdict.reasons] == codes
    assert verdict.confidence == confidence
    assert 0 < verdict.score <= 1


def test_a_verdict_tells_captures_and_place():
    verdict = judged(event("Sorry: " + MESSAGE), 3, candidate())
    assert verdict.captures == {"name": "'bolt'"}
    assert (verdict.event, verdict.start, verdict.end) == (3, 7, 7 + len(MESSAGE))
    assert verdict.match_type == "pattern"


def test_types_of_matches():
    assert judged(event(""), 0, candidate()).match_type == "class-frame"
    coded = judged(event("?", error_code="E42"), 0, candidate(error_code="E42"))
    assert coded.match_type == "exact-code"


def test_more_evidence_scores_more():
    least = judged(event("Sorry: " + MESSAGE, frames=ELSEWHERE), 0, candidate())
    scores = [
        judged(event(error_class="OtherError", frames=ELSEWHERE), 0, candidate()).score,
        least.score,
        judged(event(frames=ELSEWHERE), 0, candidate()).score,
        judged(event(frames=IN_PACKAGE), 0, candidate()).score,
        judged(event(frames=FAR), 0, candidate()).score,
        judged(event(), 0, candidate()).score,
    ]
    assert scores == sorted(scores)
    assert len(set(scores)) == len(scores)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("json.decoder.JSONDecodeError", "jsondecodeerror"),
        ("std::out_of_range", "out_of_range"),
        ("App\\Http\\NotFound", "notfound"),
        ("Outer$Inner", "inner"),
        ("ValueError", "valueerror"),
    ],
)
def test_short_names(name, short):
    assert short_name(name) == short


def identified(verdict, number, **changes):
    return replace(verdict, candidate=replace(verdict.candidate, id=str(number) * 16), **changes)


def test_the_order_of_verdicts():
    base = judged(event(), 0, candidate())
    events = [event(), event(relation="root"), event(relation="cause")]
    newer = replace(base.candidate, id="6" * 16, analyzed=NEWER)
    verdicts = [
        identified(base, 9, confidence="possible", score=1.0),
        identified(base, 8, confidence="likely", score=0.9),
        identified(base, 7, event=2, score=0.5),
        replace(base, candidate=newer, score=0.5),
        identified(base, 5, score=0.5),
        identified(base, 4, score=0.5),
        identified(base, 3, score=0.6),
        identified(base, 2, event=1, score=0.1),  # the root of a chain, before what wraps it
        identified(base, 1, confidence="likely", event=1, score=0.1),
    ]
    wanted = ["2", "3", "6", "4", "5", "7", "1", "8", "9"]
    assert [one.candidate.id[0] for one in order(verdicts, events)] == wanted
    assert [one.candidate.id[0] for one in order(reversed(verdicts), events)] == wanted


def test_of_equals_what_somebody_wrote_comes_before_what_was_scanned():
    base = judged(event(), 0, candidate())
    scanned = replace(base.candidate, id="1" * 16, form="source", analyzed=NEWER)
    ordered = order([replace(base, candidate=scanned), base], [event()])
    assert [one.candidate.form for one in ordered] == ["json", "source"]


def test_among_guesses_the_better_one_comes_before_the_root():
    base = judged(event(), 0, candidate())
    events = [event(), event(relation="root")]
    root = identified(base, 1, event=1, confidence="possible", score=0.2)
    wrapper = identified(base, 2, confidence="possible", score=0.5)
    assert [one.candidate.id[0] for one in order([root, wrapper], events)] == ["2", "1"]


def test_an_entry_has_one_row_its_best():
    base = judged(event(), 0, candidate())
    events = [event(), event()]
    worse = replace(base, event=1, score=0.2, confidence="possible")
    assert order([worse, base], events) == [base]
