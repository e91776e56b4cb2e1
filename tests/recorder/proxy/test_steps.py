"""What comes to the gate becomes steps: one an action, one a touch that was sent in pieces, none a question."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from proxy_parts import TIMEOUT_S, until
from shop import shop

from gui_rec._clock import SystemClock
from gui_rec.device.adb.client import AdbClient
from gui_rec.model.actions import Invalid, Key, Swipe, Tap
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Point, PxPoint, Rect, ScreenSize, to_px
from gui_rec.model.step import Step
from gui_rec.recorder.heard._api import Heard, Kind, Screen, opaque
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.proxy import hearing
from gui_rec.recorder.proxy.gate import Gate, Held
from gui_rec.recorder.proxy.hearing import Scripts
from gui_rec.recorder.proxy.looks import Looks
from gui_rec.recorder.proxy.session import Sayings, Session
from gui_rec.recorder.proxy.steps import Passing, Watcher, joined
from gui_rec.recorder.session import Recorder
from gui_rec.testing.builders import SIZE
from gui_rec.testing.fake_device import FakeDevice


class Rig:
    """A watcher over a fake device, and a client's thread for each command."""

    def __init__(self, recorder: Recorder, device: FakeDevice) -> None:
        self.device = device
        self.said: list[str] = []
        clock = device.clock
        screen = Screen(SIZE)
        self.session = Session(
            AdbClient(),
            device.serial,
            clock,
            Gate(clock),
            Looks(clock),
            Sayings(self.said.append),
            screen,
            Series(clock),
        )
        self.watcher = Watcher(recorder, self.session)

    def held(self, line: str, heard: Heard | None = None) -> Held:
        def hear(screen: Screen, series: Series) -> Heard:
            return heard or hearing.told(hearing.hear(line, screen, series, Scripts()))

        return Held(line, "proxy shell", "agent (7)", hear)

    def send(
        self, held: Held, effect: Callable[[], None] | None = None, *, leaves: bool = False
    ) -> Step | None:
        """The step that comes of a command whose effect on the device is `effect`."""

        def client() -> None:
            if self.session.gate.pass_through(held, lambda: leaves):
                if effect is not None:
                    effect()
                held.exit_status = 0
                held.finish(self.session.clock)

        thread = threading.Thread(target=client, daemon=True)
        thread.start()
        if leaves:
            thread.join(TIMEOUT_S)
        step = self.watcher.take(TIMEOUT_S)
        thread.join(TIMEOUT_S)
        assert not thread.is_alive()
        return step

    def tap(self, x: int, y: int) -> Callable[[], None]:
        """What a tap does to the device."""
        return lambda: self.device._react(Tap(x / SIZE.width_px, y / SIZE.height_px), SIZE)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    device = shop()
    with Recorder(device, tmp_path / "run", source="proxy", clock=device.clock) as recorder:
        yield Rig(recorder, device)


def test_an_action_is_a_step_with_what_was_really_sent(rig: Rig) -> None:
    step = rig.send(rig.held("input tap 50 50"), rig.tap(50, 50))
    assert step is not None
    assert isinstance(step.action, Tap)
    assert to_px(Point(step.action.x, step.action.y), SIZE) == PxPoint(50, 50)
    assert (step.pre.activity, step.post.activity) == (".List", ".Item")
    assert step.target is not None
    assert step.target.text == "Milk"
    assert step.sent is not None
    assert (step.sent.what, step.sent.method, step.sent.client) == (
        "input tap 50 50",
        "proxy shell",
        "agent (7)",
    )
    assert (step.action_raw, step.action_dialect, step.action_space) == ("input tap 50 50", "adb_shell", "px")
    assert step.settled is True
    assert rig.device.performed == []  # nothing was sent by gui-rec itself


def test_steps_follow_one_another(rig: Rig) -> None:
    first = rig.send(rig.held("input tap 50 50"), rig.tap(50, 50))
    second = rig.send(rig.held("input keyevent 4"))
    assert first is not None
    assert second is not None
    assert (first.index, second.index) == (0, 1)
    assert second.pre.state_key == first.post.state_key
    assert second.action == Key("BACK")


@pytest.mark.parametrize("turns", [False, True])
def test_what_touches_are_scaled_to_stays_known(rig: Rig, turns: bool) -> None:
    glass, frame = ScreenSize(200, 400), Rect(0, 0, 100, 200)
    rig.session.screen = replace(rig.session.screen, glass=glass, frame=frame, display=0)
    if turns:
        rig.device.rotation = 1
    rig.send(rig.held("input keyevent 4"))
    now = rig.session.screen
    if turns:  # what part of the glass shows the screen is another one then
        assert (now.rotation, now.glass, now.frame) == (1, rig.device.size, None)
    else:
        assert (now.rotation, now.glass, now.frame) == (0, glass, frame)


def test_a_refused_action_has_failed(rig: Rig) -> None:
    held = rig.held("input tap 50 50")
    held.said(b"java.lang.SecurityException: Injecting input events requires INJECT_EVENTS permission.")
    step = rig.send(held)
    assert step is not None
    assert step.result_code == "ACTION_FAILED"


