from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.commands.getevent_format import (
    EV_ABS,
    EV_KEY,
    EV_SW,
    EV_SYN,
    AbsAxis,
    NodeInfo,
    Show,
    code_label,
    code_number,
    describe,
    event_line,
)

PLAIN = Show.DEVICE | Show.NAME | Show.EVENTS | Show.PROPS
EMULATOR = NodeInfo(
    number=1,
    path="/dev/input/event1",
    name="virtio_input_multi_touch_1",
    keys=(0x141, 0x14B),
    axes=(AbsAxis(0x00, 32767), AbsAxis(0x2F, 10), AbsAxis(0x39, 65535)),
    switches=(0,),
)


def line(event_type: int, code: int, value: int, *, labels: bool = True) -> bytes:
    return event_line(
        time_us=190139057988,
        path="/dev/input/event1",
        event_type=event_type,
        code=code,
        value=value,
        labels=labels,
    )


def test_labelled_lines_are_those_of_an_emulator() -> None:
    start = b"[  190139.057988] /dev/input/event1: "
    assert line(EV_ABS, 0x39, 0x66) == start + b"EV_ABS       ABS_MT_TRACKING_ID   00000066            \n"
    assert line(EV_ABS, 0x39, -1) == start + b"EV_ABS       ABS_MT_TRACKING_ID   ffffffff            \n"
    assert line(EV_SYN, 0, 0) == start + b"EV_SYN       SYN_REPORT           00000000            \n"
    assert line(EV_KEY, 0x14A, 1) == start + b"EV_KEY       BTN_TOUCH            DOWN                \n"


def test_plain_lines_have_three_numbers() -> None:
    assert line(EV_ABS, 0x35, 0x52F5, labels=False) == (
        b"[  190139.057988] /dev/input/event1: 0003 0035 000052f5\n"
    )


def test_stamp_and_path_are_left_out_when_not_asked_for() -> None:
    bare = event_line(time_us=None, path=None, event_type=EV_SYN, code=0, value=0, labels=False)
    assert bare == b"0000 0000 00000000\n"


def test_unknown_codes_keep_their_columns() -> None:
    assert line(0x15, 0x50, 7).endswith(b"0015         0050                 00000007            \n")


def test_description_of_an_emulators_node() -> None:
    assert describe(EMULATOR, PLAIN, labels=True) == [
        "add device 1: /dev/input/event1",
        '  name:     "virtio_input_multi_touch_1"',
        "  events:",
        "    KEY (0001): BTN_TOOL_RUBBER       BTN_STYLUS           ",
        "    ABS (0003): ABS_X                 : value 0, min 0, max 32767, fuzz 0, flat 0, resolution 0",
        "                ABS_MT_SLOT           : value 0, min 0, max 10, fuzz 0, flat 0, resolution 0",
        "                ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0",
        "    SW  (0005): SW_LID               ",
        "  input props:",
        "    <none>",
    ]


def test_description_without_labels_and_with_everything() -> None:
    lines = describe(EMULATOR, Show(255), labels=False)
    assert "    KEY (0001): 0141  014b " in lines
    assert "    ABS (0003): 0000  : value 0, min 0, max 32767, fuzz 0, flat 0, resolution 0" in lines
    assert lines[1].startswith("  bus:")
    assert "  version:  1.0.1" in lines


def test_pressed_keys_carry_a_star_and_props_are_listed() -> None:
    phone = NodeInfo(
        2,
        "/dev/input/event2",
        "fts",
        keys=(0x14A, 0x145),
        pressed=(0x14A,),
        props=("INPUT_PROP_DIRECT",),
    )
    lines = describe(phone, PLAIN, labels=True)
    assert lines[3] == "    KEY (0001): BTN_TOOL_FINGER       BTN_TOUCH*           "
    assert lines[-1] == "    INPUT_PROP_DIRECT"


def test_more_than_four_labels_go_on_a_second_line() -> None:
    node = NodeInfo(1, "/dev/input/event0", "keys", keys=(0x66, 0x72, 0x73, 0x74, 0x9E, 0x2F0))
    lines = describe(node, PLAIN, labels=True)
    assert lines[3].count("KEY_") == 4
    assert lines[4].startswith("                KEY_BACK")
    assert lines[4].endswith(" 02f0                 ")


def test_each_bit_shows_its_part() -> None:
    shown = [describe(EMULATOR, Show(1 << bit), labels=False) for bit in range(8)]
    assert shown[0] == shown[7] == []
    assert [lines[0] for lines in shown[1:7]] == [
        "add device 1: /dev/input/event1",
        '  name:     "virtio_input_multi_touch_1"',
        "  bus:      0006",
        "  version:  1.0.1",
        "  events:",
        "  input props:",
    ]


def test_the_rate_stands_behind_the_event_and_the_line_may_go_on() -> None:
    def bare(*, labels: bool, rate: int, newline: bool = True) -> bytes:
        return event_line(
            time_us=None,
            path=None,
            event_type=EV_SYN,
            code=0,
            value=0,
            labels=labels,
            rate=rate,
            newline=newline,
        )

    assert bare(labels=False, rate=99) == b"0000 0000 00000000 rate 99\n"
    assert bare(labels=True, rate=9, newline=False).endswith(b"00000000             rate 9")


def test_codes_and_labels_are_inverse() -> None:
    assert code_label(EV_SW, code_number(EV_SW, "SW_LID")) == "SW_LID"
    assert code_label(EV_ABS, 0x3FF) is None
    with pytest.raises(KeyError):
        code_number(EV_ABS, "ABS_NOTHING")


NUMBERS = re.compile(
    rb"\[ *(\d+)\.(\d{6})\] (/dev/input/event\d+): ([0-9a-f]{4}) ([0-9a-f]{4}) ([0-9a-f]{8})\n"
)
LABELS = re.compile(rb"\[ *(\d+)\.(\d{6})\] (/dev/input/event\d+): (\S+) +(\S+) +(\S+) *\n")


@settings(max_examples=80, deadline=None)
@given(
    st.integers(0, 10**14),
    st.integers(0, 0xFFFF),
    st.integers(0, 0xFFFF),
    st.integers(-(2**31), 2**32 - 1),
)
def test_plain_lines_parse_back(time_us: int, event_type: int, code: int, value: int) -> None:
    text = event_line(
        time_us=time_us,
        path="/dev/input/event3",
        event_type=event_type,
        code=code,
        value=value,
        labels=False,
    )
    found = NUMBERS.fullmatch(text)
    assert found is not None
    assert int(found[1]) * 1_000_000 + int(found[2]) == time_us
    assert [int(group, 16) for group in found.groups()[3:]] == [event_type, code, value & 0xFFFFFFFF]


@settings(max_examples=80, deadline=None)
@given(st.sampled_from([0x2F, 0x35, 0x36, 0x39, 0x3A]), st.integers(0, 2**32 - 1))
def test_labelled_lines_parse_back(code: int, value: int) -> None:
    found = LABELS.fullmatch(line(EV_ABS, code, value))
    assert found is not None
    assert code_number(EV_ABS, found[5].decode()) == code
    assert int(found[6], 16) == value
