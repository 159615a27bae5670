#!/usr/bin/env python
"""Django's own commands, for developers: ``python manage.py shell``. People use ``errorkb``."""

import sys

from errorkb.cli import manage

if __name__ == "__main__":
    manage(sys.argv)
