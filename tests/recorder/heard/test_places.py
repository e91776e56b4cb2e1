from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.model.geometry import PxPoint, ScreenSize, to_px
from gui_rec.recorder.heard.places import nearest, place, read_float, read_int

SIZE = ScreenSize(1080, 2400)


@given(st.integers(0, 1079), st.integers(0, 2399), st.floats(0, 0.999))
def test_a_place_is_the_pixel_it_is_in(px: int, py: int, fraction: float) -> None:
    found = place(px + fraction, py + fraction, SIZE)
    assert found is not None
    assert to_px(found, SIZE) == PxPoint(px, py)


@pytest.mark.parametrize(("px", "py"), [(-1, 5), (1080, 5), (5, 2400), (5, -0.5), (1e300, 1), (-1e300, 1)])
def test_off_the_screen_is_no_place_and_its_nearest_is_the_edge(px: float, py: float) -> None:
    assert place(px, py, SIZE) is None
    edge = to_px(nearest(px, py, SIZE), SIZE)
    assert edge == PxPoint(max(0, min(int(min(px, 1079)), 1079)), max(0, min(int(py), 2399)))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5.0),
        ("+5.5", 5.5),
        (" 7 ", 7.0),
        ("1e2", 100.0),
        (".5f", 0.5),
        ("5.", 5.0),
        ("12d", 12.0),
        ("-3", -3.0),
    ],
)
def test_javas_floats(text: str, value: float) -> None:
    assert read_float(text) == value


@pytest.mark.parametrize("text", ["", "x", "5x", "NaN", "Infinity", "0x10", "٣", "1e999", "1_000", "--1"])
def test_what_is_no_float_in_decimals(text: str) -> None:
    assert read_float(text) is None


@given(st.integers())
def test_javas_ints_have_32_bits(value: int) -> None:
    assert read_int(str(value)) == (value if -(1 << 31) <= value < 1 << 31 else None)


@given(st.text())
def test_no_text_is_too_odd_for_the_readers(text: str) -> None:
    for value in (read_float(text), read_int(text)):
        assert value is None or isinstance(value, int | float)
