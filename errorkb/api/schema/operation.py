"""What a view says of a method: values alone, since few processes ever describe the API."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from rest_framework.serializers import Serializer

from errorkb.api.schema.samples import Sample

Method = TypeVar("Method", bound=Callable[..., Any])


@dataclass(frozen=True, kw_only=True)
class Operation:
    """A method of an address. tag: its chapter. answers: the name of its answer's shape. path, query: what
    stands in its address; body: what it reads, by media type. refuses: statuses beyond those that any request
    may end with. is_dated: the answer tells when its content came to
    be. scope: what a token must allow; None: nobody needs one."""

    id: str
    tag: str
    summary: str
    description: str
    answers: str
    sample: Sample
    status: int = 200
    path: str | None = None
    query: type[Serializer[Any]] | None = None
    body: dict[str, Any] | None = None
    refuses: tuple[int, ...] = ()
    is_dated: bool = False
    scope: str | None = None

    def __call__(self, method: Method) -> Method:
        """Marks the method of a view."""
        method.operation = self  # type: ignore[attr-defined]
        return method
