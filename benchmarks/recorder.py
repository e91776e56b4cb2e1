"""What the recorder itself costs: a recorded step against a bare loop over the very same device calls and pauses.

The bare side repeats what the recorder just asked of the same phone, call by call, and looks at nothing. What is more
on the recorder's side is its own: reading the screens, comparing them, and writing the step to the disk.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import cast

from measure import Bound, Row

from gui_rec._clock import SystemClock
from gui_rec.device._api import Device
from gui_rec.model.actions import Key, OpenApp, Tap
from gui_rec.recorder.session import Recorder
from gui_rec.testing.phone import SimulatedPhone, simulated_phone

OPEN, BACK = Tap(0.5, 850 / 2400), Key("BACK")
_REST_S = 1.5
_MOST = 1.05
_DUMP_S = 2.0
Call = Callable[[], object]


class Heard:
    """A device whose dumps take as long as a phone's; keeps what was asked of it."""

    def __init__(self, device: Device, calls: list[Call]) -> None:
        self._device = device
        self._calls = calls

    def __getattr__(self, name: str) -> object:
        value = getattr(self._device, name)
        return self._heard(name, value) if callable(value) else value

    def _heard(self, name: str, method: Call) -> Callable[..., object]:
        def call(*args: object, **more: object) -> object:
            asked = partial(self._slow if name == "hierarchy" else method, *args, **more)
            self._calls.append(asked)
            return asked()

        return call

    def _slow(self) -> str:
        ends_s = time.monotonic() + _DUMP_S
        xml = self._device.hierarchy()
        time.sleep(max(0.0, ends_s - time.monotonic()))
        return xml


class HeardClock(SystemClock):
    """Keeps the pauses among the calls."""

    def __init__(self, calls: list[Call]) -> None:
        self._calls = calls

    def sleep_s(self, seconds: float) -> None:
        self._calls.append(partial(super().sleep_s, seconds))
        super().sleep_s(seconds)


def _timed(call: Call) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def pairs(phone: SimulatedPhone, folder: Path, rounds: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Seconds of recorded steps and of the same calls bare, in turn, each from the same screen."""
    calls: list[Call] = []
    device = cast(Device, Heard(phone.device, calls))
    recorded: list[float] = []
    bare: list[float] = []
    with Recorder(device, folder / "run.parquet", clock=HeardClock(calls)) as recorder:
        recorder.do(OPEN)
        recorder.do(BACK)
        for _ in range(rounds):
            calls.clear()
            recorded.append(_timed(partial(recorder.do, OPEN)))
            same = tuple(calls)
            if recorder.last is None or recorder.last.activity != ".SubSettings":
                raise AssertionError("the step did not open the page")
            recorder.do(BACK)
            bare.append(_timed(lambda same=same: [call() for call in same]))  # type: ignore[misc]
            phone.device.perform(BACK, phone.device.display().size)
            time.sleep(_REST_S)
            phone.device.screenshot()  # the last picture that the device knows, as it was after the step
    return tuple(recorded), tuple(bare)


def run(*, quick: bool) -> list[Row | Bound]:
    """One step in turn with its own calls."""
    with tempfile.TemporaryDirectory() as name, simulated_phone(seed=1) as phone:
        phone.device.perform(OpenApp(name="Settings"), phone.device.display().size)
        recorded, bare = pairs(phone, Path(name), 2 if quick else 15)
    workload = f"a page of the simulated phone, 1080x2400, each dump {_DUMP_S:g} s as on a phone"
    row = Row(
        "recorder", "one recorded step", "the same device calls and pauses, bare", workload, recorded, bare
    )
    share = round(statistics.median(row.ratios), 3)
    return [row, Bound("recorder", "one recorded step / the same calls bare", workload, share, _MOST, "")]
