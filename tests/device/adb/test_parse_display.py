from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.device.adb.parse_display import (
    ListedDisplay,
    Viewport,
    parse_displays,
    parse_rotation,
    parse_viewport,
    parse_virtual_ids,
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


# Foldable with an external screen, one of scrcpy's and a private one of an app's (forms: Android 10 and 14).
SEVERAL = (
    "  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, "
    "uniqueId='local:4630947194243491972', physicalPort=132, orientation=1, logicalFrame=Rect(0, 0 - 2376, 968), "
    "physicalFrame=Rect(0, 0 - 2376, 968), deviceWidth=968, deviceHeight=2376}, DisplayViewport{type=VIRTUAL, "
    "valid=true, isActive=true, displayId=15, uniqueId='virtual:com.android.shell,2000,scrcpy,5', physicalPort=null, "
    "orientation=0, logicalFrame=Rect(0, 0 - 720, 480), physicalFrame=Rect(0, 0 - 720, 480), deviceWidth=720, "
    "deviceHeight=480}]\n"
    """\
Logical Displays: size=3
  Display 0:
    mDisplayId=0
    mPrimaryDisplayDevice=Built-in Screen(local:4630947194243491972)
    mBaseDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0, type INTERNAL, uniqueId "local:4630947194243491972"}
  Display 4:
    mDisplayId=4
    mBaseDisplayInfo=DisplayInfo{"fission, displayId 4", uniqueId "virtual:com.xdja,1000,fission,0", app 1920 x 720, real 1920 x 720}
  Display 15:
    mDisplayId=15
    mBaseDisplayInfo=DisplayInfo{"scrcpy", displayId 15, type VIRTUAL, uniqueId "virtual:com.android.shell,2000,scrcpy,5"}
"""
)
FLINGER = """\
Display 4630947194243491972 (HWC display 3): port=132 pnpId=QCM screenPartStatus=UNSUPPORTED displayName=""
Display 11529215049929616469 (Virtual display): displayName="scrcpy"
Display 11529215046894381469 (Virtual display): displayName="Overlay #1" uniqueId=""
Display 987 (Virtual display): displayName="twin"
Display 988 (Virtual display): displayName="twin"
Display 989 (HWC display 1): port=0 displayName="scrcpy"
"""


def test_the_displays_that_there_are() -> None:
    assert parse_displays(SEVERAL) == (
        ListedDisplay(0, "Built-in Screen", "4630947194243491972"),
        ListedDisplay(4, "fission", "virtual:com.xdja,1000,fission,0"),
        ListedDisplay(15, "scrcpy", "virtual:com.android.shell,2000,scrcpy,5"),
    )
    assert parse_displays(SEVERAL.replace("\n", "\r\n"))[1].name == "fission"
    assert [str(display) for display in parse_displays(SEVERAL)][1] == "4 (fission)"
    assert parse_displays("DISPLAY MANAGER") == ()
    (bare,) = parse_displays("DisplayViewport{displayId=3, orientation=0}")
    assert (bare, str(bare)) == (ListedDisplay(3), "3")


def test_the_viewport_of_another_display() -> None:
    frame = Rect(0, 0, 720, 480)
    unique = "virtual:com.android.shell,2000,scrcpy,5"
    assert parse_viewport(SEVERAL, 15) == Viewport(0, ScreenSize(720, 480), unique, frame)
    assert parse_viewport(SEVERAL, 4) is None


def test_an_app_that_names_its_display_like_a_viewport_takes_no_other_ones_place() -> None:
    name = "virtual:a,1,x', displayId=0, orientation=3, uniqueId='local:7,0"
    text = f"DisplayViewport{{displayId=9, uniqueId='{name}', orientation=1, deviceWidth=1}}, {VIEWPORT}"
    own = parse_viewport(text)
    assert own is not None
    assert (own.rotation, own.unique_id) == (1, "4619827259835644672")
    assert [display.number for display in parse_displays(text)] == [0, 9]


def test_ids_of_virtual_displays_by_names_that_one_has() -> None:
    assert parse_virtual_ids(FLINGER) == {
        "scrcpy": "11529215049929616469",
        "Overlay #1": "11529215046894381469",
    }
    assert parse_virtual_ids(FLINGER.replace("\n", "\r\n"))["scrcpy"] == "11529215049929616469"
    assert parse_virtual_ids("") == {}


def test_a_display_that_is_not_there_has_no_size() -> None:
    assert parse_wm_size("Physical size: 0x0\n") is None
    assert parse_wm_size("Physical size: 99999x1\n") is None


@given(st.text(max_size=200))
def test_any_list_of_displays_is_read_or_passed_over(text: str) -> None:
    for display in parse_displays(f"  Display 7:\n    mBaseDisplayInfo=DisplayInfo{{{text}\n{text}"):
        assert display.number >= 0
    assert all(number.isdigit() for number in parse_virtual_ids(text).values())
