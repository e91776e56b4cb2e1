from __future__ import annotations

import re
from dataclasses import replace

import pytest
from phone_commands import APIS

from gui_rec.device.adb.parse_node_displays import parse_node_displays
from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.commands.display_format import (
    PHYSICAL_DISPLAY_ID,
    DisplayFacts,
    dumpsys_display,
    dumpsys_input,
    surface_flinger,
    surface_flinger_ids,
    viewport,
    wm_density_lines,
    wm_size_lines,
)

UPRIGHT = DisplayFacts(ScreenSize(1080, 2400), 0, 420, awake=True)
TURNED = DisplayFacts(ScreenSize(1080, 2400), 1, 420, awake=True)


def test_wm_tells_the_panel_also_when_turned() -> None:
    assert wm_size_lines(TURNED) == ["Physical size: 1080x2400"]
    assert wm_density_lines(TURNED) == ["Physical density: 420"]


def test_viewport_of_api_30_and_34() -> None:
    expected = (
        "DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, "
        "uniqueId='local:4619827259835644672', physicalPort=0, orientation=0, "
        "logicalFrame=Rect(0, 0 - 1080, 2400), physicalFrame=Rect(0, 0 - 1080, 2400), "
        "deviceWidth=1080, deviceHeight=2400}"
    )
    assert viewport(UPRIGHT, api=30) == expected
    assert viewport(UPRIGHT, api=34) == expected


def test_viewport_by_age() -> None:
    assert "isActive" not in viewport(UPRIGHT, api=29)
    assert viewport(UPRIGHT, api=28).startswith("DisplayViewport{valid=true, displayId=0, uniqueId='local:0'")
    assert "orientation=0, densityDpi=420, xDpi=420.0, yDpi=420.0, logicalFrame" in viewport(UPRIGHT, api=36)


def test_frames_swap_with_rotation_and_the_device_does_not() -> None:
    turned = viewport(TURNED, api=34)
    assert "orientation=1, logicalFrame=Rect(0, 0 - 2400, 1080)" in turned
    assert turned.endswith("deviceWidth=1080, deviceHeight=2400}")


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("display", [UPRIGHT, TURNED])
def test_the_first_orientation_of_the_dump_is_the_displays(api: int, display: DisplayFacts) -> None:
    found = [
        int(match["orientation"])
        for line in dumpsys_display(display, api=api)
        if (match := re.search(r".*?orientation=(?P<orientation>\d+)", line))
    ]
    assert found[0] == display.rotation


@pytest.mark.parametrize("api", APIS)
def test_the_dump_has_the_viewport_on_one_line(api: int) -> None:
    pattern = re.compile(
        r".*DisplayViewport{.*?valid=true, .*?orientation=(?P<orientation>\d+), "
        r".*?deviceWidth=(?P<width>\d+), deviceHeight=(?P<height>\d+).*"
    )
    matches = [match for line in dumpsys_display(TURNED, api=api) if (match := pattern.match(line))]
    assert [match.groups() for match in matches] == [("1", "1080", "2400")]


def test_input_reader_by_age() -> None:
    assert "      SurfaceOrientation: 1" in dumpsys_input(TURNED, api=30)
    assert "      InputDeviceOrientation: Rotation1" in dumpsys_input(TURNED, api=34)
    assert "      PhysicalWidth: 1080px" in dumpsys_input(TURNED, api=34)


def test_input_dispatcher_tells_the_focused_display_from_api_29_on() -> None:
    assert "  FocusedDisplayId: 0" in dumpsys_input(TURNED, api=29)
    assert "  FocusedDisplayId: 1" in dumpsys_input(TURNED, api=34, focused_display=1)
    assert not [line for line in dumpsys_input(TURNED, api=28) if "FocusedDisplayId" in line]


def test_surface_flinger_names_the_display_as_text() -> None:
    assert surface_flinger_ids() == [
        'Display 4619827259835644672 (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"'
    ]
    assert re.findall(r"Display (\d+) ", "\n".join(surface_flinger(UPRIGHT))) == [PHYSICAL_DISPLAY_ID]
    assert any("orientation=0" in line for line in surface_flinger(UPRIGHT))


def test_each_display_has_its_touch_device() -> None:
    text = "\n".join(dumpsys_input(TURNED, replace(TURNED, display_id=1, rotation=0), api=34))
    told = parse_node_displays(text)
    assert told == {"virtio_input_multi_touch_1": {0}, "virtio_input_multi_touch_2": {1}}
    assert parse_node_displays("\n".join(dumpsys_input(TURNED, api=34))) == {
        "virtio_input_multi_touch_1": {0}
    }
