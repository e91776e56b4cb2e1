from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_recordings import small_step

from gui_rec.datasets.export.reread import at_pixels, refusal_of
from gui_rec.dsl.scalecua import CODEC, SIGNATURES, ScaleCuaCodec
from gui_rec.dsl.scalecua_decode import FUNCTIONS
from gui_rec.dsl.scalecua_encode import say
from gui_rec.model.actions import Action, Key, Swipe, Tap
from gui_rec.model.geometry import Point, Rect, ScreenSize, to_px, to_unit
from gui_rec.model.step import Target

_SCREEN = ScreenSize(1080, 2400)


def _aimed(action: Action, bounds: Rect) -> str | None:
    step = small_step(0, action, target=Target(None, bounds, None, None, None, None, "0", 1))
    return refusal_of(CODEC, CODEC.encode(action, screen=_SCREEN), step, _SCREEN)


def test_bounds_are_half_open() -> None:
    tap = Tap(539 / 1080, 100 / 2400)
    assert _aimed(tap, Rect(539, 100, 540, 101)) is None
    assert _aimed(tap, Rect(0, 0, 539, 2400)) == "point_left_target"
    assert _aimed(tap, Rect(0, 0, 1080, 100)) == "point_left_target"


def test_a_stroke_is_held_to_where_it_begins() -> None:
    swipe = Swipe(0.5, 0.8, 0.5, 0.1)
    assert _aimed(swipe, Rect(0, 1900, 1080, 2400)) is None
    assert _aimed(swipe, Rect(0, 0, 1080, 1900)) == "point_left_target"


@settings(max_examples=100, deadline=None)
@given(x=st.integers(0, 1079), y=st.integers(0, 2399))
def test_an_executed_pixel_never_moves_in_four_decimals(x: int, y: int) -> None:
    assert _aimed(Tap(x / 1080, y / 2400), Rect(x, y, x + 1, y + 1)) is None


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("click(x=0.5000, y=0.5000)", None),
        ("click(x=0.5000, y=0.6000)", "reread_differs"),
        ("navigate_back()", "reread_differs"),
        ("navigate_back()\nnavigate_back()", "reread_failed"),
        ("click it", "reread_failed"),
    ],
)
def test_a_target_that_says_something_else_is_found(target: str, reason: str | None) -> None:
    assert refusal_of(CODEC, target, small_step(0, Tap(0.5, 0.5)), _SCREEN) == reason


class _Coarse(ScaleCuaCodec):
    """A dialect whose numbers are too coarse."""

    def __init__(self) -> None:
        super().__init__("coarse", SIGNATURES, FUNCTIONS, say)

    def encode(self, action: Action, **_: object) -> str:
        assert isinstance(action, Tap)
        return f"click(x={action.x:.1f}, y={action.y:.1f})"


def test_rounding_that_leaves_the_target_is_refused() -> None:
    tap = Tap(0.66, 0.66, message="sure?")  # lossy, so only the point is held against it
    near = Target(None, Rect(700, 1570, 730, 1600), None, None, None, None, "0", 1)
    step = small_step(0, tap, target=near)
    assert refusal_of(CODEC, CODEC.encode(tap), step, _SCREEN) is None
    assert refusal_of(CODEC, _Coarse().encode(tap), step, _SCREEN) == "point_left_target"


def test_points_are_compared_where_they_are_executed() -> None:
    moved = at_pixels(Tap(0.50001, 0.5), _SCREEN)
    assert moved == at_pixels(Tap(0.5, 0.5), _SCREEN) == Tap(0.5, 0.5)
    assert at_pixels(Key("BACK"), _SCREEN) == Key("BACK")
    last = to_unit(to_px(Point(1.0, 1.0), _SCREEN), _SCREEN)
    assert at_pixels(Tap(1.0, 1.0), _SCREEN) == Tap(last.x, last.y)
