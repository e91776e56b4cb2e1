from __future__ import annotations

import threading

import pytest
from hearing import PANEL, SCREEN, SIZE, a_series, x, y
from hypothesis import given
from hypothesis import strategies as st
from panel_lines import PanelWriter

from gui_rec.model.actions import Drag, Gesture, Key, LongPress, Swipe, Tap
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Point, ScreenSize, to_px
from gui_rec.recorder.heard import series as of_series
from gui_rec.recorder.heard._api import Heard, Kind, Screen
from gui_rec.recorder.heard.series import Motion, RawEvent, Series
from gui_rec.recorder.touch.getevent import EventReader, InputEvent
from gui_rec.testing.clock import FakeClock


def raw_events(paths: list[list[tuple[int, int, int]]]) -> list[RawEvent]:
    """What `sendevent` would have to be given for fingers on these ways, (x, y) in panel units."""
    lines = PanelWriter().write(paths)
    events = EventReader().feed(lines.encode())
    return [RawEvent(PANEL.path, e.type, e.code, e.value) for e in events if isinstance(e, InputEvent)]


def play(series: Series, *pieces: Motion | RawEvent) -> Heard:
    return [series.feed(piece, SCREEN) for piece in pieces][-1]


def test_down_and_up_is_a_tap_at_its_pixel() -> None:
    series = a_series()
    assert series.feed(Motion("DOWN", 540, 1200), SCREEN) == Heard(Kind.SERIES)
    assert series.is_open
    assert series.feed(Motion("UP", 540, 1200), SCREEN) == Heard(Kind.ACTION, Tap(x(540), y(1200)))
    assert not series.is_open


def test_pieces_at_one_moment_have_no_duration() -> None:
    found = play(a_series(), Motion("DOWN", 10, 10), Motion("MOVE", 10, 500), Motion("UP", 10, 900))
    assert found.action == Swipe(x(10), y(10), x(10), y(900), None)


def test_time_between_lines_is_the_gestures() -> None:
    clock = FakeClock()
    series = Series(clock)
    series.feed(Motion("DOWN", 10, 10), SCREEN)
    clock.sleep_s(0.7)
    assert series.feed(Motion("UP", 10, 10), SCREEN).action == LongPress(x(10), y(10), 700)


def test_a_held_finger_that_moves_then_drags() -> None:
    series = a_series()
    now_s = series.now_s()
    for event, py, after in (("DOWN", 10, 0.0), ("MOVE", 10, 0.6), ("MOVE", 500, 0.9), ("UP", 900, 1.0)):
        found = series.feed(Motion(event, 10, py), SCREEN, at_s=now_s + after)
    assert found.action == Drag(x(10), y(10), x(10), y(900), 900, 100)


@pytest.mark.parametrize("event", ["MOVE", "UP", "CANCEL"])
def test_a_piece_without_a_touch_is_opaque(event: str) -> None:
    assert a_series().feed(Motion(event, 1, 1), SCREEN).kind is Kind.OPAQUE


def test_a_cancelled_touch_is_opaque_and_over() -> None:
    series = a_series()
    assert play(series, Motion("DOWN", 1, 1), Motion("CANCEL", 0, 0)).kind is Kind.OPAQUE
    assert not series.is_open


def test_a_touch_outside_the_screen_is_opaque() -> None:
    found = a_series().feed(Motion("DOWN", 1080, 5), SCREEN)
    assert found.kind is Kind.OPAQUE
    assert found.note is not None
    assert "outside" in found.note


def test_a_finger_that_leaves_the_screen_stays_at_its_edge() -> None:
    found = play(a_series(), Motion("DOWN", 500, 500), Motion("MOVE", 5000, 500), Motion("UP", 5000, 500))
    assert found.action == Swipe(x(500), y(500), x(1079), y(500), None)


def test_a_second_down_says_that_the_first_never_lifted() -> None:
    found = play(a_series(), Motion("DOWN", 1, 1), Motion("DOWN", 2, 2))
    assert (found.kind, found.note) == (Kind.SERIES, "the touch before it never lifted")


def test_closing_gives_the_open_gesture_as_cut_off() -> None:
    series = a_series()
    play(series, Motion("DOWN", 1, 1), Motion("MOVE", 1, 800))
    found = series.close()
    assert found is not None
    assert found.flags == (Flag.GESTURE_TRUNCATED,)
    assert isinstance(found.action, Swipe)
    assert series.close() is None


def test_going_back_drops_what_was_never_sent_and_keeps_what_was() -> None:
    series = a_series()
    empty = series.copied()
    play(series, Motion("DOWN", 1, 1))
    down = series.copied()
    play(series, *raw_events([[(5, 5, 0)]])[:-3])
    play(series, Motion("UP", 1, 1))
    series.back_to(down)
    assert series.is_open
    assert play(series, Motion("UP", 1, 1)).kind is Kind.ACTION
    assert series.close() is None
    series.back_to(empty)
    assert not series.is_open


def test_a_look_ahead_leaves_the_series_as_it_is() -> None:
    series = a_series()
    play(series, Motion("DOWN", 1, 1))
    assert series.copied().feed(Motion("UP", 1, 1), SCREEN).kind is Kind.ACTION
    assert series.is_open


moves = st.lists(st.tuples(st.integers(0, 1079), st.integers(0, 2399)), min_size=1, max_size=12)


