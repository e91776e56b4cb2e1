"""A replay as JUnit XML, which CI systems show as a test run: a test case a step.

Shape: the `testsuites` / `testsuite` / `testcase` elements that Ant's JUnit task writes and that GitLab, Jenkins and
GitHub's actions read. A mismatch is a `failure`, an unknown an `error`, a step that was not reached is `skipped`.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from datetime import UTC, datetime

from gui_rec.model.verdict import Verdict
from gui_rec.replayer.report import RunReport, StepReport

# What XML 1.0 cannot hold, not even as a reference; a phone's texts may.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_junit(report: RunReport) -> str:
    """The document as text, ending in a newline."""
    suites = ElementTree.Element("testsuites", {"name": "gui-rec replay"})
    suite = ElementTree.SubElement(suites, "testsuite", _totals(report))
    properties = ElementTree.SubElement(suite, "properties")
    for name in ("run_id", "recording", "device", "tolerance", "replayed_episode_id"):
        value = getattr(report, name)
        if value is not None:
            ElementTree.SubElement(properties, "property", {"name": name, "value": plain(str(value))})
    for step in report.steps:
        _add_case(suite, report, step)
    for number in range(report.not_run):
        case = ElementTree.SubElement(suite, "testcase", {"classname": plain(report.episode_id), "time": "0"})
        case.set("name", f"step not reached ({number + 1} of {report.not_run})")
        ElementTree.SubElement(case, "skipped", {"message": "the replay stopped before this step"})
    return document(suites)


def document(suites: ElementTree.Element) -> str:
    """The whole document as text, ending in a newline."""
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suites, encoding="unicode")}\n'


def _totals(report: RunReport) -> dict[str, str]:
    kinds = [step.verdict.verdict for step in report.steps if not step.passes]
    started = datetime.fromtimestamp(report.started_at_us / 1e6, UTC)
    return {
        "name": plain(report.goal or report.episode_id),
        "tests": str(len(report.steps) + report.not_run),
        "failures": str(kinds.count(Verdict.MISMATCH)),
        "errors": str(kinds.count(Verdict.UNKNOWN)),
        "skipped": str(report.not_run),
        "time": f"{sum(step.elapsed_ms for step in report.steps) / 1000:.3f}",
        "timestamp": started.strftime("%Y-%m-%dT%H:%M:%S"),
    }


def _add_case(suite: ElementTree.Element, report: RunReport, step: StepReport) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        {
            "classname": plain(report.episode_id),
            "name": plain(f"step {step.index} {step.action}"),
            "time": f"{step.elapsed_ms / 1000:.3f}",
        },
    )
    if step.answer is not None and step.is_accepted:
        said = ElementTree.SubElement(case, "system-out")
        said.text = plain(f"accepted by a person ({step.answer.note or 'no reason'}): {step.line}")
    if step.passes:
        return
    kind = "failure" if step.verdict.verdict is Verdict.MISMATCH else "error"
    problem = ElementTree.SubElement(
        case, kind, {"type": step.verdict.code.value, "message": plain(step.verdict.detail)}
    )
    problem.text = plain(step.line)


def plain(text: str) -> str:
    """The text without what XML 1.0 cannot hold."""
    return _NO_XML.sub("\ufffd", text)
