from __future__ import annotations

from collections import deque

import pytest
from panel_lines import PanelWriter
from shop import shop

from gui_rec.device._api import TouchNode
from gui_rec.errors import DeviceError, DeviceLostError
from gui_rec.recorder.touch.ears import Touch
from gui_rec.recorder.touch.feed import Chunk
from gui_rec.recorder.touch.hearing import Hearing
from gui_rec.testing.fake_device import FakeDevice

NODE = TouchNode("/dev/input/event1", "panel", 0, 32767, 0, 32767, 10, True)
SECOND = 1_000_000


class Feed:
    """Hands out what was put; waiting takes its time."""

    def __init__(self, device: FakeDevice) -> None:
        self.device, self.chunks, self.ended = device, deque[str](), False

    def poll(self, timeout_s: float) -> Chunk | None:
        if not self.chunks:
            self.device.clock.advance(timeout_s)
            return None
        return Chunk(self.chunks.popleft().encode(), self.device.clock.now_s)


def desk(nodes: list[TouchNode] | None = None) -> tuple[FakeDevice, Feed, Hearing]:
    device = shop()
    feed = Feed(device)
    return device, feed, Hearing(device, device.clock, feed, nodes or [NODE], lambda _: None)


def tap_lines(at_s: float = 1.0) -> list[str]:
    return PanelWriter().write([[(100, 200, round(at_s * SECOND))]]).splitlines(keepends=True)


def test_a_finger_is_heard_when_it_comes_down_and_taken_when_it_left() -> None:
    _, feed, hearing = desk()
    lines = tap_lines()
    feed.chunks.append("".join(lines[:4]))
    assert hearing.listen(0.0)
    assert (hearing.touching, hearing.waiting, hearing.peek()) == (True, False, None)
    feed.chunks.append("".join(lines[4:]))
    assert hearing.listen(0.0)
    assert (hearing.touching, hearing.waiting) == (False, True)
    touch = hearing.take()
    assert isinstance(touch, Touch)
    assert hearing.take() is None
    assert not hearing.listen(0.0)


def test_the_display_is_asked_for_while_the_finger_is_down() -> None:
    device, feed, hearing = desk()
    lines = tap_lines()
    feed.chunks.append("".join(lines[:4]))
    hearing.listen(0.0)
    assert hearing.glance is not None
    assert hearing.glance.in_time
    asked = device.calls["display"]
    hearing.listen(0.0)
    assert device.calls["display"] == asked, "once a gesture"
    feed.chunks.append("".join(lines[4:]))
    hearing.listen(0.0)
    hearing.take()
    hearing.forget_glance()
    assert hearing.glance is None


def test_a_display_seen_after_the_lift_says_so() -> None:
    _, feed, hearing = desk()
    feed.chunks.append("".join(tap_lines()))
    hearing.listen(0.0)
    assert hearing.glance is not None
    assert not hearing.glance.in_time


@pytest.mark.parametrize("error", [DeviceError("no answer"), DeviceLostError("gone")])
def test_a_display_that_does_not_answer_costs_no_gesture(error: Exception) -> None:
    device, feed, hearing = desk()
    device.fail_next("display", error, times=9)
    feed.chunks.append("".join(tap_lines()))
    assert hearing.listen(0.0)
    assert hearing.glance is None
    assert hearing.take() is not None


def test_while_somebody_types_the_display_is_left_alone() -> None:
    device, feed, hearing = desk()
    with hearing.without_glances():
        feed.chunks.append("".join(tap_lines()))
        hearing.listen(0.0)
    assert device.calls["display"] == 0


def test_a_panel_that_comes_back_soon_is_heard_again() -> None:
    device, feed, hearing = desk()
    feed.chunks.append("remove device 1: /dev/input/event1\n")
    hearing.listen(0.0)
    hearing.tend()
    feed.chunks.append("add device 1: /dev/input/event1\n")
    hearing.listen(0.5)
    hearing.tend()
    assert device.calls["touch_nodes"] == 1
    feed.chunks.append("".join(tap_lines()))
    assert hearing.listen(0.0)


def test_a_panel_that_stays_away_is_a_lost_device() -> None:
    _, feed, hearing = desk()
    feed.chunks.append("remove device 1: /dev/input/event1\n")
    hearing.listen(0.0)
    hearing.tend()
    hearing.listen(3.0)
    with pytest.raises(DeviceLostError, match="event1"):
        hearing.tend()


def test_the_end_of_the_stream_lifts_what_is_down() -> None:
    _, feed, hearing = desk()
    feed.chunks.append("".join(tap_lines()[:4]))
    hearing.listen(0.0)
    feed.ended = True
    assert hearing.listen(0.0)
    assert hearing.ended
    assert hearing.waiting
    assert hearing.take() is not None
    assert not hearing.listen(0.0), "only once"
