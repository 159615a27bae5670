"""A pull as a process that can be killed: python -m tests.exports.puller URL FOLDER

Prints a line when it begins, so that a test knows that no more than the pull is left.
"""

import sys
from pathlib import Path

from errorkb.exports.fetching import Server
from errorkb.exports.pull import pull

if __name__ == "__main__":
    print("begins", flush=True)
    pull(Server(sys.argv[1], seconds=60), Path(sys.argv[2]))
