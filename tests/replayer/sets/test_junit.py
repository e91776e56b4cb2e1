"""A set as JUnit XML, as a CI system reads it."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace

from replay_sets import a_set, a_step_result, an_attempt, an_item

from gui_rec.replayer.sets.junit import set_junit
from gui_rec.replayer.sets.results import AttemptEnd

BLIND = replace(a_step_result(0, "OPAQUE_SCREEN", "no hierarchy"), verdict="unknown")
BAD = an_attempt(AttemptEnd.FAILED, a_step_result(2, "NO_EFFECT", "as \x00 before <&>"))
LOST = an_attempt(AttemptEnd.DIED, said="its process was ended by SIGKILL", device="device_2")


def test_a_test_case_a_trajectory() -> None:
    report = a_set(
        an_item("good", an_attempt()),
        an_item("flaky", BAD, an_attempt()),
        an_item("bad", BAD),
        an_item("blind", an_attempt(AttemptEnd.FAILED, BLIND)),
        an_item("lost", LOST, LOST, given_back=1),
        an_item("refused", an_attempt(AttemptEnd.REFUSED, said="no such episode")),
        an_item("none", goal=None),
    )
    suite = ElementTree.fromstring(set_junit(report)).find("testsuite")
    assert suite is not None
    totals = [suite.get(name) for name in ("tests", "failures", "errors", "skipped")]
    assert totals == ["7", "1", "3", "1"]
    cases = {str(case.get("name")): case for case in suite.findall("testcase")}
    assert list(cases) == [
        *(f"Buy ({name})" for name in ("good", "flaky", "bad", "blind", "lost", "refused")),
        "none",
    ]
    kinds = {name: [each.tag for each in case if each.tag != "properties"] for name, case in cases.items()}
    assert kinds == {
        "Buy (good)": [],
        "Buy (flaky)": ["flakyFailure"],
        "Buy (bad)": ["failure"],
        "Buy (blind)": ["error"],
        "Buy (lost)": ["error"],
        "Buy (refused)": ["error"],
        "none": ["skipped"],
    }
    failure = cases["Buy (bad)"].find("failure")
    assert failure is not None
    assert failure.get("type") == "NO_EFFECT"
    assert failure.get("message") == "step 2: as \ufffd before <&>"
    assert "expected a; seen b; edits=1" in (failure.text or "")
    lost = cases["Buy (lost)"].find("error")
    assert lost is not None
    assert lost.get("message") == "its process was ended by SIGKILL"
    told = {each.get("name"): each.get("value") for each in cases["Buy (lost)"].iter("property")}
    assert told == {
        "ending": "lost",
        "attempts": "2",
        "devices": "device_2, device_2",
        "given_back": "1",
    }
