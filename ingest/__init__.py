"""Feeds the knowledge base: from a dump to stored entries.

readers     bytes -> RawRecord or Problem, in the order of the file, never the whole file at once
complete    fills what a text page leaves out; JSON records pass through untouched
validate    an ordered list of small checks -> Accepted, or the problems that reject the record
merge       which of two records with one id is in effect
store       batched upsert; the only module here that knows the database
pipeline    runs the above over a source and reports
"""
