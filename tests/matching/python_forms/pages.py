"""Exports of trackers, pages of Django and Werkzeug. Name, text, and what a reader finds in it."""
# ruff: noqa: W291 - the texts are as they are printed

from tests.matching.python_forms.expected import error

FORMS = {
    "a tracker's export": (
        """ValueError: bad
  File "a.py", line 9, in <module>
    f()
  File "a.py", line 3, in f
    g()""",
        [error(("a.py", 3, "f"))],
    ),
    "a tracker's export, the newest first": (
        """ValueError: bad
  File "a.py", line 3, in f
    g()
  File "a.py", line 9, in <module>
    f()""",
        [error(("a.py", 3, "f"))],
    ),
    "a tracker's chain": (
        """UniqueViolation: duplicate key value violates unique constraint "a_key"
DETAIL:  Key (a)=(1) already exists.
  File "db/utils.py", line 84, in _execute
    return self.cur.run(q)
IntegrityError: duplicate key value violates unique constraint "a_key"
DETAIL:  Key (a)=(1) already exists.
  File "db/base.py", line 89, in __exit__
    raise new""",
        [
            error(
                ("db/utils.py", 84, "_execute"),
                'duplicate key value violates unique constraint "a_key"',
                "UniqueViolation",
            ),
            error(
                ("db/base.py", 89, "__exit__"),
                'duplicate key value violates unique constraint "a_key"',
                "IntegrityError",
            ),
        ],
    ),
    "django's table": (
        """Request Method: POST
Request URL:    http://127.0.0.1:8000/notes/
Django Version: 5.2
Exception Type: AssertionError
Exception Value:    
The first line of it.
And the second.
Exception Location: /srv/django/core/base.py, line 12, in save
Python Executable:  /usr/bin/python3""",
        [
            error(
                ("/srv/django/core/base.py", 12, "save"),
                "The first line of it. And the second.",
                "AssertionError",
            )
        ],
    ),
    "django's old location": (
        "Exception Type: ValueError\nException Value: bad\nException Location: /srv/a.py in f, line 12",
        [error(("/srv/a.py", 12, "f"))],
    ),
    "django's mail": (
        """Internal Server Error: /inbox/

IntegrityError at /inbox/
duplicate key value violates unique constraint "uri_key"
DETAIL:  Key (uri)=(https://a) already exists.

Request Method: POST
Request URL: https://a/inbox/
Django Version: 5.2""",
        [error(None, 'duplicate key value violates unique constraint "uri_key"', "IntegrityError")],
    ),
    "django's text page": (
        """ValueError at /x/
bad

Request Method: GET
Request URL: http://a/x/

Traceback (most recent call last):
  File "/srv/django/core/handlers/exception.py", line 55, in inner
    response = get_response(request)
               ^^^^^^^^^^^^^^^^^^^^^
  File "/srv/a.py", line 3, in f
    g()
    ^^^

Exception Type: ValueError at /x/
Exception Value: bad""",
        [error(("/srv/a.py", 3, "f"))],
    ),
    "django's page of old": (
        """Traceback:
File "/srv/django/core/handlers/base.py" in get_response
  113.                     response = wrapped_callback(request)
File "/srv/a.py" in f
  3.     g()

Exception Type: ValueError at /x/
Exception Value: bad""",
        [error(("/srv/a.py", 3, "f"))],
    ),
    "werkzeug": (
        """Traceback (most recent call last)
File "/srv/flask/app.py", line 2088, in __call__
return self.wsgi_app(environ, start_response)
File "/srv/a.py", line 3, in f
g()
ValueError: bad""",
        [error(("/srv/a.py", 3, "f"))],
    ),
}
