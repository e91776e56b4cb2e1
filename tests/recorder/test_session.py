from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from shop import BUY, shop, tap

from gui_rec.capture.steps import CUT_SHORT
from gui_rec.errors import (
    ActionUnsupportedError,
    DeviceLostError,
    DiskFullError,
    OutputExistsError,
    UsageError,
)
from gui_rec.model.actions import (
    Action,
    Answer,
    Finish,
    FinishStatus,
    Invalid,
    Note,
    Pinch,
    Takeover,
    Tap,
    Type,
)
from gui_rec.model.episode import Expectation, Outcome
from gui_rec.model.flags import EndReason, Flag
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.step import Sent
from gui_rec.model.verdict import Code
from gui_rec.recorder import Recorder, RecorderConfig
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter
from gui_rec.testing.fake_device import FakeDevice


def ended(out: Path) -> EndReason | None:
    (episode,) = open_trajectories(out).episodes
    return None if episode.end is None else episode.end.reason


def test_a_session_records_transitions_that_chain(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    with Recorder(
        device, out, goal="Buy milk", annotator="ana", task_id="t1", clock=device.clock
    ) as recorder:
        first = recorder.do(BUY[0], thought="There it is.", operation="Open Milk", raw="click()", dialect="x")
        second = recorder.do(BUY[1])
        path = recorder.finish("success")
    assert path.is_file()
    opened = open_trajectories(out)
    steps = list(opened.steps())
    assert steps == [first, second]
    assert steps[0].post.state_key == steps[1].pre.state_key
    assert (steps[0].thought, steps[0].operation, steps[0].operation_source) == (
        "There it is.",
        "Open Milk",
        "api",
    )
    assert (steps[0].action_raw, steps[0].action_dialect) == ("click()", "x")
    assert steps[0].target is not None
    assert steps[0].target.text == "Milk"
    info = opened.episodes[0].info
    assert (info.goal, info.annotator, info.task_id, info.source) == ("Buy milk", "ana", "t1", "api")
    assert ended(out) is EndReason.CLAIMED_SUCCESS


def test_a_single_file(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "traj.parquet"
    with Recorder(device, out, clock=device.clock) as recorder:
        recorder.do(BUY[0])
    assert recorder.path == out
    assert len(list(open_trajectories(out).steps())) == 1


def test_the_serial_stays_out_of_the_file(tmp_path: Path) -> None:
    ids = []
    for name, config in (("a", None), ("b", None), ("c", RecorderConfig(keep_serial=True))):
        device = shop()
        device.serial = "R58M12345X"
        with Recorder(device, tmp_path / name, clock=device.clock, config=config) as recorder:
            recorder.do(BUY[0])
        ids.append(open_trajectories(tmp_path / name).episodes[0].info.device.serial_id)
    assert ids[2] == "R58M12345X"
    assert len(set(ids)) == 3
    assert all("R58M" not in (name or "") for name in ids[:2])


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Finish(FinishStatus.SUCCESS), EndReason.CLAIMED_SUCCESS),
        (Finish(FinishStatus.INFEASIBLE), EndReason.CLAIMED_INFEASIBLE),
        (Finish(), EndReason.FINISHED),
        (Answer("42"), EndReason.ANSWERED),
        (Takeover(), EndReason.TAKEOVER),
        (Note("n"), EndReason.STOPPED),
        (Invalid("tap(", "no end"), EndReason.STOPPED),
    ],
)
def test_words_are_steps_that_touch_nothing_and_say_how_it_ended(
    action: Finish | Answer | Takeover | Note | Invalid, reason: EndReason, tmp_path: Path
) -> None:
    device, out = shop(), tmp_path / "run"
    with Recorder(device, out, clock=device.clock) as recorder:
        step = recorder.do(action)
    assert device.performed == []
    assert step.sent is None
    assert step.claimed == (action.status.value if isinstance(action, Finish) else None)
    assert ended(out) is reason


def interrupted(recorder: Recorder) -> None:
    with recorder:
        recorder.do(BUY[0])
        raise KeyboardInterrupt


