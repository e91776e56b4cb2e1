from __future__ import annotations

import pytest
from fake_app import SCREENS, fake_app

from gui_rec.capture.act import Phase
from gui_rec.capture.observe import Observer
from gui_rec.capture.steps import StepRunner
from gui_rec.errors import (
    ActionUnsupportedError,
    DeviceError,
    DeviceLostError,
    DeviceTimeoutError,
    TextUnsupportedError,
)
from gui_rec.model.actions import Action, Finish, Invalid, Key, Pinch, Tap, Type, Wait
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.observation import Focus, Missing
from gui_rec.model.step import Sent
from gui_rec.model.verdict import Code
from gui_rec.testing.builders import PACKAGE
from gui_rec.testing.fake_device import FakeDevice

OPEN = Tap(x=0.5, y=0.23)
FORM = Tap(x=0.5, y=0.4)
NAME = Tap(x=0.5, y=0.23)


def runner_of(device: FakeDevice, *, first_index: int = 0) -> StepRunner:
    return StepRunner(device, Observer(device, device.clock), device.clock, first_index=first_index)


def test_a_transition_from_start_to_end() -> None:
    device = fake_app(react_s=0.4, versions={PACKAGE: "1.2"})
    step = runner_of(device).run(
        OPEN, thought="open it", operation="open", action_raw="tap", action_dialect="x", action_space="px"
    )
    assert (step.index, step.pre.activity, step.post.activity) == (0, ".Main", ".Page")
    assert step.settled is True
    assert step.settle_ms is not None
    assert step.settle_ms >= 300
    assert step.target is not None
    assert step.target.text == "Open"
    assert step.sent is not None
    assert step.sent.exit_status == 0
    assert step.app_version == "1.2"
    assert (step.thought, step.operation, step.action_raw, step.action_dialect, step.action_space) == (
        "open it",
        "open",
        "tap",
        "x",
        "px",
    )
    assert (step.result_code, step.flags) == (None, ())
    assert device.performed == [OPEN]


def test_the_next_step_takes_the_post_state_over() -> None:
    device = fake_app()
    runner = runner_of(device)
    first = runner.run(OPEN)
    dumps = device.calls["hierarchy"]
    second = runner.run(Key("BACK"))
    assert second.pre is first.post
    assert runner.last is second.post
    assert (second.index, runner.next_index) == (1, 2)
    assert device.calls["hierarchy"] - dumps <= 2, "only the post-state was dumped"


def test_a_screen_that_changed_meanwhile_is_looked_at_anew() -> None:
    device = fake_app()
    runner = runner_of(device)
    first = runner.run(OPEN)
    device.current = "form"
    second = runner.run(Key("BACK"))
    assert second.pre is not first.post
    assert second.pre.activity == ".Form"


def test_a_given_pre_state_is_used() -> None:
    device = fake_app()
    runner = runner_of(device)
    pre = Observer(device, device.clock).observe()
    assert runner.run(OPEN, pre=pre).pre is pre


def test_indices_go_on_where_a_recording_stopped() -> None:
    assert runner_of(fake_app(), first_index=7).run(OPEN).index == 7


def test_until_ends_the_wait_for_the_post_state() -> None:
    device = fake_app(react_s=0.2)
    step = runner_of(device).run(OPEN, until=lambda seen: seen.activity == ".Page")
    assert step.post.activity == ".Page"
    assert step.settled is True


@pytest.mark.parametrize(
    ("action", "error"),
    [(Pinch(x=0.5, y=0.5, scale=2), ActionUnsupportedError), (Type("é"), TextUnsupportedError)],
)
def test_what_cannot_be_sent_uses_no_step(action: Pinch | Type, error: type[Exception]) -> None:
    device = fake_app()
    runner = runner_of(device)
    with pytest.raises(error):
        runner.run(action)
    assert runner.next_index == 0
    assert runner.ledger.phase(0) is Phase.PLANNED
    assert runner.run(OPEN).index == 0


def test_a_device_lost_before_the_dispatch_got_nothing() -> None:
    device = fake_app()
    runner = runner_of(device)
    device.lose()
    with pytest.raises(DeviceLostError):
        runner.run(OPEN)
    assert (runner.next_index, device.performed) == (0, [])


