"""From pasted text to the entries that explain it.

    text ─ clean ─► lines ─ traces ─► events ─ index ─► candidates ─ rank ─► matches

Semantics
  1. ``clean`` strips what terminals, logs and quoting added; it splits and joins lines that were flattened
     or wrapped, and separates writers that took turns. Every character of a cleaned line knows its place
     in the pasted text, so spans always refer to what the user sees.
  2. ``traces`` turns the lines into events: class, code, whole message, frames, chain relation. Where
     no parser fits, each line that looks like an error is an event without frames.
  3. ``index`` finds every pattern that occurs in an event's message, as it is or with each run of white
     space as one blank: a literal piece of each is searched for by one automaton (``engine``), and where it
     occurs the others must follow in order. It may report too much (``.`` spans lines, several blanks fit
     any white space, ``$`` may precede a final newline) and never too little. Codes and raise sites are
     looked up. What it knows is kept in files (``segment``) that all processes share, and after a change
     of the base only what changed is read (``rows``).
  4. ``rank`` verifies each candidate against its message template with RE2, which also yields the named
     captures, and weighs the evidence: text, class, code, raise site, package.
  5. Order: confidence, then (but among guesses) the root of a chain before what wraps it, then score, then
     what somebody wrote before what was scanned, then the newer analysis, then the smaller id. One row an
     entry: its best event.
  6. Nothing found: entries with similar messages, labelled ``fuzzy`` and ``possible``.

Hostile input: no pattern of a dump ever reaches Python's ``re``. Only Hyperscan and RE2 run them, both
linear in the text, and only those whose size and nesting ``dialect`` allows. A pattern that they cannot
express is replaced by its template's literal text, a very long one by the opening of it.

Limits: ``lookup.MAX_TEXT_BYTES`` and ``clean.MAX_LINES`` a paste; of ``explaining``: ``MAX_REPORTED`` events
listed, ``MAX_EVENTS`` looked up, ``MAX_EVENT_CANDIDATES`` and ``MAX_CANDIDATES`` entries ranked,
``BUDGET_SECONDS``; a report cut short by any of these but the first says ``truncated``.
"""
