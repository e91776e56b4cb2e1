"""Writes what a protocol B panel would say for given finger paths (the inverse of the recorder's reader)."""

from __future__ import annotations

from collections.abc import Sequence

RawPath = Sequence[tuple[int, int, int]]
"""(x, y, at_us) in panel units."""


class PanelWriter:
    """Keeps what a kernel keeps: unchanged axes and an unchanged slot are not sent again."""

    def __init__(self, prefix: str = "", end: str = "\n") -> None:
        self._prefix, self._end = prefix, end
        self._slot = 0
        self._axes: dict[tuple[int, str], int] = {}
        self._id = 0x66

    def write(self, paths: Sequence[RawPath], lift: str = "ffffffff") -> str:
        """All fingers of `paths`, finger i in slot i, interleaved by time; lifted at their last sample."""
        moments = sorted({at for path in paths for _, _, at in path})
        lines: list[str] = []
        for moment in moments:
            report: list[tuple[str, str, str]] = []
            for slot, path in enumerate(paths):
                report += self._finger(slot, path, moment)
            lines += [self._line(moment, *words) for words in report] + [
                self._line(moment, "EV_SYN", "SYN_REPORT", "00000000")
            ]
        last = moments[-1]
        for slot, path in enumerate(paths):
            lines += [self._line(path[-1][2], *words) for words in self._choose(slot)]
            lines.append(self._line(path[-1][2], "EV_ABS", "ABS_MT_TRACKING_ID", lift))
        lines.append(self._line(last, "EV_SYN", "SYN_REPORT", "00000000"))
        return "".join(lines)

    def _finger(self, slot: int, path: RawPath, moment: int) -> list[tuple[str, str, str]]:
        words: list[tuple[str, str, str]] = []
        for index, (x, y, at) in enumerate(path):
            if at != moment:
                continue
            words += self._choose(slot)
            if index == 0:
                self._id += 1
                words.append(("EV_ABS", "ABS_MT_TRACKING_ID", f"{self._id:08x}"))
            words += self._axis(slot, "ABS_MT_POSITION_X", x) + self._axis(slot, "ABS_MT_POSITION_Y", y)
        return words

    def _choose(self, slot: int) -> list[tuple[str, str, str]]:
        if slot == self._slot:
            return []
        self._slot = slot
        return [("EV_ABS", "ABS_MT_SLOT", f"{slot:08x}")]

    def _axis(self, slot: int, name: str, value: int) -> list[tuple[str, str, str]]:
        if self._axes.get((slot, name)) == value:
            return []
        self._axes[(slot, name)] = value
        return [("EV_ABS", name, f"{value & 0xFFFFFFFF:08x}")]

    def _line(self, at_us: int, kind: str, code: str, value: str) -> str:
        stamp = f"[{at_us // 1_000_000:8d}.{at_us % 1_000_000:06d}] "
        return f"{stamp}{self._prefix}{kind:<12.12} {code:<20.20} {value:<20.20}{self._end}"
