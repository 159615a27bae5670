"""The API's description (OpenAPI 3.1), from which its page is made, too.

views ─ described ─► drf-spectacular ─┐
shapes of answers, with examples ─────┴─ document ─► /api/schema/, /api/docs/
"""
