"""``errorkb search``, as one of Django's commands."""

from errorkb.commands import Plain
from errorkb.questions import search


class Command(Plain):
    module = search
