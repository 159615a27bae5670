"""Lines that a terminal or a mailer broke at its width: put together again where the break is certain."""

import re
from itertools import pairwise

from errorkb.matching.cleaning.line import Line

# A frame whose file is not closed goes on; so does one that lacks its line or its function.
_OPEN_FILE = re.compile(r"\s{0,40}File \"[^\"]{0,1000}\Z")
_REST_OF_FILE = re.compile(
    r"\s{0,4}[^\"\s][^\"]{0,600}\", line \d|\s{0,4}[^\"\s][^\"]{0,600}\"(?:,|,? line)?\Z|\", line \d"
)
_OPEN_FRAME = re.compile(
    r"\s{0,40}File \"[^\"]{1,1000}\""
    r"(?P<open>,?|, l(?:i(?:ne?)?)?|, line \d{0,9}|, line \d{1,9},(?: (?:in?)?)?)[ ]?\Z"
)
_IN_FUNCTION = re.compile(r"\s{0,4}(?:\d{0,9}, )?in [\w<]\S{0,200}\Z")
# A class that is broken within a word: none starts with a small letter.
_HALF_CLASS = re.compile(r".*[\s.(]?[A-Za-z_][\w.]*\Z")
_OTHER_HALF = re.compile(
    r"[a-z]\w{0,60}(?:Exception|Error|Warning):(?:\s|\Z)"
    r"|(?:xception|ception|eption|ption|tion|ion|rror|ror|or)(?<!\Aor):(?:\s|\Z)"
)
_OPEN_HEADER = re.compile(
    r"\s{0,40}Traceback(?: \((?:m\w{0,3}(?: \w{0,6}(?: c\w{0,3}(?: l\w{0,3}\)?)?)?)?)?)?\Z"
)
_HEADER = re.compile(r"\s{0,40}Traceback \(most recent call last\):\Z")
#: A frame is broken into no more lines than this.
_MOST_PARTS = 4
#: Terminals are not narrower.
_NARROWEST, _WIDEST = 40, 400
#: So wide terminals are; at these widths, lines need not be indented, and one that breaks a word is enough.
USUAL_WIDTHS = frozenset((80, 120))
# Where a word or a path goes on, or a blank was the break.
_WITHIN = re.compile(r"(?:\S[a-z0-9_./:\\-]|[ ]\S|\S[ ]\S|\\[\"'])")
#: At most such a share of the lines is full there, and at least such a share of these may go on.
_SHARE_FULL, _SHARE_GOING_ON = 0.8, 0.6
#: Lines of which so many first characters are the same open alike.
_ALIKE, _FEWEST_ALIKE = 6, 4
#: What padded lines end with: blanks, and the edge of a box.
_PADDING = frozenset(" |│┃║+")
#: So many lines show how a log's lines open.
_FEWEST_WHOLE = 3
_DIGIT = re.compile(r"\d")
#: Lines that are exactly as wide as the widest, below which it is chance.
_FEWEST_FULL = 2
# What no broken line goes on with.
_ANEW = re.compile(
    r"Traceback \(|File \"|During handling|The above exception"
    r"|[A-Za-z_][\w.]{0,120}(?:Error|Exception|Warning|Group|Exit|Interrupt)(?::|\Z)"
)
_STACK_LINE = re.compile(r"at |in |from |File \"|\||\d{1,6}[:| ]|-->|\^|~|\.\.\.|#\d")
_RULE = re.compile(r"\s*(?P<character>\S)(?P=character){9,}")


# Frames, headers and classes of which a line may be only a part, for a quick look at the whole text.
_WHOLE_FRAME = re.compile(r"File \"[^\"\n]{1,1000}\", line \d{1,9}, in \S")
_OPEN_FRAMES = (
    re.compile(r"File \"[^\"\n]{0,1000}(?:\Z|\n)"),
    re.compile(r"File \"[^\"\n]{1,1000}\"(?:,?|, l[ine]{0,3}|, line \d{0,9},?(?: i?n?)?)[ ]?(?:\Z|\n)"),
)
_OPEN = (
    re.compile(r"Traceback(?! \(most recent call last\):)[^\n]{0,40}\n"),
    re.compile(r"\n[a-z]\w{0,60}?(?:ion|or|Warning):(?:\s|\Z)"),
)


def has_broken(text: str) -> bool:
    """Whether a line may be a part of what is broken."""
    # As nearly always, each frame may be whole.
    frames = () if text.count('File "') == len(_WHOLE_FRAME.findall(text)) else _OPEN_FRAMES
    return any(part.search(text) for part in (*frames, *_OPEN))


def join_broken(lines: list[Line]) -> list[Line]:
    """Frames, headers and classes that were broken are whole."""
    joined: list[Line] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        for _ in range(_MOST_PARTS):
            whole = _joined(line, lines[at]) if at < len(lines) else None
            if whole is None:
                break
            line = whole
            at += 1
        joined.append(line)
    return joined


def _joined(line: Line, following: Line) -> Line | None:
    if not line.precedes(following):
        return None
    text, more = line.text, following.text
    if 'File "' in text:
        return _joined_frame(line, following)
    if text.lstrip().startswith("Traceback"):
        return _joined_header(line, following)
    if ":" not in more or not more[0].islower() or not text[-1:].isalnum():
        return None
    halves = _OTHER_HALF.match(more) and _HALF_CLASS.match(text[-80:])
    return line.joined(following, blank=False) if halves else None


