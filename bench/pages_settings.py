"""The server's settings with a bare view beside its pages, for ``bench.pages``."""

from errorkb.settings import *  # noqa: F403 - all of them, but for the addresses

ROOT_URLCONF = "bench.pages_urls"
