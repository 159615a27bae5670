"""What a paste holds, filled into an entry's prose: ``{name}`` becomes the value that the paste has there."""

from collections.abc import Iterator, Mapping


def pieces(text: str, captures: Mapping[str, str]) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it is a value that was filled in.

    The rules are those of the pages: what is code's own name, or what a shell would act on, stays.
    """
    if not captures or not any(sign in text for sign in "{%<"):
        yield text, False
        return
    # Loads the templates' reader: only where there is something to fill.
    from errorkb.web import filling  # noqa: PLC0415

    values = dict(filling.filling_of(captures).values)
    end = 0
    for start, stop, value in filling.prose_holes(text, values):
        yield text[end:start], False
        yield value, True
        end = stop
    yield text[end:], False


def filled(text: str, captures: Mapping[str, str]) -> str:
    """The same as one text."""
    return "".join(piece for piece, _ in pieces(text, captures))