def test_a_touch_has_failed_whose_first_piece_was_refused(rig: Rig) -> None:
    first = rig.held("input motionevent DOWN 60 100")
    first.said(b"java.lang.SecurityException: Injecting input events requires INJECT_EVENTS permission.")
    assert rig.send(first) is None
    rig.device.clock.advance(0.2)
    step = rig.send(rig.held("input motionevent UP 60 20"))
    assert step is not None
    assert step.result_code == "ACTION_FAILED"


def test_a_touch_has_the_status_of_the_piece_that_failed(rig: Rig) -> None:
    first, last = rig.held("input motionevent DOWN 60 100"), rig.held("input motionevent UP 60 20")
    assert rig.send(first, lambda: None) is None
    step = rig.send(last, lambda: None)
    assert step is not None
    assert step.sent is not None
    assert step.sent.exit_status == 0
    pieces = [replace(step.sent, exit_status=status) for status in (0, 3, 0)]
    assert joined(pieces).exit_status == 3


def test_what_cannot_be_told_is_kept_as_that_and_said_once(rig: Rig) -> None:
    for _ in range(2):
        step = rig.send(rig.held("(opens tcp:1)", opaque("it is not seen")))
        assert step is not None
        assert step.action == Invalid("(opens tcp:1)", "it is not seen")
        assert step.post.screenshot is not None
    assert rig.said == ["it is not seen (agent (7))"]


def test_a_question_is_no_step_but_passes(rig: Rig) -> None:
    held = rig.held("getprop", Heard(Kind.QUERY))
    assert rig.send(held) is None
    assert held.ended.is_set()


def test_a_touch_in_pieces_is_one_step(rig: Rig) -> None:
    pieces = ["input motionevent DOWN 60 100", "input motionevent MOVE 60 50", "input motionevent UP 60 20"]
    steps = []
    for number, line in enumerate(pieces):
        rig.device.clock.advance(0.2)
        steps.append(rig.send(rig.held(line), rig.tap(50, 50) if number == 2 else None))
    assert steps[:2] == [None, None]
    step = steps[2]
    assert step is not None
    assert step.action_raw == "\n".join(pieces)
    assert step.sent is not None
    assert step.sent.what == "\n".join(pieces)
    assert step.sent.started_us < step.sent.ended_us
    assert isinstance(step.action, Swipe)
    assert (step.pre.activity, step.post.activity) == (".List", ".Item")


def test_another_action_between_the_pieces_is_a_step_of_its_own(rig: Rig) -> None:
    assert rig.send(rig.held("input motionevent DOWN 60 100")) is None
    key = rig.send(rig.held("input keyevent 4"))
    rig.device.clock.advance(0.1)
    touch = rig.send(rig.held("input motionevent UP 60 100"))
    assert key is not None
    assert touch is not None
    assert key.action == Key("BACK")
    assert touch.action_raw == "input motionevent DOWN 60 100\ninput motionevent UP 60 100"


def test_a_touch_that_is_never_lifted_is_kept_at_the_end(rig: Rig) -> None:
    assert rig.watcher.close() is None
    rig.send(rig.held("input motionevent DOWN 60 100"))
    rig.device.clock.advance(0.1)
    step = rig.watcher.close()
    assert step is not None
    assert Flag.GESTURE_TRUNCATED in step.flags
    assert step.action_raw == "input motionevent DOWN 60 100"


def test_a_client_that_left_leaves_no_step(rig: Rig) -> None:
    assert rig.send(rig.held("input tap 50 50"), leaves=True) is None
    assert rig.send(rig.held("input keyevent 4")) is not None


def test_a_finger_stays_down_when_who_wanted_to_move_it_has_left(rig: Rig) -> None:
    pieces = ["input motionevent DOWN 60 100", "input motionevent UP 60 20"]
    assert rig.send(rig.held(pieces[0])) is None
    assert rig.send(rig.held("input motionevent UP 60 50"), leaves=True) is None
    rig.device.clock.advance(0.2)
    step = rig.send(rig.held(pieces[1]))
    assert step is not None
    assert isinstance(step.action, Swipe)
    assert step.action_raw == "\n".join(pieces)


def test_a_lost_device_refuses_who_waits(rig: Rig) -> None:
    held = rig.held("input tap 50 50")
    rig.device.lose()
    with pytest.raises(Exception, match="went away"):
        rig.send(held)
    assert held.refused is not None


def test_one_that_does_not_end_is_recorded_as_that(rig: Rig) -> None:
    clock = SystemClock()
    held = rig.held("input swipe 1 2 3 4 999999")
    sent = Passing(held, clock, ends_within_s=0.05).perform(Key("BACK"), SIZE)
    assert sent.exit_status is None
    assert "had not ended" in sent.output


def test_nothing_coming_is_no_step(rig: Rig) -> None:
    assert rig.watcher.take(0.0) is None
    until(rig.session.gate._waiting.empty)
