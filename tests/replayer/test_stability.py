from __future__ import annotations

import io
import json

import pytest
from replay_reports import a_report, a_step
from rich.console import Console

from gui_rec.errors import ExitCode
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.report import StepReport
from gui_rec.replayer.stability import Stability

GOOD = a_step(0)
SHADED = a_step(0, Verdict.ACCEPTABLE)


def bad(index: int, code: Code = Code.NO_EFFECT) -> StepReport:
    return a_step(index, Verdict.MISMATCH, code, "it did not")


def test_a_step_that_is_always_good_is_not_flaky() -> None:
    found = Stability(2, (a_report(GOOD), a_report(SHADED)))
    assert found.flaky == ()
    assert found.exit_code is ExitCode.OK
    assert [step.outcomes for step in found.steps] == [(("ok", 2),)]


def test_a_step_that_always_fails_alike_is_broken_and_not_flaky() -> None:
    found = Stability(2, (a_report(bad(0)), a_report(bad(0))))
    assert found.flaky == ()
    assert found.exit_code is ExitCode.MISMATCH


@pytest.mark.parametrize(
    "runs",
    [
        (a_report(GOOD), a_report(bad(0))),
        (a_report(bad(0)), a_report(bad(0, Code.STATE_MISMATCH))),
    ],
)
def test_a_step_that_varies_is_flaky(runs: tuple[object, ...]) -> None:
    found = Stability(2, runs)  # type: ignore[arg-type]
    assert found.flaky == (0,)
    assert found.exit_code is ExitCode.MISMATCH


def test_what_a_run_did_not_reach_is_told_apart() -> None:
    found = Stability(3, (a_report(GOOD, a_step(1)), a_report(bad(0), not_run=1), a_report(GOOD, a_step(1))))
    first, second = found.steps
    assert (first.passed, first.reached, first.not_reached) == (2, 3, 0)
    assert (second.passed, second.reached, second.not_reached) == (2, 2, 1)
    assert found.flaky == (0,)


def test_a_lost_device_is_device_trouble_and_missing_runs_are_no_success() -> None:
    lost = a_report(a_step(0, Verdict.UNKNOWN, Code.DEVICE_LOST, "gone"))
    assert Stability(3, (a_report(GOOD), lost)).exit_code is ExitCode.DEVICE
    assert Stability(3, (a_report(GOOD),)).exit_code is ExitCode.MISMATCH


def test_the_document_and_the_table_name_the_flaky_step() -> None:
    found = Stability(2, (a_report(GOOD), a_report(bad(0))))
    document = json.loads(json.dumps(found.as_record()))
    assert document["flaky_steps"] == [0]
    assert document["repeat"] == 2
    assert document["passed"] == 1
    assert document["steps"][0]["outcomes"] == {"ok": 1, "mismatch NO_EFFECT": 1}
    assert len(document["runs"]) == 2
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(found.table())
    text = console.export_text()
    assert "1 of 2 replays ok; flaky steps: 0" in text
    assert "mismatch NO_EFFECT (1)" in text
    assert "1/2" in text
