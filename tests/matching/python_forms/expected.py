"""What the tables of forms are made of."""

#: A plain traceback for forms that hold one.
PLAIN = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\nValueError: bad'


def error(place, message="bad", error_class="ValueError", relation=None):
    """An expected event. ``place``: file, line and function of the raise site."""
    return (error_class, message, place, relation)
