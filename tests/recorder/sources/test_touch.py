"""The panel's stream breaks and comes back, or does not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from panel_lines import PanelWriter
from shop import SHOP

from gui_rec.capture.reconnect import Patience
from gui_rec.errors import DeviceLostError
from gui_rec.model.flags import Flag
from gui_rec.model.step import Step
from gui_rec.recorder.session import Recorder, RecorderConfig
from gui_rec.recorder.sources._api import SourceOptions
from gui_rec.recorder.sources.touch import SOURCE
from gui_rec.testing.builders import SIZE
from gui_rec.testing.fake_device import FakeDevice


def touch_at(x: int, y: int, at_s: float) -> bytes:
    units = [(value * 32768 + size - 1) // size for value, size in ((x, SIZE.width_px), (y, SIZE.height_px))]
    return PanelWriter().write([[(units[0], units[1], round(at_s * 1_000_000))]]).encode()


@dataclass(slots=True)
class LooseCable(FakeDevice):
    """Each opening of the panel gives the next of `streams`: bytes, then an error, or the quiet end."""

    streams: list[tuple[bytes, Exception | None]] = field(default_factory=list)
    openings: int = 0

    @contextmanager
    def touch_lines(self) -> Iterator[Iterator[bytes]]:
        data, error = self.streams[min(self.openings, len(self.streams) - 1)]
        self.openings += 1
        yield self._lines(data, error)

    def _lines(self, data: bytes, error: Exception | None) -> Iterator[bytes]:
        yield data
        if error is not None:
            raise error


def loose(*streams: tuple[bytes, Exception | None]) -> LooseCable:
    device = LooseCable(SHOP, "list")
    device.streams = list(streams)
    return device


def recorded(device: LooseCable, out: Path, said: list[str]) -> list[Step]:
    config = replace(RecorderConfig(), patience=Patience(5.0))
    options = SourceOptions(on_message=said.append, idle_look_s=0.05)
    with Recorder(device, out, source="touch", clock=device.clock, config=config) as recorder:
        return list(SOURCE.steps(recorder, options, lambda: False))


UNPLUGGED = DeviceLostError("unplugged")


def test_a_session_goes_on_after_a_gap_and_the_gap_is_in_the_data(tmp_path: Path) -> None:
    said: list[str] = []
    device = loose((touch_at(54, 110, 1.0), UNPLUGGED), (touch_at(54, 110, 9.0), None))
    steps = recorded(device, tmp_path / "run", said)
    assert [Flag.DEVICE_RECONNECTED in step.flags for step in steps] == [False, True]
    assert any("away for 0.5 s; what was touched meanwhile is not known" in line for line in said)


def test_a_device_that_stays_away_ends_it_and_what_was_done_is_kept(tmp_path: Path) -> None:
    device = loose((touch_at(54, 110, 1.0), UNPLUGGED))
    config = replace(RecorderConfig(), patience=Patience(0.0))
    taken: list[Step] = []
    with Recorder(device, tmp_path / "run", source="touch", clock=device.clock, config=config) as recorder:
        steps = SOURCE.steps(recorder, SourceOptions(idle_look_s=0.05), lambda: False)
        with pytest.raises(DeviceLostError):
            taken.extend(steps)
    assert device.openings == 1
    assert len(taken) == 1, "what was done before is recorded"


def test_a_panel_that_breaks_again_and_again_is_an_end(tmp_path: Path) -> None:
    device = loose((b"\n", UNPLUGGED))
    with pytest.raises(DeviceLostError, match="again and again"):
        recorded(device, tmp_path / "run", [])
    assert device.openings == 5
