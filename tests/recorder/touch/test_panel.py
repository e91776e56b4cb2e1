"""A place on the glass comes back from the panel's units, whatever their range, the rotation or an override."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packet_lines import packet_lines
from panel_lines import PanelWriter

from gui_rec.device._api import Display, TouchNode
from gui_rec.model.actions import Action, Gesture, Tap, TimedPoint
from gui_rec.model.geometry import PxPoint, Rect, ScreenSize
from gui_rec.phone.commands.getevent_format import event_line
from gui_rec.phone.world.finger import panel_position
from gui_rec.phone.world.panel import RawEvent, TouchPanel
from gui_rec.recorder.touch.contacts import GestureTracker
from gui_rec.recorder.touch.gestures import to_action
from gui_rec.recorder.touch.getevent import EventReader, InputEvent
from gui_rec.recorder.touch.panel import Panel

SCREEN = ScreenSize(1080, 2400)
TOPS = st.sampled_from([239, 719, 1079, 1439, 2399, 4095, 32767, 143999])
LOWS = st.sampled_from([0, -50, 13])


@pytest.mark.parametrize(
    ("rotation", "size", "expected"),
    [
        (0, SCREEN, PxPoint(0, 0)),
        (1, ScreenSize(2400, 1080), PxPoint(0, 1079)),
        (2, SCREEN, PxPoint(1079, 2399)),
        (3, ScreenSize(2400, 1080), PxPoint(2399, 0)),
    ],
)
def test_the_panels_corner_in_each_rotation(rotation: int, size: ScreenSize, expected: PxPoint) -> None:
    assert Panel(0, 4095, 0, 4095, size, rotation).to_px(0, 0) == expected


def test_a_panel_beyond_the_screen_is_clamped() -> None:
    assert Panel(0, 99, 0, 99, SCREEN).to_px(150, -3) == PxPoint(1079, 0)


def test_an_override_of_another_shape_leaves_bars() -> None:
    """1080x1920 on a panel of 1080x2400: 240 px above and below show nothing."""
    node = TouchNode("/dev/input/event1", "panel", 0, 1079, 0, 2399, 10, True)
    shown = ScreenSize(540, 960)
    display = Display(shown, 0, 210, None, SCREEN, Rect(0, 240, 1080, 2160))
    panel = Panel.of(node, display)
    assert panel.to_px(0, 240) == PxPoint(0, 0)
    assert panel.to_px(1079, 2159) == PxPoint(539, 959)
    assert panel.to_px(540, 1200) == PxPoint(270, 480)
    assert panel.to_px(540, 10) == PxPoint(270, 0)
    turned = Display(ScreenSize(960, 540), 1, 210, None, SCREEN, Rect(240, 0, 2160, 1080))
    assert Panel.of(node, turned).to_px(1079, 240) == PxPoint(0, 0)


def test_a_display_that_tells_no_frame_fills_the_panel() -> None:
    node = TouchNode("/dev/input/event1", "panel", 0, 1079, 0, 2399, 10, True)
    panel = Panel.of(node, Display(ScreenSize(540, 1200), 0, 210, None, SCREEN))
    assert panel.to_px(1079, 2399) == PxPoint(539, 1199)


def seen_size(natural: ScreenSize, rotation: int) -> ScreenSize:
    return natural if rotation % 2 == 0 else ScreenSize(natural.height_px, natural.width_px)


def raw_of(x: int, y: int, panel: Panel) -> tuple[int, int]:
    """What a panel says of a finger in the middle of a pixel of the screen, as the user sees it."""
    width, height = panel.size.width_px, panel.size.height_px
    across, down = {
        0: ((x + 0.5) / width, (y + 0.5) / height),
        1: (1 - (y + 0.5) / height, (x + 0.5) / width),
        2: (1 - (x + 0.5) / width, 1 - (y + 0.5) / height),
        3: ((y + 0.5) / height, 1 - (x + 0.5) / width),
    }[panel.rotation]
    wide, high = panel.x_max - panel.x_min + 1, panel.y_max - panel.y_min + 1
    return panel.x_min + min(int(across * wide), wide - 1), panel.y_min + min(int(down * high), high - 1)


def units_px(panel: Panel) -> tuple[float, float]:
    width, height = (
        seen_size(panel.size, panel.rotation).width_px,
        seen_size(panel.size, panel.rotation).height_px,
    )
    unit = width / (panel.x_max - panel.x_min + 1), height / (panel.y_max - panel.y_min + 1)
    return unit if panel.rotation % 2 == 0 else (unit[1], unit[0])


def read(text: str, panel: Panel) -> Action:
    reader, tracker = EventReader(), GestureTracker()
    found = [tracker.feed(event) for event in reader.feed(text.encode()) if isinstance(event, InputEvent)]
    (gesture,) = [item for item in found if item is not None]
    assert gesture.flags == ()
    return to_action(gesture, panel)


def is_near(got: float, wanted_px: int, size_px: int, unit_px: float) -> bool:
    return abs(got * size_px - wanted_px) <= max(0.5, unit_px / 2) + 1e-6


panels = st.builds(
    lambda low, x_top, y_top, rotation, size: Panel(
        low, low + x_top, low, low + y_top, seen_size(size, rotation), rotation, 420
    ),
    LOWS,
    TOPS,
    TOPS,
    st.integers(0, 3),
    st.sampled_from([SCREEN, ScreenSize(720, 1600), ScreenSize(1440, 3120), ScreenSize(411, 823)]),
)
unit = st.floats(0, 1, exclude_max=True)


@settings(max_examples=150, deadline=None)
@given(
    panel=panels, across=unit, down=unit, protocol=st.sampled_from(["A", "A without ids", "B", "A in hex"])
)
def test_a_tap_comes_back_within_half_a_pixel_or_half_a_panel_unit(
    panel: Panel, across: float, down: float, protocol: str
) -> None:
    x, y = int(across * panel.size.width_px), int(down * panel.size.height_px)
    path = [(*raw_of(x, y, panel), 1_000_000)]
    action = read(written([path], protocol), panel)
    assert isinstance(action, Tap)
    unit_x, unit_y = units_px(panel)
    assert is_near(action.x, x, panel.size.width_px, unit_x)
    assert is_near(action.y, y, panel.size.height_px, unit_y)
    if unit_x <= 1:
        assert action.x == x / panel.size.width_px, "the very pixel"


def written(paths: list[list[tuple[int, int, int]]], protocol: str) -> str:
    if protocol == "B":
        return PanelWriter("/dev/input/event1: ").write(paths)
    return packet_lines(paths, ids="without" not in protocol, labels="hex" not in protocol, end="\r\n")


places = st.lists(st.tuples(unit, unit), min_size=2, max_size=6)


@settings(max_examples=80, deadline=None)
@given(panel=panels, ways=st.lists(places, min_size=2, max_size=4), protocol=st.sampled_from(["A", "B"]))
def test_several_fingers_come_back_point_by_point(
    panel: Panel, ways: list[list[tuple[float, float]]], protocol: str
) -> None:
    pixels = [[(int(a * panel.size.width_px), int(d * panel.size.height_px)) for a, d in way] for way in ways]
    raw = [
        [(*raw_of(x, y, panel), 1_000_000 + i * 8_000) for i, (x, y) in enumerate(path)] for path in pixels
    ]
    action = read(written(raw, protocol), panel)
    assert isinstance(action, Gesture)
    assert len(action.contacts) == len(pixels)
    unit_x, unit_y = units_px(panel)

    def is_path(contact: tuple[TimedPoint, ...], path: list[tuple[int, int]]) -> bool:
        return all(
            any(
                is_near(point.x, x, panel.size.width_px, unit_x)
                and is_near(point.y, y, panel.size.height_px, unit_y)
                and point.at_ms == i * 8
                for point in contact
            )
            for i, (x, y) in enumerate(path)
            if i == 0 or raw_of(x, y, panel) != raw_of(*path[i - 1], panel)
        )

    # Paths may share places, so which contact is whose is settled for all of them at once.
    assert any(
        all(is_path(contact, path) for contact, path in zip(order, pixels, strict=True))
        for order in permutations(action.contacts)
    )


@settings(max_examples=60, deadline=None)
@given(
    way=st.lists(st.tuples(unit, unit), min_size=1, max_size=8),
    rotation=st.integers(0, 3),
    labels=st.booleans(),
    before=st.tuples(unit, unit),
)
def test_what_the_simulated_phones_panel_says_is_read_as_the_very_pixels(
    way: list[tuple[float, float]], rotation: int, labels: bool, before: tuple[float, float]
) -> None:
    size = seen_size(SCREEN, rotation)
    glass, heard = TouchPanel(), []
    subscription = glass.subscribe()

    def touch(pixels: list[tuple[int, int]], at_us: int) -> None:
        raw = [panel_position(x, y, SCREEN, rotation) for x, y in pixels]
        glass.down(*raw[0], at_us)
        for i, place in enumerate(raw[1:], start=1):
            glass.move(*place, at_us + i * 10_000)
        glass.up(at_us + len(raw) * 10_000)

    def px(place: tuple[float, float]) -> tuple[int, int]:
        return int(place[0] * size.width_px), int(place[1] * size.height_px)

    touch([px(before)], 1_000_000)
    touch([px(place) for place in way], 5_000_000)
    heard = subscription.take()
    reader, tracker = EventReader(), GestureTracker()
    text = b"".join(line_of(event, labels=labels) for event in heard)
    found = [tracker.feed(event) for event in reader.feed(text) if isinstance(event, InputEvent)]
    _, gesture = [item for item in found if item is not None]
    panel = Panel(0, 32767, 0, 32767, size, rotation, 420)
    got = [panel.to_px(sample.x, sample.y) for sample in gesture.contacts[0].samples]
    wanted = [PxPoint(*px(place)) for place in way]
    assert got == [pixel for i, pixel in enumerate(wanted) if i == 0 or pixel != wanted[i - 1]]


def line_of(event: RawEvent, *, labels: bool) -> bytes:
    return event_line(
        time_us=event.time_us,
        path=event.node,
        event_type=event.type,
        code=event.code,
        value=event.value,
        labels=labels,
    )
