"""What getevent prints, as pure functions (facts: AOSP toolbox/getevent.c and its label tables)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntFlag

EV_SYN, EV_KEY, EV_ABS, EV_SW = 0x00, 0x01, 0x03, 0x05
_TYPES = {
    EV_SYN: "EV_SYN",
    EV_KEY: "EV_KEY",
    0x02: "EV_REL",
    EV_ABS: "EV_ABS",
    0x04: "EV_MSC",
    EV_SW: "EV_SW",
}
_CODES: Mapping[int, Mapping[int, str]] = {
    EV_SYN: {0: "SYN_REPORT", 1: "SYN_CONFIG", 2: "SYN_MT_REPORT", 3: "SYN_DROPPED"},
    EV_KEY: {
        0x1C: "KEY_ENTER",
        0x66: "KEY_HOME",
        0x72: "KEY_VOLUMEDOWN",
        0x73: "KEY_VOLUMEUP",
        0x74: "KEY_POWER",
        0x8F: "KEY_WAKEUP",
        0x9E: "KEY_BACK",
        0x140: "BTN_TOOL_PEN",
        0x141: "BTN_TOOL_RUBBER",
        0x145: "BTN_TOOL_FINGER",
        0x14A: "BTN_TOUCH",
        0x14B: "BTN_STYLUS",
        0x244: "KEY_APPSELECT",
    },
    EV_ABS: {
        0x00: "ABS_X",
        0x01: "ABS_Y",
        0x02: "ABS_Z",
        0x18: "ABS_PRESSURE",
        0x2F: "ABS_MT_SLOT",
        0x30: "ABS_MT_TOUCH_MAJOR",
        0x31: "ABS_MT_TOUCH_MINOR",
        0x32: "ABS_MT_WIDTH_MAJOR",
        0x33: "ABS_MT_WIDTH_MINOR",
        0x34: "ABS_MT_ORIENTATION",
        0x35: "ABS_MT_POSITION_X",
        0x36: "ABS_MT_POSITION_Y",
        0x37: "ABS_MT_TOOL_TYPE",
        0x38: "ABS_MT_BLOB_ID",
        0x39: "ABS_MT_TRACKING_ID",
        0x3A: "ABS_MT_PRESSURE",
        0x3B: "ABS_MT_DISTANCE",
    },
    EV_SW: {0: "SW_LID"},
}
_KEY_VALUES = {0: "UP", 1: "DOWN", 2: "REPEAT"}
_CLASSES = {EV_KEY: "KEY", EV_ABS: "ABS", EV_SW: "SW "}


class Show(IntFlag):
    """The bits of `-v`: what is printed of a device."""

    ERRORS = 1
    DEVICE = 2
    NAME = 4
    INFO = 8
    VERSION = 16
    EVENTS = 32
    PROPS = 64
    HID = 128


@dataclass(frozen=True, slots=True)
class AbsAxis:
    """One EV_ABS code and its range; no unit, the kernel's raw numbers."""

    code: int
    maximum: int
    value: int = 0
    minimum: int = 0
    fuzz: int = 0
    flat: int = 0
    resolution: int = 0


@dataclass(frozen=True, slots=True)
class NodeInfo:
    """One input device as `getevent -p` describes it. `pressed` are the EV_KEY codes that are down."""

    number: int
    path: str
    name: str
    keys: tuple[int, ...] = ()
    axes: tuple[AbsAxis, ...] = ()
    switches: tuple[int, ...] = ()
    props: tuple[str, ...] = ()
    pressed: tuple[int, ...] = ()


