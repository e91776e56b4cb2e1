from __future__ import annotations

import json
from dataclasses import replace

from observations import look
from shop import SHOP, tap

from gui_rec.model.geometry import Rect
from gui_rec.model.step import Sent, Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.judge import judge, judge_pre
from gui_rec.replayer.locate import Located
from gui_rec.replayer.outcomes import Outcome, RunFrame, failure, step_report

LIST = look(SHOP["list"].elements, activity=".List").seen
ITEM = look(SHOP["item"].elements, activity=".Item").seen
STEP = Step(3, LIST, tap(40), ITEM)
FRAME = RunFrame("RUN", "EPISODE", "a1b2")
LOCATED = Located(tap(40), "selector", Rect(4, 40, 104, 60), 0.98)


def test_a_match_has_no_deciding_check() -> None:
    report = step_report(FRAME, STEP, Outcome(judge(STEP, LIST, ITEM), STEP, LOCATED), 700)
    assert (report.index, report.acted, report.located, report.decided_by) == (3, True, "selector", None)
    assert report.numbers == {}
    row = report.verdict
    assert (row.run_id, row.episode_id, row.step_index, row.device) == ("RUN", "EPISODE", 3, "a1b2")
    evidence = json.loads(row.evidence)
    assert evidence["elapsed_ms"] == 700
    assert evidence["located"]["bounds_px"] == [4, 40, 104, 60]
    assert evidence["located"]["action"]["type"] == "tap"


def test_a_mismatch_names_its_check_and_numbers() -> None:
    report = step_report(FRAME, STEP, Outcome(judge(STEP, LIST, LIST), STEP, LOCATED), 700)
    assert report.decided_by == "no_effect"
    assert report.numbers["recorded_edits"]
    assert ITEM.state_key is not None
    assert ITEM.state_key.state in report.expected


def test_nothing_done_is_measured_against_the_pre_state() -> None:
    report = step_report(FRAME, STEP, Outcome(judge_pre(STEP, ITEM)), 5)
    assert not report.acted
    assert LIST.state_key is not None
    assert LIST.state_key.state in report.expected
    assert json.loads(report.verdict.evidence)["located"] is None


def test_a_failure_without_a_comparison_keeps_what_was_compared_before() -> None:
    before = judge_pre(STEP, LIST)
    judged = failure(
        Verdict.MISMATCH, Code.TARGET_NOT_FOUND, "not there", "locate", before, {"candidates": "x"}
    )
    assert judged.deciding is not None
    assert (judged.deciding.name, judged.deciding.numbers) == ("locate", {"candidates": "x"})
    assert judged.evidence == before.evidence
    bare = failure(Verdict.UNKNOWN, Code.DEVICE_LOST, "gone", "device")
    report = step_report(FRAME, STEP, Outcome(bare), 5)
    assert report.seen == "nothing"


def test_the_ledger_says_how_far_the_action_came() -> None:
    sent = Sent("input tap 5 6", "input tap", 0, "", 10, 20)
    judged = judge(STEP, LIST, ITEM)
    lost = failure(Verdict.UNKNOWN, Code.DEVICE_LOST, "gone", "device")
    for outcome, phases in (
        (Outcome(judge_pre(STEP, ITEM)), ["planned"]),
        (Outcome(judged, STEP, LOCATED), ["planned", "observed"]),
        (Outcome(judged, replace(STEP, sent=sent), LOCATED), ["planned", "dispatched", "observed"]),
        (Outcome(lost, replace(STEP, sent=sent), LOCATED), ["planned", "dispatched"]),
    ):
        ledger = json.loads(step_report(FRAME, STEP, outcome, 5).verdict.evidence)["ledger"]
        assert ledger["phases"] == phases
        dispatched = {"method": "input tap", "exit_status": 0, "started_us": 10, "ended_us": 20}
        assert ledger["sent"] == (dispatched if "dispatched" in phases else None)
