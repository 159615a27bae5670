"""What shapes are made of: JSON Schema 2020-12, each value with an example."""

from typing import Any

Shape = dict[str, Any]

REPO = "python/cpython"
SLUG = "too-many-values-to-unpack-expected-d"
VERSION = "2026-08-15T22:17:37.221Z"


def text(example: str, **more: Any) -> Shape:
    """A text."""
    return {"type": "string", **more, "examples": [example]}


def number(example: int, least: int = 0, **more: Any) -> Shape:
    """A whole number."""
    return {"type": "integer", "minimum": least, **more, "examples": [example]}


def yes_or_no(*, example: bool, **more: Any) -> Shape:
    """True or false."""
    return {"type": "boolean", **more, "examples": [example]}


def word(*words: str, **more: Any) -> Shape:
    """One of a few words, the first of which is the example."""
    return {"type": "string", "enum": list(words), **more, "examples": [words[0]]}


def maybe(shape: Shape, **more: Any) -> Shape:
    """The same or null."""
    nullable = {**shape, "type": [shape["type"], "null"], **more}
    if "enum" in shape:
        nullable["enum"] = [*shape["enum"], None]
    return nullable


def many(shape: Shape, **more: Any) -> Shape:
    """A list."""
    return {"type": "array", "items": shape, **more}


def ref(name: str) -> Shape:
    """Another shape by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def answer(description: str, optional: tuple[str, ...] = (), /, **properties: Shape) -> Shape:
    """An object; all but the optional properties are always there."""
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": [name for name in properties if name not in optional],
    }


def example(shapes: dict[str, Shape], shape: Shape) -> Any:
    """A value of the shape, from the examples of what it is made of."""
    if "$ref" in shape:
        return example(shapes, shapes[shape["$ref"].rpartition("/")[2]])
    if "examples" in shape:
        return shape["examples"][0]
    if "properties" in shape:
        return {name: example(shapes, shape["properties"][name]) for name in shape["required"]}
    if "items" in shape:
        return [example(shapes, shape["items"])]
    raise ValueError(f"no example: {shape}")