def event_line(
    *,
    time_us: int | None,
    path: str | None,
    event_type: int,
    code: int,
    value: int,
    labels: bool,
    rate: int | None = None,
    newline: bool = True,
) -> bytes:
    """One event. `time_us` (CLOCK_MONOTONIC), `path` and `rate` (reports a second) are printed when given."""
    stamp = "" if time_us is None else f"[{time_us // 1_000_000:8d}.{time_us % 1_000_000:06d}] "
    where = "" if path is None else f"{path}: "
    body = _labelled if labels else _plain
    speed = "" if rate is None else f" rate {rate}"
    end = "\n" if newline else ""
    return f"{stamp}{where}{body(event_type, code, value & 0xFFFFFFFF)}{speed}{end}".encode("ascii")


def _plain(event_type: int, code: int, value: int) -> str:
    return f"{event_type:04x} {code:04x} {value:08x}"


def _labelled(event_type: int, code: int, value: int) -> str:
    type_text = _TYPES.get(event_type, f"{event_type:04x}")
    code_text = code_label(event_type, code) or f"{code:04x}"
    value_text = f"{value:08x}"
    if event_type == EV_KEY:
        value_text = _KEY_VALUES.get(value, value_text)
    return f"{type_text:<12.12s} {code_text:<20.20s} {value_text:<20.20s}"


def code_label(event_type: int, code: int) -> str | None:
    """The kernel's name of a code, None for one this table does not know."""
    return _CODES.get(event_type, {}).get(code)


def describe(node: NodeInfo, shown: Show, *, labels: bool) -> list[str]:
    """What is printed of one device. No node of this phone is a HID device, so there is no descriptor of one."""
    lines = [f"add device {node.number}: {node.path}"] if Show.DEVICE in shown else []
    if Show.INFO in shown:
        lines += ["  bus:      0006", "  vendor    0000", "  product   0000", "  version   0000"]
    lines += [f'  name:     "{node.name}"'] if Show.NAME in shown else []
    if Show.INFO in shown:
        lines += ['  location: ""', '  id:       ""']
    lines += ["  version:  1.0.1"] if Show.VERSION in shown else []
    if Show.EVENTS in shown:
        lines.append("  events:")
        lines += _bits(EV_KEY, node.keys, node.pressed, labels)
        lines += _axes(node.axes, labels)
        lines += _bits(EV_SW, node.switches, (), labels)
    if Show.PROPS in shown:
        lines.append("  input props:")
        lines += [f"    {prop}" for prop in node.props] or ["    <none>"]
    return lines


def _bits(event_type: int, codes: Sequence[int], pressed: Sequence[int], labels: bool) -> list[str]:
    per_line = 4 if labels else 8
    cells = [_cell(event_type, code, labels, "*" if code in pressed else " ") for code in sorted(codes)]
    rows = ["".join(cells[start : start + per_line]) for start in range(0, len(cells), per_line)]
    return _under_heading(event_type, rows)


def _axes(axes: Sequence[AbsAxis], labels: bool) -> list[str]:
    rows = [
        f"{_cell(EV_ABS, axis.code, labels, ' ')} : value {axis.value}, min {axis.minimum}, max {axis.maximum}, "
        f"fuzz {axis.fuzz}, flat {axis.flat}, resolution {axis.resolution}"
        for axis in sorted(axes, key=lambda axis: axis.code)
    ]
    return _under_heading(EV_ABS, rows)


def _under_heading(event_type: int, rows: Sequence[str]) -> list[str]:
    heading = f"    {_CLASSES[event_type]} ({event_type:04x}):"
    return [
        (heading if first else " " * 15) + row
        for first, row in zip([True, *[False] * len(rows)], rows, strict=False)
    ]


def _cell(event_type: int, code: int, labels: bool, down: str) -> str:
    if not labels:
        return f" {code:04x}{down}"
    label = code_label(event_type, code)
    if label is None:
        return f" {code:04x}{down}                "
    return f" {label:.20s}{down}{'':{max(0, 20 - len(label))}}"


def code_number(event_type: int, label: str) -> int:
    """The code behind a label. Raises KeyError for a label this table does not know."""
    return {name: code for code, name in _CODES[event_type].items()}[label]
