"""Whether a recorder's memory grows with its session: resident memory at step 2,000 against step 200.

The session runs in a process of its own, on a device in memory each of whose pages is new: other pictures, other
hierarchies, other texts. Its clock is a test's, so that no time is spent on waiting.
"""

from __future__ import annotations

import gc
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from measure import Bound

from gui_rec.model.actions import Action, Tap
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.step import Sent
from gui_rec.recorder.session import Recorder
from gui_rec.testing.builders import Element, png
from gui_rec.testing.clock import FakeClock
from gui_rec.testing.fake_device import FakeDevice, Screen

SIZE = ScreenSize(360, 800)
_ROWS = 40
_MOST_MB = 10


class Pages(Mapping[str, Screen]):
    """As many pages as are asked for, no two alike, each made when it is shown."""

    def __getitem__(self, name: str) -> Screen:
        return _page(int(name))

    def __iter__(self) -> Iterator[str]:
        return iter(("0",))

    def __len__(self) -> int:
        return 1


@lru_cache(maxsize=2)
def _page(number: int) -> Screen:
    chance = random.Random(number)
    elements = tuple(
        Element(Rect(0, top, 360, top + 20), f"Row {chance.random()} of page {number}", f"app:id/row{top}")
        for top in range(0, 20 * _ROWS, 20)
    )
    blocks = [(each.bounds, (chance.randrange(256), chance.randrange(256), 90)) for each in elements]
    return Screen(elements, activity=f".Page{number % 7}", picture=png(SIZE, blocks=blocks))


class EndlessApp(FakeDevice):
    """Every action opens the next page; it keeps no history of its own that would grow."""

    def perform(self, action: Action, size: ScreenSize) -> Sent:
        assert size == SIZE
        self.current = str(int(self.current) + 1)
        self.clock.slept_s.clear()
        return Sent(action.type, "fake", 0, "", 0, 0)


def resident_mb() -> float:
    """What this process holds now; where the system does not tell, the most that it held."""
    gc.collect()
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1 << 20 if sys.platform == "darwin" else 1024
    )


def session(early: int, late: int) -> None:
    """Record `late` steps; print the memory after `early` of them and after the last."""
    device = EndlessApp(Pages(), "0", clock=FakeClock(), size=SIZE)
    held: dict[int, float] = {}
    with (
        tempfile.TemporaryDirectory() as name,
        Recorder(device, Path(name) / "long.parquet", source="script", clock=device.clock) as recorder,
    ):
        for step in range(1, late + 1):
            recorder.do(Tap(0.5, 0.5))
            if step in (early, late):
                held[step] = resident_mb()
    print(json.dumps(held))


def run(*, quick: bool) -> list[Bound]:
    """One session; the quick one only proves that it runs."""
    early, late = (10, 30) if quick else (200, 2_000)
    argv = [sys.executable, __file__, str(early), str(late)]
    done = subprocess.run(argv, check=True, stdout=subprocess.PIPE, text=True)
    held = json.loads(done.stdout)
    grown = held[str(late)] - held[str(early)]
    what = f"resident memory at step {late} above that at step {early} ({held[str(early)]:.0f} MB)"
    workload = f"a new page each step, 360x800, {_ROWS} nodes"
    return [Bound("memory", what, workload, round(grown, 1), _MOST_MB, "MB")]


if __name__ == "__main__":
    session(int(sys.argv[1]), int(sys.argv[2]))
