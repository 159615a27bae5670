"""The web server of ``errorkb up``: gunicorn inside this process, on a socket that is already bound.

The arbiter is this process, so a worker that finds its parent gone ends itself, also after ``kill -9``.
"""

import contextlib
import os
import socket
import sys
from typing import Any, NoReturn

from gunicorn.app.base import BaseApplication

THREADS = 4
#: A request that takes longer than this many seconds loses its worker.
REQUEST_SECONDS = 60


class _Application(BaseApplication):  # type: ignore[misc] # gunicorn ships no types
    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        from errorkb.wsgi import application  # noqa: PLC0415 - in the worker, not in the arbiter

        return application


def post_worker_init(worker: Any) -> None:
    """Builds the matcher's index before the worker's first request, which would otherwise wait for it, and
    has the full-text index built aside.

    gunicorn's hook of this name: ``gunicorn --config python:errorkb.server`` has it too.
    """
    from django.db import DatabaseError  # noqa: PLC0415

    from errorkb.fulltext import index as fulltext  # noqa: PLC0415
    from errorkb.matching import index  # noqa: PLC0415

    with contextlib.suppress(DatabaseError):  # requests will say so themselves
        fulltext.at(index.current().revision)


def serve(listener: socket.socket, *, workers: int, greeting: str) -> NoReturn:
    """Serves until SIGINT or SIGTERM, then ends the process by SystemExit. Prints when it answers."""

    def announce(arbiter: Any) -> None:
        print(greeting, flush=True)

    application = _Application(
        {
            # gunicorn closes the socket itself, so it must be nobody else's.
            "bind": [f"fd://{listener.detach()}"],
            "worker_class": "gthread",
            "workers": workers,
            "threads": THREADS,
            "timeout": REQUEST_SECONDS,
            "graceful_timeout": 5,
            "loglevel": "warning",
            "proc_name": "errorkb",
            "when_ready": announce,
            "post_worker_init": post_worker_init,
            "control_socket_disable": True,
            # The longest that gunicorn takes: a whole message may be searched for, each byte of it as %XX.
            "limit_request_line": 8190,
            # No access log: an address may hold what somebody searched for.
            "accesslog": None,
        }
    )
    arbiter = os.getpid()
    try:
        application.run()
    except SystemExit as ending:
        if os.getpid() != arbiter:
            # A forked worker ends here: what this process started is not the worker's to stop.
            os._exit(ending.code if isinstance(ending.code, int) else 1)
        raise
    sys.exit(0)
