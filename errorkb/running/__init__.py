"""``errorkb run -- COMMAND``: runs it as if nothing stood between, and explains it when it fails.

``streams`` decides what stands between the command and each of this process's streams, ``pump`` moves the
bytes, ``terminal`` is the terminal's side of it. The command's standard input is this process's own, except
where all three are one terminal: then it gets a terminal of its own, so that what it sets there is its own.
Nothing of the output is stored: the last ``tail.LIMIT`` bytes are kept in memory.
"""
