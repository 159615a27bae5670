"""Measurements beside yardsticks."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "errorkb.settings")
django.setup()
