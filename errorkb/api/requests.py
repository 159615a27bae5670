"""What may come in: the queries and bodies of the API."""

from typing import Any

from rest_framework import serializers

from errorkb.api import places
from errorkb.api.fields import Choice, Flag, Text, Whole
from errorkb.matching.lookup import DEFAULT_LIMIT, MAX_LIMIT
from errorkb.models.attempt import MAX_NOTE, OUTCOMES
from errorkb.web.forms import REPO

#: Rows of a list, by default and at most; records that are fetched at once.
ROWS, MAX_ROWS = 20, 100
#: Names are filed by so many characters; a web server reads no address of unbounded length.
MAX_NAME, MAX_WORDS = 200, 500
TYPES = ("exception", "error_code", "console", "http", "validation", "panic")
SEVERITIES = ("critical", "error", "warning", "info")
HAS = ("solutions", "fix", "source", "author")


class Query(serializers.Serializer[Any]):
    """The query of an address. A name that is none of its own is refused: a filter with a typing error would
    otherwise let everything through."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = sorted(set(data) - set(self.fields))
        if unknown:
            known = ", ".join(self.fields)
            raise serializers.ValidationError({unknown[0][:100]: f"unknown; this address takes {known}"})
        return super().to_internal_value(data)


class RepoField(Text):
    """The name of a repository."""

    def __init__(self, **options: Any) -> None:
        options = {"help_text": "only of this repository, owner/name"} | options
        super().__init__(pattern=REPO, otherwise="not owner/name", required=False, **options)


class CursorField(Text):
    """Where a list of entries goes on."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            pattern=f"^{places.PATTERN}$", otherwise="no cursor of this list", required=False,
            help_text="of the answer's `next`", **options,
        )  # fmt: skip


class SearchRequest(serializers.Serializer[Any]):
    """The query of ``GET /api/search``. Of other names ``message`` is another one of ``q``."""

    q = Text(
        pattern=r"\S", otherwise="ask with words, a code or a message",
        help_text="words, a code, a class or a whole message; also called `message`",
        error_messages={"required": "missing: ask with words, a code or a message"},
    )  # fmt: skip
    repo = RepoField()
    limit = Whole(1, MAX_LIMIT, default=DEFAULT_LIMIT, help_text="rows at most")


class ListRequest(Query):
    """The query of ``GET /api/errors``."""

    q = Text(
        longest=MAX_WORDS, required=False,
        help_text='what the search box takes: words, "phrases", `-without`, `class:ValueError`, `http:4xx`; '
        "a field that is given twice lets either through",
    )  # fmt: skip
    repo = RepoField()
    code = Text(shortest=1, longest=MAX_NAME, required=False, help_text="an error code")
    tag = Text(shortest=1, longest=MAX_NAME, required=False, help_text="one of its tags")
    type = Choice(*TYPES, required=False, help_text="how the error comes about")
    severity = Choice(*SEVERITIES, required=False, help_text="how bad it is")
    language = Text(shortest=1, longest=MAX_NAME, required=False, help_text="of the file: `python`, `go`")
    http = Text(
        pattern="^[1-5](?:[0-9][0-9]|xx)$", otherwise="neither 404 nor 4xx", required=False,
        help_text="a status, or a hundred of them: `404`, `4xx`",
    )  # fmt: skip
    has = Choice(*HAS, required=False, help_text="`source`: it was read from source, `author`: it was not")
    sort = Choice(
        "relevance", "newest", "id", required=False,
        help_text="by default `relevance` where `q` has words, else `newest`",
    )  # fmt: skip
    full = Flag(default=False, help_text="with each entry's whole record")
    limit = Whole(1, MAX_ROWS, default=ROWS, help_text="rows at most")
    cursor = CursorField()

    def get_fields(self) -> dict[str, Any]:
        """``class`` is a word of Python."""
        fields = super().get_fields()
        name = Text(shortest=1, longest=MAX_NAME, required=False, help_text="with its package or without")
        return {"q": fields.pop("q"), "repo": fields.pop("repo"), "class": name, **fields}


class IdsField(serializers.ListField):
    """Ids of entries: a list in JSON, a text with commas between them in an address."""

    def __init__(self, **options: Any) -> None:
        child = Text(pattern="^[0-9a-f]{16}$", otherwise="no id: 16 digits, hexadecimal and in lower case")
        super().__init__(
            child=child, min_length=1, max_length=MAX_ROWS, help_text="of the entries", **options
        )

    def to_internal_value(self, data: Any) -> Any:
        is_text = self.context["in_address"] and isinstance(data, str)
        return super().to_internal_value(data.split(",") if is_text else data)


class RecordsRequest(serializers.Serializer[Any]):
    """The body of ``POST /api/errors/batch``."""

    ids = IdsField()


class RecordsQuery(Query):
    """The query of ``GET /api/errors/batch``."""

    ids = IdsField()


class HistoryRequest(Query):
    """The query of ``GET /api/errors/<id>/history``."""

    full = Flag(default=False, help_text="with each version's whole record")
    limit = Whole(1, MAX_ROWS, default=ROWS, help_text="rows at most")
    cursor = Whole(0, 9999, default=0, help_text="of the answer's `next`")


class RelatedRequest(Query):
    """The query of ``GET /api/errors/<id>/related``."""

    limit = Whole(1, MAX_LIMIT, default=8, help_text="rows at most")


class NamesRequest(Query):
    """The query of ``GET /api/classes`` and ``GET /api/tags``."""

    repo = RepoField()
    prefix = Text(
        longest=MAX_NAME, required=False, help_text="only names that begin so, in any case of letters"
    )
    limit = Whole(1, MAX_ROWS, default=MAX_ROWS, help_text="rows at most")
    cursor = Text(longest=5 * MAX_NAME, required=False, help_text="of the answer's `next`")


class MatchRequest(serializers.Serializer[Any]):
    """The body of ``POST /api/match``."""

    text = Text(help_text="a traceback, a log or a message, of at most 5 MiB")
    limit = Whole(1, MAX_LIMIT, default=DEFAULT_LIMIT, help_text="matches at most")
    repo = RepoField(allow_null=True)


class ReportRequest(serializers.Serializer[Any]):
    """The body of ``POST /api/errors/<id>/attempts``."""

    outcome = Choice(*OUTCOMES, help_text="what came of it")
    note = Text(default="", longest=MAX_NOTE, help_text="what was tried, in words")


class IngestRequest(Query):
    """The query of ``POST /api/ingest``."""

    complete = Flag(default=False, help_text="retire what the dump's repositories no longer have")
    force = Flag(default=False, help_text="retire it however much it is")
