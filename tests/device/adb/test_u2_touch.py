"""Gestures by uiautomator2's server: the calls they become, and on the simulated phone what comes of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_phone import scripted_phone

from gui_rec.device.adb.u2_touch import call_for, perform_by_u2, refusal_of_gesture
from gui_rec.errors import ActionUnsupportedError
from gui_rec.model.actions import Action, Gesture, OpenApp, Pinch, Tap, TimedPoint
from gui_rec.model.geometry import ScreenSize
from gui_rec.testing.phone import SimulatedPhone, simulated_phone

SIZE = ScreenSize(1000, 2000)


def way(*points: tuple[float, float, int]) -> tuple[TimedPoint, ...]:
    return tuple(TimedPoint(x, y, at_ms) for x, y, at_ms in points)


LEFT = way((0.4, 0.5, 0), (0.3, 0.5, 200), (0.2, 0.5, 400))
RIGHT = way((0.6, 0.5, 10), (0.8, 0.5, 400))


def places(action: Action) -> list[tuple[int, int]]:
    """start 1, start 2, end 1, end 2 of a gesture's call."""
    call = call_for(action, SIZE)  # type: ignore[arg-type]
    assert call.method == "gesture"
    return [(place["x"], place["y"]) for place in call.params[1:5]]  # type: ignore[index]


def test_a_pinch_parts_or_joins_the_fingers_by_its_scale() -> None:
    assert places(Pinch(0.5, 0.25, 2.0)) == [(375, 500), (625, 500), (250, 500), (750, 500)]
    assert places(Pinch(0.5, 0.25, 0.5)) == [(250, 500), (750, 500), (375, 500), (625, 500)]
    assert places(Pinch(0.1, 0.25, 2.0)) == [(50, 500), (150, 500), (0, 500), (200, 500)]
    assert call_for(Pinch(0.5, 0.5, 2.0, duration_ms=1000), SIZE).params[-1] == 200, "steps of 5 ms"


@pytest.mark.parametrize("action", [Pinch(0.0, 0.5, 2.0), Pinch(0.5, 0.5, 100.0)])
def test_a_pinch_without_room_is_refused(action: Pinch) -> None:
    with pytest.raises(ActionUnsupportedError, match="no room; nothing was sent"):
        call_for(action, SIZE)


def test_two_fingers_go_where_they_went() -> None:
    assert places(Gesture((LEFT, RIGHT))) == [(400, 1000), (600, 1000), (200, 1000), (800, 1000)]


@pytest.mark.parametrize(
    ("contacts", "told"),
    [
        ((LEFT, RIGHT, RIGHT), "two fingers at most, not 3"),
        ((LEFT, way((0.6, 0.5, 0), (0.7, 0.9, 200), (0.8, 0.5, 400))), "straight ways only"),
        ((LEFT, way((0.6, 0.5, 900), (0.8, 0.5, 1300))), "900 ms apart"),
    ],
)
def test_what_the_server_cannot_do_is_refused_before_anything_is_sent(
    contacts: tuple[tuple[TimedPoint, ...], ...], told: str
) -> None:
    with scripted_phone(lambda _line: b"") as phone:
        with pytest.raises(ActionUnsupportedError, match=told):
            perform_by_u2(phone.session, Gesture(contacts), SIZE)
        assert told in (refusal_of_gesture(phone.session, Gesture(contacts), SIZE) or "")
    assert phone.lines == []


def test_one_finger_keeps_its_way_and_its_time() -> None:
    call = call_for(Gesture((way((0.1, 0.1, 0), (0.1, 0.5, 500), (0.9, 0.5, 1000)),)), SIZE)
    numbers, steps = call.params
    assert call.method == "swipePoints"
    assert isinstance(numbers, list)
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    assert (points[0], points[len(points) // 2], points[-1]) == ((100, 200), (100, 1000), (900, 1000))
    assert isinstance(steps, int)
    assert (len(points) - 1) * steps * 5 == 1000


@given(
    points=st.lists(
        st.tuples(st.floats(0, 1), st.floats(0, 1), st.integers(0, 60_000)), min_size=1, max_size=12
    ),
    width=st.integers(1, 4000),
    height=st.integers(1, 4000),
)
def test_any_way_stays_on_the_screen_and_is_bounded(
    points: list[tuple[float, float, int]], width: int, height: int
) -> None:
    path = way(*sorted(points, key=lambda point: point[2]))
    call = call_for(Gesture((path,)), ScreenSize(width, height))
    numbers, steps = call.params
    assert isinstance(numbers, list)
    assert isinstance(steps, int)
    assert 4 <= len(numbers) <= 402
    assert steps >= 1
    assert all(0 <= x < width for x in numbers[::2])
    assert all(0 <= y < height for y in numbers[1::2])


@pytest.fixture(scope="module")
def phone() -> object:
    with simulated_phone(seed=3) as running:
        yield running


@pytest.mark.slow
@pytest.mark.e2e
def test_without_the_server_it_is_told_and_with_it_two_fingers_zoom(phone: SimulatedPhone) -> None:
    device = phone.device
    size = device.display().size
    zoom = Pinch(0.5, 0.25, 2.0)
    refused = device.refuses(zoom)
    assert refused is not None
    assert "--ui-source u2" in refused
    with pytest.raises(ActionUnsupportedError, match="does not run on the phone; nothing was sent"):
        device.perform(zoom, size)
    assert device.refuses(Tap(0.5, 0.5)) is None
    assert device.refuses(OpenApp(name="Shop")) is None
    device.use_ui_source("u2")
    try:
        assert device.refuses(zoom) is None
        sent = device.perform(zoom, size)
        assert (sent.exit_status, sent.method) == (0, "uiautomator2 gesture")
        bent = device.perform(Gesture((way((0.5, 0.6, 0), (0.5, 0.4, 200), (0.5, 0.3, 400)),)), size)
        assert (bent.exit_status, bent.method) == (0, "uiautomator2 swipePoints")
    finally:
        device.close()
        device.use_ui_source("auto")
