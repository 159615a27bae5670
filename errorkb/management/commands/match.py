"""``errorkb match``, as one of Django's commands."""

from errorkb.commands import Plain
from errorkb.questions import match


class Command(Plain):
    module = match