def test_ctrl_c_keeps_what_was_finished(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        interrupted(Recorder(device, out, clock=device.clock))
    assert ended(out) is EndReason.INTERRUPTED
    assert len(list(open_trajectories(out).steps())) == 1


@pytest.mark.parametrize("passed_on", [False, True])
def test_an_action_whose_outcome_nobody_waited_for_is_kept_and_says_so(
    tmp_path: Path, passed_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, out = shop(), tmp_path / "run"
    performed = FakeDevice.perform

    def perform(self: FakeDevice, action: Action, size: ScreenSize) -> Sent:
        monkeypatch.setattr(FakeDevice, "screenshot", interrupt)
        return performed(self, action, size)

    def interrupt(_self: FakeDevice) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(FakeDevice, "perform", perform)
    recorder = Recorder(device, out, clock=device.clock)

    def act() -> None:
        if passed_on:
            recorder.pass_on(BUY[0], device, pre=recorder.rest().observation, flags=(Flag.PRE_STATE_STALE,))
        else:
            recorder.do(BUY[0])

    with pytest.raises(KeyboardInterrupt), recorder:
        act()
    assert ended(out) is EndReason.INTERRUPTED
    (step,) = open_trajectories(out).steps()
    assert step.action == BUY[0]
    assert step.sent is not None
    assert step.result_detail == CUT_SHORT
    assert (step.settled, step.post.is_usable) == (False, False)
    assert Flag.UNSETTLED in step.flags
    assert (Flag.PRE_STATE_STALE in step.flags) is passed_on


@pytest.mark.parametrize("error", [KeyboardInterrupt(), DeviceLostError("unplugged")])
def test_an_error_right_after_a_resume_leaves_the_recording_open(
    tmp_path: Path, error: BaseException
) -> None:
    device, out = shop(), tmp_path / "run"
    crashed = Recorder(device, out, clock=device.clock)
    crashed.__enter__()
    crashed.do(BUY[0])
    crashed.let_go()
    with pytest.raises(type(error)) as told, Recorder(device, out, clock=device.clock, resume=True):
        raise error
    assert "open with its 1 step(s); --resume goes on" in "".join(told.value.__notes__)
    with Recorder(device, out, clock=device.clock, resume=True) as again:
        again.do(BUY[1])
    assert len(list(open_trajectories(out).steps())) == 2


def test_an_error_after_more_steps_closes_it(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    crashed = Recorder(device, out, clock=device.clock)
    crashed.__enter__()
    crashed.let_go()
    assert not out.exists()
    with pytest.raises(KeyboardInterrupt):
        interrupted(Recorder(device, out, clock=device.clock))
    assert ended(out) is EndReason.INTERRUPTED


def test_a_device_lost_after_the_action_keeps_the_step(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    device.drop_next_answer()
    with (
        pytest.raises(DeviceLostError, match="step 0"),
        Recorder(device, out, clock=device.clock) as recorder,
    ):
        recorder.do(BUY[0])
    (step,) = open_trajectories(out).steps()
    assert step.result_code == Code.DEVICE_LOST
    assert not step.post.is_usable
    assert ended(out) is EndReason.DEVICE_LOST


def test_a_refused_action_records_nothing_and_the_session_goes_on(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    with Recorder(device, out, clock=device.clock) as recorder:
        with pytest.raises(ActionUnsupportedError):
            recorder.do(Pinch(0.5, 0.5, 2.0))
        assert recorder.do(BUY[0]).index == 0
    assert len(list(open_trajectories(out).steps())) == 1


def fill_up(recorder: Recorder, fill: Callable[[], object]) -> None:
    with recorder:
        recorder.do(BUY[0])
        fill()
        recorder.do(BUY[1])


def test_a_full_disk_leaves_the_journal_and_says_how_to_recover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, out = shop(), tmp_path / "run"

    def full(self: object, thing: object) -> Path:
        raise DiskFullError("no room")

    recorder = Recorder(device, out, clock=device.clock)
    with pytest.raises(DiskFullError) as caught:
        fill_up(
            recorder, lambda: [monkeypatch.setattr(RecordingWriter, x, full) for x in ("append", "finish")]
        )
    assert any("gui-rec recover" in note for note in caught.value.__notes__)
    monkeypatch.undo()
    with Recorder(device, out, clock=device.clock, resume=True) as recorder:
        assert recorder.do(tap(200)).index == 1
    assert len(list(open_trajectories(out).steps())) == 2


def test_an_existing_output_is_refused_or_moved_aside(tmp_path: Path) -> None:
    out = tmp_path / "run"
    for force in (False, True):
        device = shop()
        with Recorder(device, out, clock=device.clock, force=force) as recorder:
            recorder.do(BUY[0])
    device = shop()
    with pytest.raises(OutputExistsError), Recorder(device, out, clock=device.clock):
        pass


def test_a_step_taken_back_is_skipped(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    with Recorder(device, out, clock=device.clock) as recorder:
        recorder.do(BUY[0])
        recorder.do(BUY[1])
        recorder.withdraw(0)
    assert [step.index for step in open_trajectories(out).steps()] == [1]


def test_typed_text_is_read_back(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    with Recorder(device, out, clock=device.clock) as recorder:
        recorder.do(BUY[0])
        step = recorder.do(Type("two"))
    assert Flag.TEXT_DIFFERS not in step.flags


def test_it_must_be_opened_first(tmp_path: Path) -> None:
    recorder = Recorder(shop(), tmp_path / "run")
    with pytest.raises(UsageError, match="with Recorder"):
        recorder.do(Tap(0.5, 0.5))
    with pytest.raises(UsageError, match="with Recorder"):
        recorder.finish()


def test_an_unknown_ending_is_refused(tmp_path: Path) -> None:
    device = shop()
    with Recorder(device, tmp_path / "run", clock=device.clock) as recorder:
        with pytest.raises(UsageError, match="got 'fine'"):
            recorder.finish("fine")
        assert recorder.finish(EndReason.MAX_STEPS) == recorder.finish()


def test_looking_records_nothing(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    with Recorder(device, out, clock=device.clock) as recorder:
        assert recorder.observe().package == "com.example.app"
        assert recorder.rest().settled
        assert recorder.episode_id
    assert list(open_trajectories(out).steps()) == []


def test_a_session_that_fails_before_its_first_step_leaves_its_place_free(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "t.parquet"
    with pytest.raises(ActionUnsupportedError), Recorder(device, out, clock=device.clock) as recorder:
        recorder.do(Pinch(0.5, 0.5, 2.0))
    assert list(tmp_path.iterdir()) == []
    with Recorder(device, out, clock=device.clock) as recorder:
        recorder.do(BUY[0])
    assert len(list(open_trajectories(out).steps())) == 1


ANSWER = (
    "<think>\nMilk is there.\n</think>\n<operation>\nOpen Milk\n</operation>\n<action>\n"
    "click(x=0.5, y=0.2083)\nwait(seconds=1)\n</action>"
)


def test_a_models_answer_is_one_turn_of_several_rows(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    with Recorder(device, out, clock=device.clock) as recorder:
        steps = recorder.take(ANSWER, "scalecua", prompt_id="p1")
        other = recorder.take("navigate_back()", "scalecua")
    assert [step.action.type for step in steps] == ["tap", "wait"]
    assert {step.turn_id for step in steps} == {steps[0].turn_id}
    assert other[0].turn_id not in (None, steps[0].turn_id)
    for step in steps:
        assert (step.thought, step.operation, step.operation_source) == (
            "Milk is there.",
            "Open Milk",
            "api",
        )
        assert (step.action_raw, step.action_dialect, step.prompt_id) == (ANSWER, "scalecua", "p1")
    assert list(open_trajectories(out).steps()) == [*steps, *other]


def test_an_answer_that_cannot_be_read_is_kept_and_never_performed(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    with Recorder(device, out, clock=device.clock) as recorder:
        (step,) = recorder.take("click(x=0.5", "scalecua")
    assert isinstance(step.action, Invalid)
    assert step.action_raw == "click(x=0.5"
    assert device.performed == []
    assert ended(out) is EndReason.INVALID_ACTION


def test_missing_operations_are_filled_by_template_only_when_asked_for(tmp_path: Path) -> None:
    told = []
    for name, config in (("bare", None), ("filled", RecorderConfig(fill_operations=True))):
        device = shop()
        with Recorder(device, tmp_path / name, clock=device.clock, config=config) as recorder:
            recorder.do(BUY[0], operation="Open it")
            recorder.do(BUY[1])
        steps = open_trajectories(tmp_path / name).steps()
        told.append([(step.operation, step.operation_source) for step in steps])
    assert told[0] == [("Open it", "api"), (None, None)]
    assert told[1] == [("Open it", "api"), ("Tap 'Add to cart'", "rule:operation")]


def test_the_persons_outcome_and_what_was_expected(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    held = Expectation("activity", ".List", ".List", True)
    with Recorder(device, out, clock=device.clock) as recorder:
        recorder.do(BUY[0])
        recorder.finish(outcome=Outcome.FAILURE, expectations=(held,))
    (episode,) = open_trajectories(out).episodes
    assert episode.end is not None
    assert (episode.end.outcome, episode.end.expectations) == ("failure", (held,))
    assert episode.end.reason is EndReason.FINISHED


def test_a_discarded_episode_is_kept_and_no_reader_takes_it_for_data(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    for outcome in (Outcome.DISCARDED, Outcome.SUCCESS):
        device.clock.advance(1)
        with Recorder(device, out, clock=device.clock, extend=True) as recorder:
            recorder.do(Note("n"))
            recorder.finish(outcome=outcome)
    opened = open_trajectories(out)
    assert [len(part) for part in (opened.episodes, opened.discarded, opened.every_episode)] == [1, 1, 2]
    thrown = opened.discarded[0].info.episode_id
    assert list(opened.steps(thrown)) == []
    assert [step.withdrawn for step in opened.steps(thrown, withdrawn=True)] == [True]
    assert len(list(opened.steps(withdrawn=True))) == 1


@pytest.mark.parametrize("outcome", [Outcome.DISCARDED, Outcome.SUCCESS])
def test_what_the_person_said_holds_when_the_writing_of_it_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outcome: Outcome
) -> None:
    device, out = shop(), tmp_path / "run"

    def interrupt(*_: object) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr("gui_rec.store.compaction.write_shard", interrupt)

    def session() -> None:
        with Recorder(device, out, clock=device.clock, extend=True) as recorder:
            recorder.do(Note("n"))
            recorder.finish(outcome=outcome)

    with pytest.raises(KeyboardInterrupt):
        session()
    (episode,) = open_trajectories(out).every_episode
    assert episode.end is not None
    assert episode.end.outcome == outcome.value
    assert episode.withdrawn_count == (outcome is Outcome.DISCARDED)


def test_an_episode_without_a_step_can_be_left_out(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    with Recorder(device, out, clock=device.clock, extend=True) as recorder:
        recorder.discard()
    assert not any(out.rglob("*.parquet"))


def with_free_bytes(monkeypatch: pytest.MonkeyPatch, free: list[int]) -> None:
    """The disk has what `free` says, look after look; the last one stays."""

    class Usage:
        @property
        def free(self) -> int:
            return free.pop(0) if free[1:] else free[0]

    monkeypatch.setattr("gui_rec.store.room.shutil.disk_usage", lambda _path: Usage())


def test_a_session_ends_in_order_before_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, out = shop(), tmp_path / "run"
    with_free_bytes(monkeypatch, [1 << 40, 1 << 40, 1 << 20])
    with Recorder(device, out, clock=device.clock) as recorder:
        recorder.do(BUY[0])
        with pytest.raises(
            DiskFullError, match=r"1 MB are left, of which 256 MB are to stay free; step 1 and"
        ):
            recorder.do(BUY[1])
        recorder.finish(EndReason.DISK_FULL)
    assert ended(out) is EndReason.DISK_FULL
    assert [step.index for step in open_trajectories(out).steps()] == [0, 1]


def test_without_room_for_a_step_nothing_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    device, out = shop(), tmp_path / "run"
    with_free_bytes(monkeypatch, [1 << 20])
    with (
        pytest.raises(DiskFullError, match="nothing more was recorded"),
        Recorder(device, out, clock=device.clock),
    ):
        raise AssertionError("not reached")
    assert not out.exists()


def test_a_recording_without_room_to_go_on_stays_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, out = shop(), tmp_path / "run"
    writer = Recorder(device, out, clock=device.clock).__enter__()
    writer.do(BUY[0])
    writer._open.close()
    with monkeypatch.context() as patch:
        with_free_bytes(patch, [1 << 20])
        with pytest.raises(DiskFullError), Recorder(device, out, clock=device.clock, resume=True):
            raise AssertionError("not reached")
    with Recorder(device, out, clock=device.clock, resume=True) as again:
        assert again.next_index == 1


def test_a_device_that_comes_back_within_a_minute_goes_on(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    with Recorder(device, out, clock=device.clock) as recorder:
        recorder.do(BUY[0])
        device.fail_next("focus", DeviceLostError("unplugged"), times=80)
        step = recorder.do(BUY[1])
    assert Flag.DEVICE_RECONNECTED in step.flags
    assert [step.index for step in open_trajectories(out).steps()] == [0, 1]


def test_a_source_knows_why_it_ended_unless_somebody_knows_better(tmp_path: Path) -> None:
    for name, status in (("own", None), ("told", "stopped")):
        device = shop()
        with Recorder(device, tmp_path / name, clock=device.clock) as recorder:
            recorder.ends(EndReason.FINISHED, "the agent exited with 0")
            recorder.finish(status)
        end = open_trajectories(tmp_path / name).episodes[0].end
        assert end is not None
        assert (end.reason, end.message) == (EndReason(status or "finished"), "the agent exited with 0")


def test_a_session_goes_on_with_the_display_it_began_with(tmp_path: Path) -> None:
    device, out = shop(), tmp_path / "run"
    device.display_number = 1
    writer = Recorder(device, out, clock=device.clock).__enter__()
    writer.do(BUY[0])
    writer._open.close()
    other = shop()
    with (
        pytest.raises(UsageError, match="display 1, which it began with, got display 0; give --display 1"),
        Recorder(other, out, clock=other.clock, resume=True),
    ):
        raise AssertionError("not reached")
    with Recorder(device, out, clock=device.clock, resume=True) as again:
        assert again.next_index == 1
