"""Commands that ask a base and print its answer, without Django: they start in a tenth of a second.

Each module is one command: HELP, ``add_arguments(parser)`` and ``run(options)``, which returns the exit
status or raises ClientError. ``errorkb.commands.Asking`` makes Django's form of each for ``manage.py``.
"""
