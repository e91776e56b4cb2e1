from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.model.episode import DeviceInfo
from gui_rec.model.geometry import ScreenSize
from gui_rec.replayer.elsewhere import LIKE_THERE, Elsewhere, same_shape

RECORDED = DeviceInfo(
    sdk=34, width_px=1080, height_px=2400, density_dpi=420, font_scale=1.0, night_mode=False, locale="en-US"
)

DEVICES = st.builds(
    DeviceInfo,
    sdk=st.none() | st.integers(21, 40),
    width_px=st.none() | st.integers(1, 4000),
    height_px=st.none() | st.integers(1, 4000),
    density_dpi=st.none() | st.integers(72, 1000),
    font_scale=st.none() | st.floats(0.5, 2.0),
    night_mode=st.none() | st.booleans(),
)


def test_an_equal_device_differs_in_nothing() -> None:
    assert Elsewhere.between(RECORDED, RECORDED) == LIKE_THERE
    assert LIKE_THERE.words() == ()
    assert not LIKE_THERE.is_laid_out_otherwise
    assert LIKE_THERE.unit_ratio == 1.0


def test_every_difference_has_its_words() -> None:
    seen = DeviceInfo(sdk=28, width_px=720, height_px=1600, density_dpi=280, font_scale=1.15, night_mode=True)
    found = Elsewhere.between(RECORDED, seen)
    assert found.words() == (
        "screen 1080x2400 -> 720x1600",
        "density 420 -> 280",
        "font scale 1 -> 1.15",
        "dark theme off -> on",
        "Android API 34 -> 28",
    )
    assert found.is_laid_out_otherwise
    assert found.unit_ratio == pytest.approx(280 / 420)


def test_what_either_side_does_not_tell_is_no_difference() -> None:
    assert Elsewhere.between(DeviceInfo(), RECORDED) == LIKE_THERE
    assert Elsewhere.between(RECORDED, DeviceInfo()) == LIKE_THERE


def test_a_phone_held_across_is_no_other_phone() -> None:
    across = DeviceInfo(width_px=2400, height_px=1080)
    assert Elsewhere.between(RECORDED, across).size is None


def test_a_theme_moves_nothing() -> None:
    dark = Elsewhere(night_mode=(False, True), sdk=(34, 28))
    assert not dark.is_laid_out_otherwise


@given(recorded=DEVICES, seen=DEVICES)
def test_the_evidence_gives_it_back(recorded: DeviceInfo, seen: DeviceInfo) -> None:
    found = Elsewhere.between(recorded, seen)
    assert Elsewhere.from_record(json.loads(json.dumps(found.as_record()))) == found


@pytest.mark.parametrize("record", [{"size": "1080x2400"}, {"density_dpi": [1]}, {"sdk": [34, "x"]}])
def test_anything_else_is_no_evidence(record: dict[str, object]) -> None:
    with pytest.raises((TypeError, ValueError)):
        Elsewhere.from_record(record)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("1080x2400", "720x1600", True),
        ("1080x2340", "720x1560", True),
        ("720x1280", "1080x1920", True),
        ("1080x2400", "1440x3120", False),
        ("1080x2400", "1600x2560", False),
        ("1080x2400", "2400x1080", False),
    ],
)
def test_the_shape_is_the_aspect_ratio(one: str, other: str, *, same: bool) -> None:
    assert same_shape(ScreenSize.parse(one), ScreenSize.parse(other)) is same
    assert same_shape(ScreenSize.parse(other), ScreenSize.parse(one)) is same
