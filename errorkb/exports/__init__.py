"""The base as a static dataset: written to a folder, served under /data/, pulled from a server.

    snapshot ─► dataset_version ─► write ─► a folder        export DIR, and what is served
    /data/manifest.json ─► fetching ─► pull ─► a pack       pull URL

A dataset is `manifest.json`, which names all other files with their sizes and checksums; `index.json` (and
`.gz`) for searching; `repos.json`; `repos/<owner>/<name>.json`, an array of bare records a repository;
`schema.json`, which every record is checked against; and `errors.jsonl.zst`, the bulk file.

What a base knows beside the 31 fields goes into the bulk file only, beside each record in its envelope:
`datasetVersion`, `form` and `derived` (what the record was read from, and what had to be worked out),
`retiredAt` for entries that their repository lost, `slug` where a record came with one that was another
entry's. Clients of the other files expect bare records of live entries, and get nothing else. An ingest reads
the bulk file and takes the others for copies of it, so a base that is filled from an export is equal to the
one it came from, and exports the same bytes. Quality marks are not carried: validation finds them again in
what is.

What a base was once stays behind: history, old addresses and batches are no part of a dataset.
"""
