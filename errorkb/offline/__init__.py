"""Questions answered from a pack, which ``errorkb pull`` fetched: without a server, a base or a network.

    pack ─ entry ─► values ─ store ─► entries by id ─┐
                           └ searched ─► segments ───┴─ source ─► the matcher ─┐
                           └ documents ─► words ─► entries by words ───────────┴─ client ─► the API's answers

What is made of a pack lies beside it (``cache``) and serves until the pack is another one. The entries are a
file of SQLite's, since nothing else that comes with Python finds one of a million by its id without reading
the others; no question is put to it but "give me these". Errors are ``errorkb.client.ClientError``, as any
client's.
"""
