"""What a request counts as, and how many of those a client has. Pure."""

from dataclasses import dataclass
from typing import Literal

#: Seconds of a window.
WINDOW = 60
#: A question is worth so many reads.
QUESTION = 5
#: What makes the matcher, the search or the ingest work; everything else reads what is there.
QUESTIONS = ("/match/", "/search/", "/batches/new/", "/api/match", "/api/search", "/api/ingest", "/mcp")
#: A search box asks for these with every few letters.
WHILE_TYPING = "/search/suggest"
#: Health checks must not be refused; and a dataset is files, of which a pull fetches thousands in a row.
FREE = ("/healthz", "/data/")

Name = Literal["reads", "questions"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """name: as clients see it. quota: requests in a window of ``WINDOW`` seconds, at least 1."""

    name: Name
    quota: int

    def __str__(self) -> str:
        return f'"{self.name}";q={self.quota};w={WINDOW}'


def policy_of(path: str, reads: int) -> Policy:
    """The policy for a path, of a client that has so many reads."""
    if path.startswith(QUESTIONS) and not path.startswith(WHILE_TYPING):
        return Policy(name="questions", quota=max(1, reads // QUESTION))
    return Policy(name="reads", quota=reads)
