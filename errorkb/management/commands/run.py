"""``errorkb run``, as one of Django's commands."""

from errorkb.commands import Plain
from errorkb.running import command


class Command(Plain):
    module = command
