"""A replay as JUnit XML: what CI systems count, and text that XML can hold."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from replay_reports import a_report, a_step

from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.asking import Answer, Choice
from gui_rec.replayer.junit import to_junit
from gui_rec.replayer.report import RunReport


def suite_of(report: RunReport) -> ElementTree.Element:
    suite = ElementTree.fromstring(to_junit(report).encode()).find("testsuite")
    assert suite is not None
    return suite


def test_a_mismatch_is_a_failure_an_unknown_an_error_and_the_rest_is_skipped() -> None:
    failed = a_step(1, Verdict.MISMATCH, Code.STATE_MISMATCH, "price: '$5' -> '$6'")
    unknown = a_step(2, Verdict.UNKNOWN, Code.OPAQUE_SCREEN, "cannot be told")
    suite = suite_of(a_report(a_step(), failed, unknown, not_run=2))
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped", "time", "name")}
    assert counts == {
        "tests": "5",
        "failures": "1",
        "errors": "1",
        "skipped": "2",
        "time": "3.600",
        "name": "Buy",
    }
    cases = suite.findall("testcase")
    assert [[child.tag for child in case] for case in cases] == [
        [],
        ["failure"],
        ["error"],
        ["skipped"],
        ["skipped"],
    ]
    failure = cases[1].find("failure")
    assert failure is not None
    assert (failure.get("type"), failure.get("message")) == ("STATE_MISMATCH", "price: '$5' -> '$6'")
    assert failed.line == failure.text


def test_what_it_ran_on_stands_in_the_properties() -> None:
    suite = suite_of(a_report(a_step()))
    properties = {item.get("name"): item.get("value") for item in suite.iter("property")}
    assert properties == {"run_id": "R", "recording": "a.parquet", "device": "fake", "tolerance": "dynamic"}


@given(st.text(), st.text())
def test_any_text_is_xml(goal: str, detail: str) -> None:
    report = replace(
        a_report(a_step(0, Verdict.MISMATCH, Code.NO_EFFECT, detail or "x")),
        goal=goal.encode(errors="replace").decode(),
    )
    assert suite_of(report).get("tests") == "1"


def test_a_step_that_a_person_let_pass_is_no_failure_and_says_so() -> None:
    failed = a_step(1, Verdict.MISMATCH, Code.NO_EFFECT, "nothing moved")
    report = a_report(a_step(0), replace(failed, answer=Answer(Choice.ACCEPT, "known")))
    (suite,) = ElementTree.fromstring(to_junit(report)).iter("testsuite")
    assert (suite.get("tests"), suite.get("failures")) == ("2", "0")
    (said,) = suite.iter("system-out")
    assert "accepted by a person (known): step 1" in (said.text or "")
    assert not list(suite.iter("failure"))
