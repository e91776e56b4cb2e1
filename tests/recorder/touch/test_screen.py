"""Looks end when a finger comes down, and what they saw by then is thrown away."""

from __future__ import annotations

from pathlib import Path

import pytest
from shop import shop, tap

from gui_rec.model.flags import Flag, MissingReason
from gui_rec.recorder.session import Recorder
from gui_rec.recorder.touch.screen import RestingScreen, TouchedError, WatchfulClock
from gui_rec.testing.builders import SIZE
from gui_rec.testing.clock import FakeClock
from gui_rec.testing.fake_device import FakeDevice


class Fingers:
    """Says that somebody touches from a moment on; waiting takes its time."""

    def __init__(self, clock: FakeClock, at_s: float = 1e9) -> None:
        self.clock, self.at_s = clock, at_s

    def touched(self, timeout_s: float) -> bool:
        self.clock.advance(max(0.0, min(timeout_s, self.at_s - self.clock.now_s)))
        return self.clock.now_s >= self.at_s


def screen_of(device: FakeDevice, fingers: Fingers, folder: Path) -> tuple[Recorder, RestingScreen]:
    recorder = Recorder(device, folder / "run", clock=device.clock)
    return recorder, RestingScreen(recorder, fingers.touched)


def test_the_clock_listens_instead_of_sleeping() -> None:
    clock = FakeClock()
    fingers = Fingers(clock)
    watchful = WatchfulClock(clock, fingers.touched)
    began_s = watchful.monotonic_s()
    watchful.sleep_s(0.5)
    assert watchful.monotonic_s() == began_s + 0.5 == watchful.clear_at_s
    fingers.at_s = clock.now_s + 0.2
    with pytest.raises(TouchedError):
        watchful.sleep_s(5.0)
    assert clock.now_s < began_s + 1, "the rest of the sleep is not slept"
    with pytest.raises(TouchedError):
        watchful.monotonic_s()
    assert watchful.wall_us() == clock.wall_us()


def test_a_finger_on_a_screen_at_rest_has_it_as_its_pre_state(tmp_path: Path) -> None:
    device = shop()
    recorder, screen = screen_of(device, Fingers(device.clock), tmp_path)
    device.clock.advance(1)
    screen.follow()
    seen, stale = screen.before(device.clock.now_s)
    assert (seen.activity, stale) == (".List", False)
    assert screen.package == "com.example.app"
    assert recorder.path is None


def test_a_picture_taken_while_a_finger_came_down_is_not_believed(tmp_path: Path) -> None:
    device = shop()
    fingers = Fingers(device.clock)
    _, screen = screen_of(device, fingers, tmp_path)
    device.costs_s = {"screenshot": 0.5}
    fingers.at_s = device.clock.now_s + 0.1  # it presses the button while the picture is being taken
    device.current = "item"
    screen.follow()
    seen, stale = screen.before(fingers.at_s)
    assert (seen.activity, stale) == (".List", False)


def test_what_the_next_finger_does_is_never_the_post_state(tmp_path: Path) -> None:
    device = shop()
    fingers = Fingers(device.clock)
    _, screen = screen_of(device, fingers, tmp_path)
    before, _ = screen.before(device.clock.now_s)
    device._react(tap(40), SIZE)
    fingers.at_s = device.clock.now_s + 0.3
    assert screen.settle(before) is None
    device._react(tap(70), SIZE)
    after = screen.overtaken()
    assert after.observation.activity == ".Item"
    assert Flag.UNSETTLED in after.observation.flags
    assert not after.settled
    seen, stale = screen.before(fingers.at_s)
    assert (seen.activity, stale) == (".Item", True)


def test_where_nothing_was_seen_in_between_nothing_is_made_up(tmp_path: Path) -> None:
    device = shop()
    fingers = Fingers(device.clock)
    _, screen = screen_of(device, fingers, tmp_path)
    before, _ = screen.before(device.clock.now_s)
    fingers.at_s = device.clock.now_s
    assert screen.settle(before) is None
    after = screen.overtaken()
    assert not after.observation.is_usable
    assert {item.reason for item in after.observation.missing} == {MissingReason.NOT_RECORDED}
    seen, stale = screen.before(fingers.at_s)
    assert (seen, stale) == (before, True)


def test_once_it_rests_again_the_new_state_counts(tmp_path: Path) -> None:
    device = shop()
    fingers = Fingers(device.clock)
    _, screen = screen_of(device, fingers, tmp_path)
    device.show_after(0.1, "item")
    device.clock.advance(1)
    screen.follow()
    seen, stale = screen.before(device.clock.now_s)
    assert (seen.activity, stale) == (".Item", False)
    assert screen.before(device.clock.now_s - 60)[1], "a finger from before that had another screen"
