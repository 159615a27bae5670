"""``errorkb explain``, as one of Django's commands."""

from errorkb.commands import Plain
from errorkb.questions import explain


class Command(Plain):
    module = explain
