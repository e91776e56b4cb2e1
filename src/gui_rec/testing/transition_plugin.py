"""A pytest plugin that collects what `gui_rec.testing.transition` blocks came to.

It is loaded by pytest wherever gui-rec is installed, so it imports nothing but records: a run without a transition pays
for reading two small files. Verdicts go into the terminal's summary, into each test's properties (JUnit XML), and with
`--gui-rec-report DIR` into a folder. With pytest-xdist they travel with the tests' reports.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gui_rec.testing.verdicts import FOLDER, HEARD, SETTINGS, RecordMode, TransitionVerdict

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

PROPERTY = "gui_rec.transition"
REPORT = "transitions.json"
REPORT_VERSION = 1
_GOOD = ("match", "acceptable")
_collected = pytest.StashKey[list[TransitionVerdict]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options and the ini value."""
    group = parser.getgroup("gui-rec", "transitions of GUI tests")
    group.addoption(
        "--gui-rec-record",
        choices=[mode.value for mode in RecordMode],
        default=RecordMode.NEVER.value,
        help="When a transition is recorded instead of judged: never (the default), where it is missing, or all anew.",
    )
    group.addoption(
        "--gui-rec-recordings",
        metavar="DIR",
        help=f"Where recorded transitions lie; default: the ini value gui_rec_recordings, else {FOLDER} in the root.",
    )
    group.addoption(
        "--gui-rec-report", metavar="DIR", help="Write a report of each transition, and one of all, to DIR."
    )
    parser.addini("gui_rec_recordings", "Where recorded transitions lie, from the root.", default=FOLDER)


def pytest_configure(config: pytest.Config) -> None:
    """Let the run's options hold for its transitions."""
    config.stash[_collected] = []
    asked, report = config.getoption("--gui-rec-recordings"), config.getoption("--gui-rec-report")
    SETTINGS.record = RecordMode(config.getoption("--gui-rec-record"))
    SETTINGS.recordings = Path(asked) if asked else config.rootpath / str(config.getini("gui_rec_recordings"))
    SETTINGS.report = None if report is None else Path(report).absolute()
    HEARD.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let transitions know whose they are."""
    SETTINGS.test = item.nodeid
    try:
        return (yield)
    finally:
        SETTINGS.test = None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Give the verdicts to the test whose phase ends, before its report is made."""
    for verdict in HEARD:
        item.user_properties.append((PROPERTY, replace(verdict, test=item.nodeid).to_json()))
    HEARD.clear()
    return (yield)


class Collector:
    """Takes the verdicts out of the tests' reports; registered where the run is told, not in xdist's workers."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """The last phase of a test has all its properties."""
        if report.when == "teardown":
            told = [value for name, value in report.user_properties if name == PROPERTY]
            self.config.stash[_collected] += [TransitionVerdict.from_json(str(text)) for text in told]

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        """A line for the counts, a line for each that was not verified, and where the report lies."""
        verdicts = self.config.stash[_collected]
        if not verdicts:
            return
        terminalreporter.section("gui-rec transitions")
        for verdict in verdicts:
            if verdict.verdict not in _GOOD:
                terminalreporter.line(f"{verdict.test}: {verdict.name}: {_words(verdict)}")
        counts = Counter(verdict.verdict for verdict in verdicts)
        told = ", ".join(f"{number} {name}" for name, number in counts.most_common())
        terminalreporter.line(f"{len(verdicts)} transition(s): {told}")
        if SETTINGS.report is not None:
            terminalreporter.line(f"report: {_write(verdicts, SETTINGS.report)}")


def _words(verdict: TransitionVerdict) -> str:
    told = verdict.line or verdict.detail
    return f"{verdict.verdict}: {told}".replace("\n", " ")


def _write(verdicts: list[TransitionVerdict], folder: Path) -> Path:
    """The one document of all, put there by rename."""
    from dataclasses import asdict

    folder.mkdir(parents=True, exist_ok=True)
    target, fresh = folder / REPORT, folder / f"{REPORT}.new"
    document = {"report_version": REPORT_VERSION, "transitions": [asdict(each) for each in verdicts]}
    fresh.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    fresh.replace(target)
    return target


def pytest_sessionstart(session: pytest.Session) -> None:
    """Collect where the run is told."""
    if not hasattr(session.config, "workerinput"):
        session.config.pluginmanager.register(Collector(session.config), "gui-rec-transitions")
