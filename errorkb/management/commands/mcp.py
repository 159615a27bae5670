"""``errorkb mcp``, as one of Django's commands."""

from errorkb.commands import Plain
from errorkb.mcp import stdio


class Command(Plain):
    module = stdio