@pytest.mark.parametrize("method", ["screenshot", "perform", "app_version"])
def test_a_device_that_comes_back_before_the_dispatch_is_looked_at_anew(method: str) -> None:
    device = fake_app()
    device.fail_next(method, DeviceLostError("gone"))
    step = runner_of(device).run(OPEN)
    assert Flag.DEVICE_RECONNECTED in step.pre.flags
    assert Flag.DEVICE_RECONNECTED in step.flags
    assert step.target is not None
    assert (step.index, step.post.activity, device.performed) == (0, ".Page", [OPEN])


def test_a_state_that_the_caller_judged_is_not_acted_on_after_a_gap() -> None:
    device = fake_app()
    runner = runner_of(device)
    judged = runner.rest().observation
    device.fail_next("perform", DeviceLostError("gone"))
    with pytest.raises(DeviceLostError):
        runner.run(OPEN, pre=judged)
    assert device.performed == []


def test_the_length_of_a_gap_stands_in_the_step() -> None:
    device = fake_app()
    runner = runner_of(device)
    pre = runner.rest().observation
    device.fail_next("screenshot", DeviceLostError("gone"))
    step = runner.run(OPEN, pre=pre)
    assert step.result_detail == "the device was away for 0.5 s after this was sent"
    assert Flag.DEVICE_RECONNECTED in step.post.flags


def test_a_device_lost_after_the_dispatch_leaves_a_step_whose_outcome_is_unknown() -> None:
    device = fake_app()
    device.drop_next_answer()
    runner = runner_of(device)
    step = runner.run(OPEN)
    assert step.result_code == Code.DEVICE_LOST
    assert step.sent is not None
    assert step.sent.exit_status is None
    assert step.settled is False
    assert not step.post.is_usable
    assert Missing("screenshot", MissingReason.DEVICE_LOST) in step.post.missing
    assert device.performed == [OPEN], "never again"
    with pytest.raises(DeviceLostError):
        runner.run(OPEN)
    device.find_again()
    assert runner.run(Key("BACK")).index == 1


def test_a_device_that_comes_back_is_looked_at_and_the_action_is_not_repeated() -> None:
    device = fake_app()
    device.drop_next_answer(gone_s=4.0)
    runner = runner_of(device)
    step = runner.run(OPEN)
    assert step.post.activity == ".Page"
    assert Flag.DEVICE_RECONNECTED in step.flags
    assert step.result_code is None
    assert step.result_detail is not None
    assert step.result_detail.startswith("DISPATCHED_UNVERIFIED")
    assert device.performed == [OPEN]
    assert runner.ledger.phase(0) is Phase.OBSERVED


def test_a_device_that_comes_back_too_late_is_lost() -> None:
    device = fake_app()
    device.drop_next_answer(gone_s=60.0)
    assert runner_of(device).run(OPEN).result_code == Code.DEVICE_LOST


def test_a_device_that_is_there_but_silent_has_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    device, answer = fake_app(), FakeDevice.focus

    def focus(self: FakeDevice) -> Focus:
        if self.performed:
            raise DeviceTimeoutError("silence")
        return answer(self)

    monkeypatch.setattr(FakeDevice, "focus", focus)
    assert runner_of(device).run(OPEN).result_code == Code.DEVICE_LOST
    assert device.performed == [OPEN]


def test_an_answer_that_did_not_come_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    device = fake_app()
    monkeypatch.setattr(
        FakeDevice, "perform", lambda self, action, size: Sent("x", "input tap", None, "no answer", 0, 1)
    )
    step = runner_of(device).run(OPEN)
    assert step.result_code is None
    assert step.result_detail is not None
    assert step.result_detail.startswith("DISPATCHED_UNVERIFIED")


def test_a_refusal_of_the_device_is_a_failed_action(monkeypatch: pytest.MonkeyPatch) -> None:
    device = fake_app()
    monkeypatch.setattr(
        FakeDevice, "perform", lambda self, action, size: Sent("x", "input tap", 255, "INJECT_EVENTS", 0, 1)
    )
    step = runner_of(device).run(OPEN)
    assert step.result_code == Code.ACTION_FAILED
    assert step.settled is True, "what was seen afterwards stays seen"


class Elsewhere:
    """Somebody who sends what the device itself cannot."""

    def __init__(self, device: FakeDevice, *, fails: bool = False) -> None:
        self.device, self.fails = device, fails
        self.sent: list[Action] = []

    def perform(self, action: Action, size: ScreenSize) -> Sent:
        if self.fails:
            raise DeviceError("it was not sent")
        self.sent.append(action)
        self.device._react(OPEN, size)
        return Sent("by hand", "elsewhere", None, "", 1, 2)


