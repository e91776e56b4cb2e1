"""What `getevent` prints, as input events.

Grammar (AOSP toolbox/getevent.c): `[%8ld.%06ld] ` with `-t`, the device path unless one was asked for,
then type, code and value, each as a label (`-l`) or in hex; a code without a label stays hex even with
`-l`; key values are `UP`, `DOWN`, `REPEAT`. `add device N: PATH` and `remove device N: PATH` may come in
the middle of a stream. Other programs' warnings get mixed in: such lines are counted and skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from gui_rec.recorder.touch.keys import KEYS

EV_SYN, EV_KEY, EV_ABS = 0x00, 0x01, 0x03
SYN_REPORT, SYN_MT_REPORT, SYN_DROPPED = 0x00, 0x02, 0x03
BTN_TOUCH = 0x14A
ABS_X, ABS_Y = 0x00, 0x01
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y = 0x2F, 0x35, 0x36
ABS_MT_TOOL_TYPE, ABS_MT_TRACKING_ID = 0x37, 0x39

_TYPES = {"EV_SYN": EV_SYN, "EV_KEY": EV_KEY, "EV_REL": 0x02, "EV_ABS": EV_ABS, "EV_MSC": 0x04, "EV_SW": 0x05}
# From linux/input-event-codes.h; only what a touch panel and a phone's own keys say. Other labels read as UNKNOWN_CODE.
_CODES = {
    EV_SYN: {
        "SYN_REPORT": SYN_REPORT,
        "SYN_CONFIG": 1,
        "SYN_MT_REPORT": SYN_MT_REPORT,
        "SYN_DROPPED": SYN_DROPPED,
    },
    EV_KEY: {
        "BTN_TOUCH": BTN_TOUCH,
        "BTN_TOOL_FINGER": 0x145,
        "BTN_TOOL_PEN": 0x140,
        **{label: code for code, (label, _) in KEYS.items()},
    },
    EV_ABS: {
        "ABS_X": ABS_X,
        "ABS_Y": ABS_Y,
        "ABS_MT_SLOT": ABS_MT_SLOT,
        "ABS_MT_POSITION_X": ABS_MT_POSITION_X,
        "ABS_MT_POSITION_Y": ABS_MT_POSITION_Y,
        "ABS_MT_TOOL_TYPE": ABS_MT_TOOL_TYPE,
        "ABS_MT_TRACKING_ID": ABS_MT_TRACKING_ID,
    },
}
_VALUES = {"UP": 0, "DOWN": 1, "REPEAT": 2}
UNKNOWN_CODE = -1

_EVENT = re.compile(
    r"\s*(?:\[\s*(?P<s>\d{1,12})\.(?P<us>\d{6})\]\s*)?(?:(?P<node>/dev/input/\S{1,64}):\s+)?"
    r"(?P<type>EV_[A-Z]{1,12}|[0-9a-f]{4})\s+(?P<code>[A-Z][A-Z0-9_]{1,31}|[0-9a-f]{4})\s+"
    r"(?P<value>UP|DOWN|REPEAT|[0-9a-f]{8})\s*"
)
_NODE = re.compile(r"\s*(?P<verb>add|remove) device \d+:\s+(?P<node>/dev/input/\S{1,64})\s*")
_MAX_LINE = 4096


@dataclass(frozen=True, slots=True)
class InputEvent:
    """One event. `node` is None when the line names none; `at_us` (monotonic) None without `-t`.

    `value` is the signed 32-bit number that the kernel sent.
    """

    node: str | None
    at_us: int | None
    type: int
    code: int
    value: int
    raw: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class NodeChange:
    """An input node came (`added`) or went."""

    node: str
    added: bool


def parse_line(line: str) -> InputEvent | NodeChange | None:
    """One line without its end; None for anything that is no event and no change of nodes."""
    match = _EVENT.fullmatch(line)
    if match is None:
        change = _NODE.fullmatch(line)
        return None if change is None else NodeChange(change["node"], change["verb"] == "add")
    kind = _TYPES.get(match["type"])
    if kind is None:
        kind = UNKNOWN_CODE if match["type"].startswith("EV_") else int(match["type"], 16)
    at_us = None if match["s"] is None else int(match["s"]) * 1_000_000 + int(match["us"])
    return InputEvent(
        match["node"], at_us, kind, _code(kind, match["code"]), _value(match["value"]), line.strip()
    )


def _code(kind: int, token: str) -> int:
    known = _CODES.get(kind, {})
    if token in known:
        return known[token]
    return int(token, 16) if re.fullmatch(r"[0-9a-f]{4}", token) else UNKNOWN_CODE


def _value(token: str) -> int:
    if token in _VALUES:
        return _VALUES[token]
    number = int(token, 16)
    return number - (1 << 32) if number >= 1 << 31 else number


@dataclass(slots=True)
class EventReader:
    """Bytes in chunks of any size -> events. `noise` counts the lines that were skipped."""

    noise: int = 0
    _rest: bytes = b""

    def feed(self, chunk: bytes) -> Iterator[InputEvent | NodeChange]:
        """The events whose lines are complete now; an unfinished last line waits for its end."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        if len(self._rest) > _MAX_LINE:
            self._rest = b""
            self.noise += 1
        for line in lines:
            yield from self._read(line)

    def close(self) -> Iterator[InputEvent | NodeChange]:
        """What the stream's unfinished last line says, if it is a whole event."""
        line, self._rest = self._rest, b""
        yield from self._read(line)

    def _read(self, line: bytes) -> Iterator[InputEvent | NodeChange]:
        text = line.decode("utf-8", "replace")
        if not text.strip():
            return
        found = parse_line(text)
        if found is None:
            self.noise += 1
        else:
            yield found
