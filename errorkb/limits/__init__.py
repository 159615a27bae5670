"""How often one client may ask: counted in one place, told in every answer, refused with 429 beyond.

    request ─ client ─► who asks ─┐
            ─ policy ─► what for ─┴─ counter ─► so many so far ─ middleware ─► headers, or 429

A window of a minute begins with a client's first request. Counts stand in a table of Postgres, because that
is what all processes and containers that serve one base share: one statement counts and answers, so that no
interleaving lets more through than the quota. The table is UNLOGGED: it writes no log ahead, and a crash
empties it, which costs nobody anything. It holds no addresses, only keyed digests of them, and a row leaves
when its window has ended. Where the database does not answer, nobody is refused.

Headers are those of the IETF's draft-ietf-httpapi-ratelimit-headers: ``RateLimit-Policy: "reads";q=600;w=60``
and ``RateLimit: "reads";r=599;t=60``.
"""