def test_somebody_else_may_send_it_even_what_is_no_action() -> None:
    device = fake_app()
    runner = runner_of(device)
    sender = Elsewhere(device)
    step = runner.run(Invalid("?", "not told"), performer=sender)
    assert sender.sent == [step.action]
    assert device.performed == []
    assert (step.pre.activity, step.post.activity) == (".Main", ".Page")
    assert step.sent is not None
    assert step.sent.what == "by hand"
    assert (step.result_code, step.result_detail) == (None, None)


def test_what_somebody_else_did_not_send_uses_no_step() -> None:
    device = fake_app()
    runner = runner_of(device)
    with pytest.raises(DeviceError, match="not sent"):
        runner.run(OPEN, performer=Elsewhere(device, fails=True))
    assert runner.next_index == 0


def test_typed_text_is_read_back() -> None:
    device = fake_app(current="form")
    runner = runner_of(device)
    runner.run(NAME)
    step = runner.run(Type("Anna"))
    assert step.flags == ()
    assert step.target is not None
    assert step.target.resource_id == "app:id/name"
    assert 'text="Anna"' in (step.post.ui_xml or "")


def test_text_that_nobody_shows_is_unverified() -> None:
    assert runner_of(fake_app()).run(Type("Anna")).flags == (Flag.TEXT_UNVERIFIED,)


def test_text_that_differs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    device = fake_app(current="form")
    runner = runner_of(device)
    runner.run(NAME)
    real = FakeDevice.perform
    monkeypatch.setattr(FakeDevice, "perform", lambda self, action, size: real(self, Type("Ana"), size))
    assert Flag.TEXT_DIFFERS in runner.run(Type("Anna")).flags


def test_actions_that_send_nothing_are_steps_too() -> None:
    device = fake_app()
    runner = runner_of(device)
    runner.run(OPEN)
    started_s = device.clock.now_s
    waited = runner.run(Wait(duration_ms=500))
    assert (waited.sent, waited.settled) == (None, True)
    assert waited.post is waited.pre
    done = runner.run(Finish())
    assert done.index == 2
    assert device.clock.now_s - started_s == pytest.approx(0.5)
    assert device.performed == [OPEN]


def test_what_changes_during_a_wait_is_seen() -> None:
    device = fake_app()
    runner = runner_of(device)
    device.show_after(2.0, "page")
    step = runner.run(Wait(duration_ms=3000))
    assert (step.pre.activity, step.post.activity) == (".Main", ".Page")


def test_a_turn_of_the_screen_is_flagged(monkeypatch: pytest.MonkeyPatch) -> None:
    device = fake_app()
    real = FakeDevice.perform

    def turning(self: FakeDevice, action: Tap, size: object) -> Sent:
        self.rotation = 1
        return real(self, action, self.size)

    monkeypatch.setattr(FakeDevice, "perform", turning)
    flags = runner_of(device).run(OPEN).flags
    assert Flag.ROTATION_CHANGED in flags
    assert Flag.SIZE_CHANGED in flags


def test_a_screen_that_never_rests_is_flagged() -> None:
    device = fake_app()
    names = list(SCREENS)
    for i in range(1, 200):
        device.show_after(i * 0.4, names[i % 2])
    step = runner_of(device).run(OPEN)
    assert step.settled is False
    assert step.flags.count(Flag.UNSETTLED) == 1


@pytest.mark.parametrize("method", ["screenshot", "hierarchy", "focus", "display", "windows"])
def test_what_a_look_meets_after_the_dispatch_never_loses_the_step(method: str) -> None:
    device = fake_app()
    runner = runner_of(device)
    pre = runner.rest().observation
    device.fail_next(method, DeviceError("adb refused: odd"), 99)
    step = runner.run(OPEN, pre=pre)
    assert (step.index, runner.next_index, device.performed) == (0, 1, [OPEN])


def test_a_version_that_is_not_told_holds_up_no_action() -> None:
    device = fake_app(versions={PACKAGE: "1.2"})
    device.fail_next("app_version", DeviceTimeoutError("dumpsys package hangs"))
    runner = runner_of(device)
    assert runner.run(OPEN).app_version is None
    assert runner.run(Key("BACK")).app_version == "1.2"