def _joined_header(line: Line, following: Line) -> Line | None:
    if _OPEN_HEADER.match(line.text):
        for blank in (False, True):
            whole = _trimmed(line).joined(_from_text(following), blank=blank)
            if _HEADER.match(whole.text):
                return whole
    return None


def _joined_frame(line: Line, following: Line) -> Line | None:
    text = line.text
    if _WITH_FUNCTION.match(text):
        return None
    if _OPEN_FILE.match(text) and _REST_OF_FILE.match(following.text):
        return line.joined(_from_text(following), blank=text.endswith(" "))
    hit = _OPEN_FRAME.match(line.text)
    if hit is None:
        return None
    line = _trimmed(line)
    more = following.text.lstrip()
    for blank in (True, False):
        whole = line.joined(_from_text(following), blank=blank)
        if _WHOLE.match(whole.text) and not (hit["open"][-1:].isdigit() and not _IN_FUNCTION.match(more)):
            return whole
    return None


_WHOLE = re.compile(r"\s{0,40}File \"[^\"]{1,1000}\", line \d{1,9}(?:, in \S.{0,200})?\Z")
_WITH_FUNCTION = re.compile(r"\s{0,40}File \"[^\"]{1,1000}\", line \d{1,9}, in \S")


def _trimmed(line: Line) -> Line:
    return line.cut(0, len(line.text.rstrip()))


def _from_text(line: Line) -> Line:
    return line.cut(len(line.text) - len(line.text.lstrip()))


def join_usual(lines: list[Line]) -> list[Line]:
    """Lines that fill a terminal of usual width go on in the next one."""
    return join_full(lines) if max(len(line.text) for line in lines) in USUAL_WIDTHS else lines


def join_full(lines: list[Line]) -> list[Line]:
    """Lines that fill the terminal's width go on in the next one."""
    texts = [line.text for line in lines]
    width = max(map(len, texts), default=0)
    usual = width in USUAL_WIDTHS
    opening = _shared_opening(texts) if usual else None
    if opening is None and not _is_width(width, texts):
        return lines
    joined: list[Line] = []
    before = ""
    part = False  # a part of a broken line that is full is followed by more of it
    for line in lines:
        if len(before) < width:
            part = False
        elif opening is not None:
            part = bool(line.text) and _masked(line.text) != opening
        else:
            part = (
                _goes_on(before, line.text)
                or (part and bool(line.text))
                or (usual and _goes_on_with_blanks(line.text))
            )
        if part and joined[-1].precedes(line):
            joined[-1] = joined[-1].joined(line, blank=False)
        else:
            joined.append(line)
        before = line.text
    return joined


def _shared_opening(texts: list[str]) -> str | None:
    """How the lines of a log open, numbers aside, where all do but some that stand below a full one."""
    width = max(map(len, texts))
    whole = [text for before, text in pairwise(["", *texts]) if text and len(before) < width]
    opening = _masked(whole[0])
    parts = sum(1 for before, text in pairwise(texts) if len(before) == width and _masked(text) != opening)
    alike = len(opening.strip()) >= _FEWEST_ALIKE and not _RULE.match(whole[0])
    if not parts or not alike or len(whole) < _FEWEST_WHOLE:
        return None
    return opening if all(_masked(text) == opening for text in whole) else None


def _is_width(width: int, texts: list[str]) -> bool:
    """Whether lines were broken at this width; not where full lines may be so long by chance."""
    if not _NARROWEST <= width <= _WIDEST:
        return False
    full = _of_width(width, texts)
    going_on = [(text, after) for text, after in full if _goes_on(text, after)]
    if width in USUAL_WIDTHS:
        within = any(_WITHIN.match(text[-1] + after[:2]) for text, after in going_on)
        # Padded lines are all full; those of a single long line end anyhow.
        padded = sum(text[-1] in _PADDING for text, _ in full)
        few = len(full) <= _SHARE_FULL * len(texts) or padded * 2 < len(full)
        return within and few and len(going_on) >= _SHARE_GOING_ON * len(full)
    # At any other width, all must go on at the very left. Where indentation is lost, every line does.
    if len(going_on) < len(full) or any(after[0] == " " for _, after in full):
        return False
    distinct = {text for text, _ in full}
    return len(distinct) >= _FEWEST_FULL and any(text[0] == " " for text in distinct)


def _of_width(width: int, texts: list[str]) -> list[tuple[str, str]]:
    """The texts of this width, each with the one that follows it. They are few among many."""
    lengths = [*map(len, texts)]
    found = []
    at = -1
    for _ in range(lengths.count(width)):
        at = lengths.index(width, at + 1)
        found.append((texts[at], texts[at + 1] if at + 1 < len(texts) else ""))
    return found


def _goes_on_with_blanks(following: str) -> bool:
    """Whether blanks at the left may be of the full line before: a word ended with it."""
    words = following.lstrip(" ")
    return bool(words) and words != following and not _STACK_LINE.match(words) and not _ANEW.match(words)


def _goes_on(text: str, following: str) -> bool:
    """Whether the next line may be the rest of a full one."""
    if not following or (text[-1] != " " and (following[:2].isspace() or following[0] == "\t")):
        return False
    # The lines of a log open alike, but for their numbers.
    alike = following[:_ALIKE].strip() and _masked(following) == _masked(text)
    return not alike and not _RULE.match(text) and not _ANEW.match(following)


def _masked(text: str) -> str:
    return _DIGIT.sub("0", text[:_ALIKE])
