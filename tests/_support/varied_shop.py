"""Replays of the small shop whose note says something else each time, with their reports on disk."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from shop import changed, label, shop

from gui_rec.replayer.config import OnMismatch, ReplayConfig
from gui_rec.replayer.report import RunReport
from gui_rec.replayer.session import replay
from gui_rec.testing.fake_device import FakeDevice

GO_ON = ReplayConfig(on_mismatch=OnMismatch.CONTINUE, timeout_s=1.0, write_verdicts=False)
NOTE = "/TextView#note:text"
PRICE = "/TextView#price:text"


def saying(note: str = "Two things on sale", price: str = "$5.00") -> FakeDevice:
    """The shop with another note on its list and another price of the milk."""
    return shop(
        list=changed("list", "Two things on sale", label(100, note, "com.example.app:id/note")),
        item=changed("item", "$5.00", label(40, price, "com.example.app:id/price")),
    )


def replayed(recording: Path, folder: Path, device: FakeDevice, config: ReplayConfig = GO_ON) -> RunReport:
    """A replay whose report lies in `folder`."""
    return replay(recording, device, replace(config, report_dir=folder), clock=device.clock)
