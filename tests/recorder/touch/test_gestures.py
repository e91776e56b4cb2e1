from __future__ import annotations

import math

import pytest

from gui_rec.model.actions import Drag, Gesture, Invalid, LongPress, Swipe, Tap
from gui_rec.model.geometry import Point, PxPoint, ScreenSize, to_px
from gui_rec.recorder.touch.contacts import Contact, RawGesture, Sample
from gui_rec.recorder.touch.gestures import is_double, to_action
from gui_rec.recorder.touch.panel import Panel

SCREEN = ScreenSize(1080, 2400)
PANEL = Panel(0, 32767, 0, 32767, SCREEN, 0, 420)


def one(*samples: tuple[int, int, int | None], ended_us: int | None = None) -> RawGesture:
    made = tuple(Sample(*sample) for sample in samples)
    ended = samples[-1][2] if ended_us is None else ended_us
    return RawGesture((Contact(made, True, samples[0][2], ended, True),), (), "raw")


def raw_at(px: int, size: int, low: int, high: int) -> int:
    """A panel unit whose pixel is `px`."""
    return low + math.ceil(px * (high - low + 1) / size)


def at(x: int, y: int, us: int | None) -> tuple[int, int, int | None]:
    return raw_at(x, 1080, 0, 32767), raw_at(y, 2400, 0, 32767), us


def test_a_touch_and_lift_is_a_tap_at_its_pixel() -> None:
    action = to_action(one(at(540, 1200, 0), ended_us=80_000), PANEL)
    assert isinstance(action, Tap)
    assert to_px(Point(action.x, action.y), SCREEN) == PxPoint(540, 1200)


def test_a_finger_that_trembles_still_taps() -> None:
    action = to_action(one(at(540, 1200, 0), at(548, 1195, 40_000), ended_us=90_000), PANEL)
    assert isinstance(action, Tap)


def test_held_for_half_a_second_is_a_long_press() -> None:
    action = to_action(one(at(540, 1200, 0), ended_us=700_000), PANEL)
    assert isinstance(action, LongPress)
    assert action.duration_ms == 700


def test_without_time_stamps_nothing_is_held() -> None:
    assert isinstance(to_action(one(at(540, 1200, None)), PANEL), Tap)
    swipe = to_action(one(at(540, 1200, None), at(540, 600, None)), PANEL)
    assert isinstance(swipe, Swipe)
    assert swipe.duration_ms is None


def test_a_straight_stroke_is_a_swipe_with_its_duration() -> None:
    action = to_action(
        one(at(540, 1800, 0), at(545, 1500, 100_000), at(540, 1000, 200_000), at(540, 600, 300_000)), PANEL
    )
    assert isinstance(action, Swipe)
    assert action.duration_ms == 300
    assert to_px(Point(action.x2, action.y2), SCREEN) == PxPoint(540, 600)


def test_held_and_then_moved_is_a_drag() -> None:
    action = to_action(one(at(540, 1800, 0), at(540, 1500, 700_000), at(540, 600, 900_000)), PANEL)
    assert isinstance(action, Drag)
    assert (action.hold_ms, action.duration_ms) == (700, 200)


@pytest.mark.parametrize(
    "path",
    [
        [(100, 500), (500, 300), (900, 500)],
        [(100, 500), (600, 500), (300, 500)],
        [(500, 500), (900, 500), (500, 502)],
    ],
)
def test_a_curve_or_a_turn_keeps_its_points(path: list[tuple[int, int]]) -> None:
    action = to_action(one(*(at(x, y, i * 100_000) for i, (x, y) in enumerate(path))), PANEL)
    assert isinstance(action, Gesture)
    assert [p.at_ms for p in action.contacts[0]] == [0, 100, 200]


def test_two_fingers_are_a_gesture() -> None:
    contact = one(at(100, 100, 0), at(200, 200, 50_000)).contacts[0]
    action = to_action(RawGesture((contact, contact), (), ""), PANEL)
    assert isinstance(action, Gesture)
    assert len(action.contacts) == 2


def test_an_unknown_place_is_never_the_corner() -> None:
    gesture = RawGesture((Contact((), True, 0, 9, False),), (), "0003 0039 00000001")
    action = to_action(gesture, PANEL)
    assert isinstance(action, Invalid)
    assert action.raw == "0003 0039 00000001"


def test_two_quick_taps_are_a_double_tap() -> None:
    a, b = Tap(0.5, 0.5), Tap(0.51, 0.5)
    assert is_double(a, b, 200, PANEL)
    assert not is_double(a, b, 400, PANEL)
    assert not is_double(a, Tap(0.9, 0.9), 200, PANEL)
    next_key = Tap(a.x + 108 / 1080, a.y)
    assert not is_double(a, next_key, 100, PANEL), "neighbouring keys of a keyboard are two taps"
    assert not is_double(a, Swipe(0, 0, 1, 1), 200, PANEL)


@pytest.mark.parametrize(
    "gesture",
    [
        one(at(100, 500, 0), at(500, 300, 200_000), at(900, 500, 100_000)),
        one(at(100, 500, 0), ended_us=5 * 3_600_000_000),
    ],
)
def test_times_that_cannot_be_are_no_gesture(gesture: RawGesture) -> None:
    action = to_action(gesture, PANEL)
    assert isinstance(action, Invalid)
    assert action.raw == "raw"
