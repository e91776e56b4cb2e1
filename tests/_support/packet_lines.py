"""Writes what a protocol A panel would say for given finger paths: every report lists all fingers that are down."""

from __future__ import annotations

from collections.abc import Sequence

from panel_lines import RawPath


def packet_lines(paths: Sequence[RawPath], *, ids: bool = True, labels: bool = True, end: str = "\n") -> str:
    """All fingers of `paths` by time, each from its first to its last sample; then an empty report."""
    moments = sorted({at for path in paths for _, _, at in path})
    lines: list[str] = []
    for moment in moments:
        for number, path in enumerate(paths):
            seen = [(x, y) for x, y, at in path if at <= moment]
            if seen and path[-1][2] >= moment:
                lines += _packet(moment, number if ids else None, *seen[-1])
        lines.append(_line(moment, "EV_SYN", "SYN_REPORT", 0))
    lines += [_line(moments[-1], "EV_KEY", "BTN_TOUCH", 0), _line(moments[-1], "EV_SYN", "SYN_REPORT", 0)]
    written = lines if labels else [_in_hex(line) for line in lines]
    return end.join([*written, ""])


def _packet(at_us: int, number: int | None, x: int, y: int) -> list[str]:
    named = [] if number is None else [_line(at_us, "EV_ABS", "ABS_MT_TRACKING_ID", number)]
    axes = [_line(at_us, "EV_ABS", "ABS_MT_POSITION_X", x), _line(at_us, "EV_ABS", "ABS_MT_POSITION_Y", y)]
    return [*named, *axes, _line(at_us, "EV_SYN", "SYN_MT_REPORT", 0)]


def _line(at_us: int, kind: str, code: str, value: int) -> str:
    stamp = f"[{at_us // 1_000_000:8d}.{at_us % 1_000_000:06d}] "
    word = "UP" if kind == "EV_KEY" else f"{value & 0xFFFFFFFF:08x}"
    return f"{stamp}{kind:<12.12} {code:<20.20} {word:<20.20}"


_HEX = {
    "EV_ABS": "0003",
    "EV_KEY": "0001",
    "EV_SYN": "0000",
    "ABS_MT_TRACKING_ID": "0039",
    "ABS_MT_POSITION_X": "0035",
    "ABS_MT_POSITION_Y": "0036",
    "SYN_MT_REPORT": "0002",
    "SYN_REPORT": "0000",
    "BTN_TOUCH": "014a",
    "UP": "00000000",
}


def _in_hex(line: str) -> str:
    stamp, _, words = line.partition("] ")
    return f"{stamp}] " + " ".join(_HEX.get(word, word) for word in words.split())
