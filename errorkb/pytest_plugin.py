"""``pytest --errorkb``: a failure's report ends with what the base knows about it.

Off unless it is asked for. Nothing that goes wrong here fails a test: the base is asked until it does not
answer, and one line at the end says so.
"""

import traceback
from collections.abc import Generator
from typing import Any

import pytest
from _pytest._code.code import ExceptionRepr

#: Characters of a failure's traceback that are sent, its end.
MAX_TEXT = 200_000
#: Different failures that are asked about in one run: a run that fails everywhere fails for one reason.
MAX_ASKED = 50


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("errorkb", "explain failures from a knowledge base of errors")
    group.addoption("--errorkb", action="store_true", help="end each failure with the entry that explains it")
    group.addoption(
        "--errorkb-server", metavar="URL", default=None,
        help="ask this errorkb (ERRORKB_SERVER in the environment) instead of this machine's base",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("errorkb") or config.getoption("errorkb_server"):
        config.pluginmanager.register(Explainer(config.getoption("errorkb_server")), "errorkb explainer")


class Explainer:
    """Explains the failures of one run."""

    def __init__(self, server: str | None) -> None:
        self._server = server
        self._known: dict[str, str] = {}
        self._trouble = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[Any]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.failed and call.excinfo is not None:
            error = call.excinfo.value
            self._explain(report, "".join(traceback.format_exception(error)))
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        if report.failed:
            self._explain(report, report.longreprtext)
        return report

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._trouble:
            terminalreporter.write_line(f"errorkb: {self._trouble}", yellow=True)

    def _explain(self, report: pytest.TestReport | pytest.CollectReport, text: str) -> None:
        text = text[-MAX_TEXT:]
        if text not in self._known and not self._trouble and len(self._known) < MAX_ASKED:
            self._known[text] = self._asked(text)
        told = self._known.get(text)
        if not told:
            return
        if isinstance(report.longrepr, ExceptionRepr):  # shown whatever --show-capture says
            report.longrepr.addsection("errorkb", told)
        else:
            report.sections.append(("errorkb", told))

    def _asked(self, text: str) -> str:
        # Loaded with the first failure: a run without one pays nothing.
        from errorkb.client import ClientError  # noqa: PLC0415
        from errorkb.questions import asking  # noqa: PLC0415
        from errorkb.reports.summary import lines_of  # noqa: PLC0415
        from errorkb.wording import plain  # noqa: PLC0415

        try:
            told = asking.ask(
                {"server": self._server},
                lambda client: asking.explain(client, text, source="-", limit=1),
            )
        except ClientError as error:
            self._trouble = str(error)
            return ""
        return plain("\n".join(lines_of(told.matches[0]))) if told.matches else ""
