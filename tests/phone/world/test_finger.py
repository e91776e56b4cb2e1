from __future__ import annotations

import pytest
from driven_phone import Driven
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.world.finger import panel_position
from gui_rec.phone.world.panel import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, AXIS_MAX, LIFTED

SIZE = ScreenSize(1080, 2400)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 1079), st.integers(0, 2399))
def test_raw_values_give_the_pixel_back(x: int, y: int) -> None:
    raw_x, raw_y = panel_position(x, y, SIZE, 0)
    assert (raw_x * 1080 // (AXIS_MAX + 1), raw_y * 2400 // (AXIS_MAX + 1)) == (x, y)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2399), st.integers(0, 1079), st.sampled_from([1, 3]))
def test_in_landscape_the_raw_values_stay_in_the_natural_orientation(x: int, y: int, rotation: int) -> None:
    raw_x, raw_y = panel_position(x, y, SIZE, rotation)
    px, py = raw_x * 1080 // (AXIS_MAX + 1), raw_y * 2400 // (AXIS_MAX + 1)
    assert (px, py) == ((1079 - y, x) if rotation == 1 else (y, 2399 - x))


def test_upside_down_both_axes_turn() -> None:
    assert panel_position(0, 0, SIZE, 2) == panel_position(1079, 2399, SIZE, 0)


def test_a_finger_taps_like_an_injected_tap_and_is_seen_by_the_kernel() -> None:
    driven = Driven()
    reader = driven.phone.panel.subscribe()
    x, y = driven.center("Shop")
    driven.phone.finger([(x, y, 0), (x, y, 80)])
    assert driven.activity() == "com.example.shop.LoginActivity"
    events = reader.take()
    values = {
        event.code: event.value for event in events if event.code in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y)
    }
    assert values[ABS_MT_POSITION_X] * 1080 // 32768 == x
    assert values[ABS_MT_POSITION_Y] * 2400 // 32768 == y
    assert events[-2].value == LIFTED


def test_injected_input_never_reaches_the_kernel() -> None:
    driven = Driven()
    reader = driven.phone.panel.subscribe()
    driven.tap("Shop")
    driven.phone.swipe(500, 1500, 500, 900, 300)
    driven.phone.key("BACK")
    assert reader.take() == []


def test_times_run_with_the_path() -> None:
    driven = Driven()
    reader = driven.phone.panel.subscribe()
    start = driven.phone.uptime_us()
    driven.phone.finger([(100, 900, 500), (100, 700, 600), (100, 500, 700)])
    times = sorted({event.time_us - start for event in reader.take()})
    assert times == [0, 100_000, 200_000, 201_000]


def test_a_resting_finger_is_a_long_press() -> None:
    driven = Driven()
    driven.tap("Settings")
    x, y = driven.center("Battery")
    driven.phone.finger([(x, y, 0), (x + 2, y, 700)])
    assert driven.has("Add to Home screen")


def test_an_empty_path_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one point"):
        Driven().phone.finger([])


def test_a_lost_tap_concerns_injection_only() -> None:
    driven = Driven()
    driven.phone.faults.set("lost-tap")
    x, y = driven.center("Shop")
    driven.phone.finger([(x, y, 0), (x, y, 80)])
    assert driven.activity() == "com.example.shop.LoginActivity"
