"""One thing that a check has to say."""

from dataclasses import dataclass
from typing import Literal

#: good; watch: it works, and somebody should know; wrong: something does not work.
State = Literal["good", "watch", "wrong"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """``name``: what it is about. ``told``: how it is. ``advice``: what to do; empty where nothing is."""

    name: str
    told: str
    state: State = "good"
    advice: str = ""
