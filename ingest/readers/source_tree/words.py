"""Conditions of code in plain words. What does not read simply is quoted as the source has it."""

import re
from collections.abc import Iterator, Sequence

from ingest.readers.source_tree.site import Guard, Manner

#: A longer piece of source is cut, in characters.
MAX_CODE = 200
#: Of a longer chain of guards the innermost are told.
MAX_GUARDS = 6
#: A condition of more pieces is quoted as a whole.
MAX_PIECES = 8

#: How a sentence about the place begins, by manner: with a condition, and without one.
_OPENINGS: dict[Manner, str] = {
    "raises": "Raised",
    "returns": "Returned",
    "panics": "The panic happens",
    "asserts": "The assertion fails",
    "warns": "The warning is given",
    "logs": "Logged",
    "exits": "The process ends",
    "reports": "Reported",
}

# A name or a path of names with short subscripts and empty calls: what reads as one thing.
_OPERAND = r"[\w$@.:\[\]'\"?!]{1,120}(?:\(\))?"
_NOTHING = r"(?P<nothing>None|null|nil|undefined)"
_NULL_TEST = re.compile(rf"(?P<what>{_OPERAND}) ?(?P<sign>===?|!==?|is not|is|\bis\b) ?{_NOTHING}")
_NIL_CALL = re.compile(r"(?P<what>[\w$@.]{1,120})\.nil\?")
_PYTHON_TYPE = re.compile(r"(?P<call>isinstance|issubclass)\((?P<what>[^(),]{1,120}), ?(?P<type>.{1,150})\)")
_TYPE_TEST = re.compile(
    rf"(?P<what>{_OPERAND}) (?P<word>instanceof|is|!is|is not) (?P<type>[A-Z][\w.<>?$\\]{{0,100}})"
)
_NEGATION = re.compile(r"(?:not\b ?|!(?!=))")
_EQUALITY = re.compile(r"(?P<left>[^=!<>&|]{1,120}?) ?(?P<sign>===|!==|==|!=) ?(?P<right>[^=!<>&|]{1,120})")
_MEMBERSHIP = re.compile(r"(?P<left>[^&|]{1,120}?) (?P<sign>not in|in) (?P<right>[^&|]{1,120})")
_OPPOSITE = {
    "==": "!=", "!=": "==", "===": "!==", "!==": "===", "in": "not in", "not in": "in",
}  # fmt: skip
# Where one of these stands outside brackets, `and` and `or` are parts of it.
_BINDS_WEAKER = re.compile(r"\blambda\b| if | else |=>|:=| \? |\?\?")
# PHP's members and everybody's functions: signs that compare nothing.
_ARROW = re.compile(r"[-=]>")
_SPACE = re.compile(r"\s+")
_JOINERS = {"and": "and", "&&": "and", "or": "or", "||": "or"}
_OPEN, _CLOSE = "([{", ")]}"


def trigger(manner: Manner, guards: Sequence[Guard], function: str | None) -> str:
    """A sentence that says when a place is reached."""
    opening = _OPENINGS[manner]
    if phrase := conditions(guards):
        return f"{opening} {phrase}."
    if function is None:  # an error that is kept in a variable or told by its class, to be raised elsewhere
        return f"{opening} wherever this error is used: its text stands here without a condition."
    place = code(f"{function}()")
    return f"{opening} whenever {place} reaches this statement: no condition is around it there."


def conditions(guards: Sequence[Guard]) -> str:
    """The guards as one phrase (`when … and …, while handling …`); empty for none."""
    told = guards[-MAX_GUARDS:]
    tests = [condition(guard) for guard in told if guard.kind != "catch"]
    caught = [_caught(guard) for guard in told if guard.kind == "catch"]
    tests = list(dict.fromkeys(filter(None, tests)))
    parts = []
    if tests:
        parts.append(f"when {_joined(tests)}")
    parts += list(dict.fromkeys(caught))
    return ", ".join(parts)


def condition(guard: Guard) -> str:
    """A condition or case as a phrase: `` `x` is None``."""
    if guard.kind == "case":
        return _case(guard)
    text = _bare(_SPACE.sub(" ", guard.text).strip())
    return _phrase(text, guard.holds, depth=0) if text else ""


def code(text: str) -> str:
    """Source between back-ticks, on one line; back-ticks of its own become quotes."""
    folded = _SPACE.sub(" ", text).strip().replace("`", "'")
    if len(folded) > MAX_CODE:
        folded = folded[: MAX_CODE - 1] + "…"
    return f"`{folded}`"


def _caught(guard: Guard) -> str:
    return f"while handling {code(guard.text)}" if guard.text.strip() else "while handling another error"


def _case(guard: Guard) -> str:
    subject = code(guard.text) if guard.text.strip() else "the value"
    patterns = [piece for piece, _ in _split(_SPACE.sub(" ", guard.pattern).strip(), {",": ","})]
    if not any(patterns):
        return f"{subject} is none of the cases" if guard.holds else f"{subject} is one of the cases"
    told = " or ".join(code(piece) for piece in patterns if piece)
    return f"{subject} is {told}" if guard.holds else f"{subject} is not {told}"


