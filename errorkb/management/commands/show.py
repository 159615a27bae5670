"""``errorkb show``, as one of Django's commands."""

from errorkb.commands import Plain
from errorkb.questions import show


class Command(Plain):
    module = show
