from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from string_cases import string_cases

from gui_rec.device._api import TouchNode
from gui_rec.device.adb.parse_getevent import parse_touch_nodes


def node(
    path: str, *axes: str, name: str = "panel", props: str = "    <none>", keys: str = "BTN_TOUCH"
) -> str:
    """One device as `getevent -lp` prints it."""
    lines = [f"                {axis:<22}: value 0, min 0, max 1079, fuzz 0" for axis in axes]
    return "\n".join(
        [
            f"add device 1: {path}",
            f'  name:     "{name}"',
            "  events:",
            f"    KEY (0001): {keys:<20}",
            "    ABS (0003):",
            *lines,
            "  input props:",
            props,
            "",
        ]
    )


def test_the_captured_panel() -> None:
    (case,) = [row for row in string_cases("getevent_lines") if "add device" in row["raw"]]
    assert parse_touch_nodes(case["raw"]) == [
        TouchNode("/dev/input/event5", "synaptics_tcm_touch", 0, 1619, 0, 3599, 10, True)
    ]


def test_lines_that_are_no_nodes_are_skipped() -> None:
    for case in string_cases("getevent_lines"):
        if "add device" not in case["raw"]:
            assert parse_touch_nodes(case["raw"]) == []


def test_multi_touch_positions_hide_the_mirrored_axes() -> None:
    text = node("/dev/input/event2", "ABS_X", "ABS_Y", "ABS_MT_POSITION_X", "ABS_MT_POSITION_Y")
    assert parse_touch_nodes(text) == [TouchNode("/dev/input/event2", "panel", 0, 1079, 0, 1079, None, False)]


def test_codes_in_hex() -> None:
    text = node("/dev/input/event2", "0035", "0036", "002f")
    assert parse_touch_nodes(text)[0].slots == 1080


def test_a_node_that_no_finger_speaks_through_says_so() -> None:
    axes = ("ABS_MT_POSITION_X", "ABS_MT_POSITION_Y")
    touch = node("/dev/input/event1", *axes, "ABS_MT_TOOL_TYPE")
    pens_only = touch.replace(
        "ABS_MT_TOOL_TYPE      : value 0, min 0", "ABS_MT_TOOL_TYPE      : value 1, min 1"
    )
    pad = node("/dev/input/event2", *axes, props="    INPUT_PROP_POINTER")
    assert [found.finger for found in parse_touch_nodes(touch + pens_only + pad)] == [True, False, False]


def test_the_slot_in_force_is_the_axis_value() -> None:
    text = node("/dev/input/event1", "ABS_MT_POSITION_X", "ABS_MT_POSITION_Y", "ABS_MT_SLOT")
    assert parse_touch_nodes(text)[0].slot == 0
    held = text.replace("ABS_MT_SLOT           : value 0", "ABS_MT_SLOT           : value 3")
    assert parse_touch_nodes(held)[0].slot == 3


def test_a_pen_is_told_by_its_tool() -> None:
    pen = node("/dev/input/event3", "ABS_X", "ABS_Y", name="Wacom", keys="BTN_TOOL_PEN BTN_STYLUS")
    assert parse_touch_nodes(pen)[0].pen
    panel = node(
        "/dev/input/event1",
        "ABS_MT_POSITION_X",
        "ABS_MT_POSITION_Y",
        keys="BTN_TOOL_PEN",
        props="    INPUT_PROP_DIRECT",
    )
    assert not parse_touch_nodes(panel)[0].pen
    assert parse_touch_nodes(panel)[0].direct


def test_nodes_without_positions_are_no_panels() -> None:
    noise = "could not get driver version for /dev/input/mice, Not a typewriter\n"
    text = noise + node("/dev/input/event0", keys="KEY_POWER") + node("/dev/input/event4", "ABS_X")
    assert parse_touch_nodes(text) == []


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_survived(text: str) -> None:
    assert isinstance(parse_touch_nodes("add device 1: /dev/input/event1\n" + text), list)
