"""How long a person waits between two touches: said live, audibly, and summed up."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median

from gui_rec.cli._output import Output

SLOW_S = 2.0


@dataclass(slots=True)
class Readiness:
    """Seconds from a lift until the screen rested and the next touch could come, one for each time."""

    out: Output
    waits_s: list[float] = field(default_factory=list)
    ways: set[str | None] = field(default_factory=set)

    def rested(self, seconds: float) -> None:
        """Say that the next touch may come; ring the bell of a terminal, since the person looks at the phone."""
        self.waits_s.append(seconds)
        self.out.note(f"ready for the next touch ({seconds:.1f} s)")
        self._ring()

    def looked(self, way: str | None) -> None:
        """Which way a step's hierarchy was got (`dump`, `u2`)."""
        self.ways.add(way)

    def first(self, text: str) -> None:
        """Say that the first touch may come."""
        self.out.note(text)
        self._ring()

    def figures(self) -> Mapping[str, float] | None:
        """Median and maximum in seconds, and of how many; None where nobody waited."""
        if not self.waits_s:
            return None
        return {
            "median": round(median(self.waits_s), 3),
            "max": round(max(self.waits_s), 3),
            "count": len(self.waits_s),
        }

    def tell(self) -> None:
        """Sum up, with what helps where it is slow."""
        if not self.waits_s:
            return
        middle = median(self.waits_s)
        self.out.note(f"from touch to ready: median {middle:.1f} s, at most {max(self.waits_s):.1f} s")
        if middle > SLOW_S and "u2" not in self.ways:
            self.out.note(
                "That is slow: `uiautomator dump` starts anew for each look. --ui-source u2 is quicker."
            )

    def _ring(self) -> None:
        if not self.out.quiet and sys.stderr.isatty():
            sys.stderr.write("\a")
            sys.stderr.flush()
