from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.device.adb.parse_display import (
    Viewport,
    parse_rotation,
    parse_viewport,
    parse_wm_density,
    parse_wm_size,
    user_size,
)
from gui_rec.model.geometry import Rect, ScreenSize

PHYSICAL = ScreenSize(1080, 2400)
VIEWPORT = (
    "DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, "
    "uniqueId='local:4619827259835644672', physicalPort=0, orientation=1, "
    "logicalFrame=Rect(0, 0 - 2400, 1080), physicalFrame=Rect(0, 0 - 2400, 1080), "
    "deviceWidth=1080, deviceHeight=2400}"
)


def test_an_override_wins_for_input_and_the_panel_is_kept() -> None:
    assert parse_wm_size("Physical size: 1080x2400\n") == (PHYSICAL, PHYSICAL)
    both = "Physical size: 1080x2400\nOverride size: 720x1600\n"
    assert parse_wm_size(both) == (PHYSICAL, ScreenSize(720, 1600))
    assert parse_wm_size(both.replace("\n", "\r\n")) == (PHYSICAL, ScreenSize(720, 1600))


@pytest.mark.parametrize("text", ["", "Error: bad size X", "Physical size: x", "Physical size: 0 x 1"])
def test_no_size_is_none_and_no_guess(text: str) -> None:
    assert parse_wm_size(text) is None


def test_density() -> None:
    assert parse_wm_density("Physical density: 420\n") == 420
    assert parse_wm_density("Physical density: 420\nOverride density: 320\n") == 320
    assert parse_wm_density("") is None


def test_the_viewport_of_display_0() -> None:
    text = f"  mViewports=[{VIEWPORT.replace('displayId=0', 'displayId=2')}, {VIEWPORT}]"
    assert parse_viewport(text) == Viewport(1, PHYSICAL, "4619827259835644672", Rect(0, 0, 2400, 1080))


def test_newer_fields_and_older_builds() -> None:
    newer = VIEWPORT.replace("orientation=1,", "orientation=3, densityDpi=420, xDpi=420.0, yDpi=420.0,")
    assert parse_viewport(newer) == Viewport(3, PHYSICAL, "4619827259835644672", Rect(0, 0, 2400, 1080))
    older = "mDefaultViewport=DisplayViewport{valid=true, displayId=0, uniqueId='local:0', orientation=0}"
    assert parse_viewport(older) == Viewport(0, None, "0")
    assert parse_viewport("DISPLAY MANAGER") is None


def test_a_frame_without_area_is_none() -> None:
    hidden = "DisplayViewport{displayId=0, orientation=0, physicalFrame=Rect(0, 0 - 0, 0)}"
    assert parse_viewport(hidden) == Viewport(0, None, None)


@pytest.mark.parametrize(
    ("text", "rotation"),
    [
        ("      SurfaceOrientation: 1\n", 1),
        ("      InputDeviceOrientation: Rotation3\n", 3),
        ("  mCurrentRotation=ROTATION_270", 3),
        ("  mRotation=ROTATION_90", 1),
        ("  mRotation=2", 2),
        ("  mRotation=7", None),
        ("", None),
    ],
)
def test_rotation_elsewhere(text: str, rotation: int | None) -> None:
    assert parse_rotation(text) == rotation


def test_odd_turns_swap_the_size() -> None:
    assert [user_size(PHYSICAL, turn) for turn in range(4)] == [
        PHYSICAL,
        ScreenSize(2400, 1080),
        PHYSICAL,
        ScreenSize(2400, 1080),
    ]


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 32768), st.integers(1, 32768), st.integers(0, 9999))
def test_any_size_is_read_back(width: int, height: int, density: int) -> None:
    size = ScreenSize(width, height)
    assert parse_wm_size(f"Physical size: {size}\n") == (size, size)
    assert parse_wm_density(f"Physical density: {density}") == density


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_survived(text: str) -> None:
    parse_viewport(f"DisplayViewport{{displayId=0, orientation=0, {text}}}")
    assert parse_wm_density(text) is None
    assert parse_rotation(text) is None
