"""`--on-mismatch ask`: who is asked decides, once a step, and a verdict stays what it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from shop import BUY, changed, label, record_shop, shop

from gui_rec.errors import ExitCode, UsageError
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.asking import NEVER_ASKED, Answer, Choice, Question
from gui_rec.replayer.config import OnMismatch, ReplayConfig
from gui_rec.replayer.report import RunReport
from gui_rec.replayer.session import replay
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.fake_device import FakeDevice

ASK = ReplayConfig(on_mismatch=OnMismatch.ASK, timeout_s=1)


def dearer() -> FakeDevice:
    return shop(item=changed("item", "$5.00", label(40, "$6.00", "com.example.app:id/price")))


def answered(tmp_path: Path, *answers: Answer) -> tuple[RunReport, FakeDevice, list[Question]]:
    """The shop with another price, replayed by somebody who answers so."""
    recording, device = record_shop(tmp_path / "buy"), dearer()
    asked: list[Question] = []

    def ask(question: Question) -> Answer:
        asked.append(question)
        return answers[len(asked) - 1]

    return replay(recording, device, ASK, clock=device.clock, ask=ask), device, asked


def test_stop_ends_the_replay(tmp_path: Path) -> None:
    report, device, asked = answered(tmp_path, Answer(Choice.STOP))
    assert [step.verdict.code for step in report.steps] == [Code.STATE_MISMATCH]
    assert report.not_run == 1
    assert device.performed == [BUY[0]]
    (question,) = asked
    assert (question.step_index, question.acted) == (0, True)
    assert question.judgement.code is Code.STATE_MISMATCH
    assert question.expected != question.seen


def test_continue_goes_on_and_asks_before_a_step_on_another_page(tmp_path: Path) -> None:
    report, device, asked = answered(tmp_path, Answer(Choice.CONTINUE), Answer(Choice.CONTINUE))
    assert [question.acted for question in asked] == [True, False]
    assert [question.step_index for question in asked] == [0, 1]
    assert device.performed == list(BUY), "going on performs the step all the same"
    assert not report.ok
    assert report.exit_code is ExitCode.MISMATCH


def test_a_step_is_not_performed_on_another_page_when_the_person_stops_there(tmp_path: Path) -> None:
    report, device, _ = answered(tmp_path, Answer(Choice.CONTINUE), Answer(Choice.STOP))
    assert device.performed == [BUY[0]]
    assert [step.acted for step in report.steps] == [True, False]


def test_accepted_steps_pass_and_keep_their_verdicts(tmp_path: Path) -> None:
    report, _, _ = answered(tmp_path, Answer(Choice.ACCEPT, "a new price"), Answer(Choice.ACCEPT))
    assert report.ok
    assert report.exit_code is ExitCode.OK
    assert [step.verdict.verdict for step in report.steps] == [Verdict.MISMATCH, Verdict.MISMATCH]
    documents = report.as_record()["steps"]
    assert isinstance(documents, list)
    assert [(each["accepted"], each["note"]) for each in documents] == [(True, "a new price"), (True, None)]
    rows = open_trajectories(tmp_path / "buy").verdicts()
    assert {row.verdict for row in rows} == {Verdict.MISMATCH}, "an accepted step never becomes a label"


@pytest.mark.parametrize("code", NEVER_ASKED)
def test_what_nobody_can_go_on_after_is_not_asked_about(tmp_path: Path, code: Code) -> None:
    recording, device = record_shop(tmp_path / "buy"), shop()
    if code is Code.DEVICE_LOST:
        device.drop_next_answer()
    else:
        milk = next(e for e in device.screens["list"].elements if e.text == "Milk")
        twice = (*device.screens["list"].elements, milk)
        device.screens = {**device.screens, "list": type(device.screens["list"])(twice, activity=".List")}

    def nobody(question: Question) -> Answer:
        raise AssertionError(f"asked about {question}")

    report = replay(recording, device, ASK, clock=device.clock, ask=nobody)
    assert report.steps[-1].verdict.code is code


def test_with_nobody_to_ask_nothing_begins(tmp_path: Path) -> None:
    recording, device = record_shop(tmp_path / "buy"), shop()
    with pytest.raises(UsageError, match="somebody to ask"):
        replay(recording, device, ASK, clock=device.clock)
    assert device.performed == []
