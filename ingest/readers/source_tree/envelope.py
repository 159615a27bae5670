"""What a scan writes: a record a line, with what `json_value` reads back beside it."""

import json

from ingest.record import RawRecord


def as_line(raw: RawRecord) -> str:
    """The envelope of a record as a line of JSON, with its line end."""
    told = {
        "record": raw.values,
        "datasetVersion": raw.dataset_version,
        "form": raw.form,
        "derived": sorted(raw.derived),
    }
    # Escaped, so that a lone surrogate of a source cannot make a line that is no UTF-8.
    return json.dumps(told) + "\n"
