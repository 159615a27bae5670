"""What a base answers, for people and for machines: one module a format, each with ``match(told) -> str``.

``told`` makes values of the API's JSON; nothing here asks a base, and nothing here imports Django. Texts of
entries and of pastes are data: each format escapes them so that they are shown and never obeyed.
"""
