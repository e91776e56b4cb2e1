"""A set of replays as JUnit XML: a test case a trajectory.

A trajectory with a step that does not match is a `failure`; one that could not be judged, that was refused or lost, an
`error`; one that nobody got to, `skipped`. The failed attempts of a flaky one are `flakyFailure`, as Maven's Surefire writes them
(its XML schema, `surefire-test-report`); readers that do not know the element show a passed test.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from datetime import UTC, datetime

from gui_rec.model.verdict import Verdict
from gui_rec.replayer.junit import document, plain
from gui_rec.replayer.sets.report import SetReport
from gui_rec.replayer.sets.results import Attempt, Ending, ItemResult

_GOOD = (Ending.PASSED, Ending.FLAKY, Ending.NOT_RUN)


def set_junit(report: SetReport) -> str:
    """The document as text, ending in a newline."""
    suites = ElementTree.Element("testsuites", {"name": "gui-rec replay"})
    suite = ElementTree.SubElement(suites, "testsuite", _totals(report))
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in (("set_id", report.set_id), ("recording", report.recording), ("shard", report.shard)):
        if value is not None:
            ElementTree.SubElement(properties, "property", {"name": name, "value": plain(value)})
    for item in report.items:
        _add_case(suite, item)
    return document(suites)


def _totals(report: SetReport) -> dict[str, str]:
    endings = [item.ending for item in report.items]
    kinds = [_kind(item) for item in report.items]
    spent_ms = sum(attempt.elapsed_ms for item in report.items for attempt in item.attempts)
    started = datetime.fromtimestamp(report.started_at_us / 1e6, UTC)
    return {
        "name": plain(report.recording),
        "tests": str(len(endings)),
        "failures": str(kinds.count("failure")),
        "errors": str(kinds.count("error")),
        "skipped": str(endings.count(Ending.NOT_RUN)),
        "time": f"{spent_ms / 1000:.3f}",
        "timestamp": started.strftime("%Y-%m-%dT%H:%M:%S"),
    }


def _add_case(suite: ElementTree.Element, item: ItemResult) -> None:
    spent_ms = sum(attempt.elapsed_ms for attempt in item.attempts)
    name = item.episode_id if item.goal is None else f"{item.goal} ({item.episode_id})"
    case = ElementTree.SubElement(
        suite,
        "testcase",
        {"classname": plain(item.recording), "name": plain(name), "time": f"{spent_ms / 1000:.3f}"},
    )
    _add_properties(case, item)
    if item.ending is Ending.FLAKY:
        for attempt in item.attempts:
            if attempt.failed_step is not None:
                _add_problem(case, "flakyFailure", attempt, attempt.why)
    elif item.ending is Ending.NOT_RUN:
        ElementTree.SubElement(
            case, "skipped", {"message": "the set ended before this trajectory was replayed"}
        )
    elif item.decisive is not None and (kind := _kind(item)) is not None:
        _add_problem(case, kind, item.decisive, item.why)


def _kind(item: ItemResult) -> str | None:
    """`failure` where a step is a mismatch, `error` where nothing could be said; None for what is neither."""
    if item.ending in _GOOD:
        return None
    step = None if item.decisive is None else item.decisive.failed_step
    is_judged = item.ending is Ending.FAILED and (step is None or step.verdict != Verdict.UNKNOWN)
    return "failure" if is_judged else "error"


def _add_properties(case: ElementTree.Element, item: ItemResult) -> None:
    properties = ElementTree.SubElement(case, "properties")
    told = {
        "ending": item.ending.value,
        "attempts": str(len(item.attempts)),
        "devices": ", ".join(attempt.device for attempt in item.attempts),
        "given_back": str(item.given_back),
    }
    for name, value in told.items():
        ElementTree.SubElement(properties, "property", {"name": name, "value": plain(value)})


def _add_problem(case: ElementTree.Element, kind: str, attempt: Attempt, why: str) -> None:
    step = attempt.failed_step
    code = attempt.end.value if step is None else step.code
    message = why if step is None else f"step {step.step_index}: {step.detail}"
    problem = ElementTree.SubElement(case, kind, {"type": plain(code), "message": plain(message)})
    problem.text = plain(why)