@given(moves)
def test_motion_events_come_back_at_their_pixels(path: list[tuple[int, int]]) -> None:
    series = a_series()
    series.feed(Motion("DOWN", *path[0]), SCREEN)
    for point in path[1:]:
        assert series.feed(Motion("MOVE", *point), SCREEN) == Heard(Kind.SERIES)
    action = series.feed(Motion("UP", *path[-1]), SCREEN).action
    points = ends_of(action)
    assert to_px(points[0], SIZE) == to_px(Point(path[0][0] / 1080, path[0][1] / 2400), SIZE)
    if isinstance(action, Swipe | Gesture):
        assert to_px(points[-1], SIZE) == to_px(Point(path[-1][0] / 1080, path[-1][1] / 2400), SIZE)


def ends_of(action: object) -> list[Point]:
    if isinstance(action, Gesture):
        return [Point(point.x, point.y) for point in action.contacts[0]]
    if isinstance(action, Swipe):
        return [Point(action.x1, action.y1), Point(action.x2, action.y2)]
    assert isinstance(action, Tap)
    return [Point(action.x, action.y)]


@given(st.integers(0, 32767), st.integers(0, 32767), st.integers(0, 3))
def test_sent_events_come_back_within_half_a_pixel(rx: int, ry: int, rotation: int) -> None:
    size = SIZE if rotation % 2 == 0 else ScreenSize(SIZE.height_px, SIZE.width_px)
    screen = Screen(size, rotation, 420, (PANEL,))
    series = a_series()
    found = [series.feed(event, screen) for event in raw_events([[(rx, ry, 0)]])][-1]
    assert isinstance(found.action, Tap)
    pixel = to_px(Point(found.action.x, found.action.y), size)
    nx, ny = {
        0: (pixel.x, pixel.y),
        1: (size.height_px - 1 - pixel.y, pixel.x),
        2: (size.width_px - 1 - pixel.x, size.height_px - 1 - pixel.y),
        3: (pixel.y, size.width_px - 1 - pixel.x),
    }[rotation]
    # The finger lies in the middle of its unit, and comes back within half a pixel of there.
    assert abs(nx + 0.5 - (rx + 0.5) * SIZE.width_px / 32768) <= 0.5
    assert abs(ny + 0.5 - (ry + 0.5) * SIZE.height_px / 32768) <= 0.5


def test_two_fingers_that_are_sent_are_one_gesture() -> None:
    series = a_series()
    paths = [[(1000, 1000, 0), (1000, 9000, 1)], [(9000, 1000, 0), (9000, 9000, 1)]]
    found = [series.feed(event, SCREEN) for event in raw_events(paths)]
    assert [one.kind for one in found[:-1]] == [Kind.SERIES] * (len(found) - 1)
    assert isinstance(found[-1].action, Gesture)
    assert len(found[-1].action.contacts) == 2


def test_the_panel_may_never_say_where() -> None:
    events = [RawEvent(PANEL.path, *event) for event in ((3, 0x39, 7), (0, 0, 0), (3, 0x39, -1), (0, 0, 0))]
    assert play(a_series(), *events).kind is Kind.OPAQUE


def test_a_key_of_the_rim_is_a_key() -> None:
    series = a_series()
    assert series.feed(RawEvent("/dev/input/event1", 1, 116, 1), SCREEN).kind is Kind.SERIES
    assert series.feed(RawEvent("/dev/input/event1", 0, 0, 0), SCREEN).kind is Kind.QUERY
    assert series.feed(RawEvent("/dev/input/event1", 1, 116, 0), SCREEN).action == Key("POWER")
    assert series.feed(RawEvent("/dev/input/event1", 1, 116, 0), SCREEN).kind is Kind.QUERY


@pytest.mark.parametrize("event", [(1, 30, 1), (2, 0, 5), (3, 0, 5)])
def test_other_events_of_other_nodes_are_opaque(event: tuple[int, int, int]) -> None:
    assert a_series().feed(RawEvent("/dev/input/event1", *event), SCREEN).kind is Kind.OPAQUE


def test_without_ranges_a_panel_cannot_be_told() -> None:
    found = a_series().feed(RawEvent(PANEL.path, 3, 0x35, 5), Screen(SIZE))
    assert found.kind is Kind.OPAQUE


def test_a_very_long_touch_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_series, "_MOST_SAMPLES", 50)
    series = a_series()
    series.feed(Motion("DOWN", 1, 1), SCREEN)
    for at in range(60):
        series.feed(Motion("MOVE", at % 1000, at % 900), SCREEN)
    assert series.feed(Motion("UP", 1, 1), SCREEN).flags == (Flag.GESTURE_TRUNCATED,)


def test_copies_may_be_taken_while_another_thread_goes_on() -> None:
    series, over = a_series(), threading.Event()
    pieces = raw_events([[(5, 5, 0), (6, 6, 1), (7, 7, 2)]])

    def go_on() -> None:
        for _ in range(200):
            play(series, *pieces, Motion("DOWN", 1, 1), Motion("UP", 1, 1))
        over.set()

    thread = threading.Thread(target=go_on)
    thread.start()
    copies = 0
    while not over.is_set():
        series.copied().close()
        copies += 1
    thread.join()
    assert copies
    assert not series.is_open