def _phrase(text: str, holds: bool, depth: int) -> str:
    """``depth`` counts the operators around; deeper ones are quoted."""
    pieces = list(_split(text, _JOINERS))
    if depth > 3 or len(pieces) > MAX_PIECES or _BINDS_WEAKER.search(text):
        return _quoted(text, holds)
    if len(pieces) > 1:
        return _compound(text, holds, pieces, depth)
    if hit := _NEGATION.match(text):
        inner = text[hit.end() :].strip()
        # `not` takes the whole comparison, `!` only what stands next to it.
        if inner and (hit[0] != "!" or not _compares(inner)):
            return _phrase(_bare(inner), not holds, depth + 1)
    return _simple(text, holds)


def _compound(text: str, holds: bool, pieces: Sequence[tuple[str, str]], depth: int) -> str:
    joiners = {joiner for _, joiner in pieces[:-1]}
    if joiners == {"or"} or (joiners == {"and"} and holds):
        phrases = [_phrase(_bare(piece), holds, depth + 1) for piece, _ in pieces]
        return " or ".join(phrases) if joiners == {"or"} and holds else _joined(phrases)
    # Of a conjunction that fails, or a mixture, nothing shorter is true than itself.
    return _quoted(text, holds)


def _simple(text: str, holds: bool) -> str:
    if hit := _NULL_TEST.fullmatch(text):
        is_nothing = hit["sign"] in ("==", "===", "is")
        word = "is" if is_nothing == holds else "is not"
        return f"{code(hit['what'])} {word} {hit['nothing']}"
    if hit := _NIL_CALL.fullmatch(text):
        return f"{code(hit['what'])} {'is' if holds else 'is not'} nil"
    if (hit := _PYTHON_TYPE.fullmatch(text)) and _is_closed(hit["type"]):
        kind = "an instance" if hit["call"] == "isinstance" else "a subclass"
        kinds = hit["type"].strip("()") if hit["type"].startswith("(") else hit["type"]
        types = " or ".join(code(name) for name in kinds.split(",") if name.strip())
        return f"{code(hit['what'])} is {'' if holds else 'not '}{kind} of {types}"
    if hit := _TYPE_TEST.fullmatch(text):
        is_of = ("not" not in hit["word"] and "!" not in hit["word"]) == holds
        # In some languages `is` tells the class, in others that both are one thing.
        kind = "an instance of " if hit["word"] == "instanceof" else ""
        return f"{code(hit['what'])} is {'' if is_of else 'not '}{kind}{code(hit['type'])}"
    for pattern in (_EQUALITY, _MEMBERSHIP):
        if (hit := pattern.fullmatch(text)) and _is_closed(hit["left"]) and _is_closed(hit["right"]):
            sign = hit["sign"] if holds else _OPPOSITE[hit["sign"]]
            return code(f"{hit['left']} {sign} {hit['right']}")
    return code(text) if holds and _compares(text) else _quoted(text, holds)


def _quoted(text: str, holds: bool) -> str:
    return f"{code(text)} is {'true' if holds else 'false'}"


def _joined(phrases: Sequence[str]) -> str:
    # A phrase with "or" inside would swallow its neighbours.
    told = [f"({phrase})" if " or " in phrase and len(phrases) > 1 else phrase for phrase in phrases]
    return " and ".join(told)


def _bare(text: str) -> str:
    """The text without parentheses around all of it."""
    for _ in range(4):
        if not (text.startswith("(") and text.endswith(")") and _is_closed(text[1:-1])):
            break
        text = text[1:-1].strip()
    return text


def _compares(text: str) -> bool:
    """Whether a comparison stands outside brackets and quotes."""
    depth = 0
    for character, is_code in _characters(_ARROW.sub("  ", text)):
        if is_code:
            depth += (character in _OPEN) - (character in _CLOSE)
            if depth == 0 and character in "=<>":
                return True
    return False


def _is_closed(text: str) -> bool:
    """Whether no bracket closes that was not opened, and none stays open."""
    depth = 0
    for character, is_code in _characters(text):
        if is_code and character in _OPEN:
            depth += 1
        elif is_code and character in _CLOSE:
            depth -= 1
            if depth < 0:
                return False
    return depth == 0


def _characters(text: str) -> Iterator[tuple[str, bool]]:
    """Each character, and whether it stands outside quotes."""
    quote = ""
    escaped = False
    for character in text:
        if quote:
            yield character, False
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == quote:
                quote = ""
        else:
            quote = character if character in "\"'`" else ""
            yield character, not quote


def _split(text: str, joiners: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Pieces of a text between joiners outside brackets and quotes, each with the joiner behind it."""
    depth = start = position = 0
    code_at = [is_code for _, is_code in _characters(text)]
    while position < len(text):
        character = text[position]
        if code_at[position]:
            depth += (character in _OPEN) - (character in _CLOSE)
            joiner = _joiner_at(text, position, joiners) if depth == 0 else None
            if joiner:
                yield text[start:position].strip(), joiners[joiner]
                start = position = position + len(joiner)
                continue
        position += 1
    yield text[start:].strip(), ""


def _joiner_at(text: str, position: int, joiners: dict[str, str]) -> str | None:
    for joiner in joiners:
        if not text.startswith(joiner, position):
            continue
        if not joiner.isalpha():
            return joiner
        end = position + len(joiner)
        before = text[position - 1] if position else ""
        after = text[end] if end < len(text) else ""
        if before in (" ", ")", "]") and after in (" ", "("):
            return joiner
    return None
