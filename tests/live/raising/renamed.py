"""A traceback whose files cannot be known: only the class and the message are left to match by."""

import re

#: The line above each frame's source. A path may hold any character, so the last `", line` ends it.
_FRAME = re.compile(
    r"""
    [ ]{2}File[ ]"(?P<path>.{1,4096})",[ ]line[ ](?P<line>\d{1,9})
    (?P<rest>(?:,[ ]in[ ].{1,400})?)
    """,
    re.VERBOSE,
)


def renamed(text: str, *, line: int | None = None) -> str:
    """The traceback text with `/srv/app/module_1.py` and so on for its paths, and without source lines.

    The same path gets the same new one. line, if given, stands in for every frame's line number.
    Function names stay: a traceback has them wherever its files are.
    """
    paths: dict[str, str] = {}
    kept: list[str] = []
    among_frames = False
    for row in text.split("\n"):
        frame = _FRAME.fullmatch(row) if among_frames else None
        if frame:
            path = paths.setdefault(frame["path"], f"/srv/app/module_{len(paths) + 1}.py")
            number = frame["line"] if line is None else line
            kept.append(f'  File "{path}", line {number}{frame["rest"]}')
        elif not (among_frames and row.startswith("    ")):
            kept.append(row)
            # A message may quote frames of its own: they are as they were written, and stay so.
            among_frames = row == "Traceback (most recent call last):" or (among_frames and row[:1] == " ")
    return "\n".join(kept)
