"""Text as Postgres and the full-text index take it."""


def storable(text: str) -> str:
    """The text with a sign for NUL, and a question mark for what is no character (a lone surrogate)."""
    return text.encode("utf-8", "replace").decode().replace("\0", "\N{SYMBOL FOR NULL}")
