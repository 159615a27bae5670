"""``errorkb completion``, as one of Django's commands."""

from errorkb import completion
from errorkb.commands import Plain


class Command(Plain):
    module = completion
