"""How a request that failed is logged: by its id and the code that failed, without anything a user wrote."""

import logging
import traceback


class FailureFormatter(logging.Formatter):
    """Django's lines have the address, which may hold what somebody searched for, and an exception's text
    may quote what was pasted. Instead: the request's id and route, and of exceptions their classes and where
    they were raised."""

    def format(self, record: logging.LogRecord) -> str:
        request = getattr(record, "request", None)
        match = getattr(request, "resolver_match", None)
        what = f"{getattr(request, 'method', None) or '?'} {match.route if match else 'no route'}"
        status = getattr(record, "status_code", "?")
        line = f"{self.formatTime(record)} {record.levelname} {record.name}: "
        line += f"{status} {what}, request {getattr(request, 'request_id', '?')}"
        error = record.exc_info[1] if record.exc_info else None
        return f"{line}\n{_told(error)}" if error is not None else line


def _told(error: BaseException) -> str:
    """The chain, its causes first, as tracebacks whose last lines name the class only."""
    parts = []
    seen: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in seen:
        seen.append(cause)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    for one in reversed(seen):
        frames = "".join(traceback.format_tb(one.__traceback__))
        parts.append(f"{frames}{type(one).__module__}.{type(one).__qualname__}")
    return "\n\n".join(parts)
