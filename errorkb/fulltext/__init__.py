"""From the words of a search box to entries, ranked, counted and faceted.

    typed text ─ query ─► Query ─ asking ─► engine's query ─ index ─► ids, counts, facets
    entries ─ documents ─► documents ─ index ─► files that all processes share
    what is being typed ─ suggesting ─► names and messages that go on so
    a found entry ─ excerpts ─► where the words stand, and the passage that has them

Names are read as names (``device_map``, ``DeviceMap`` and ``torch.cuda`` are found by each of their words and
as a whole), prose as English (``running`` finds ``runs``). The index is derived from the base and can be
thrown away: what changed since is read with the next search.
"""
