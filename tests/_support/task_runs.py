"""Tasks of the step protocol on a device in memory, and one whose driver says no."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from shop import SHOP
from tasks import Record, task

from gui_rec.model.actions import Action
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.step import Sent
from gui_rec.replayer.protocol.result import TaskResult
from gui_rec.replayer.protocol.session import RunConfig, run_task
from gui_rec.testing.fake_device import FakeDevice, Screen

NOTE = "com.example.app:id/note"


@dataclass(slots=True)
class Grudging(FakeDevice):
    """Its driver answers `statuses` instead of 0, with `says`; with `idle` it does nothing of what it is sent."""

    statuses: list[int | None] = field(default_factory=list)
    says: str = ""
    idle: bool = False

    def perform(self, action: Action, size: ScreenSize) -> Sent:
        shown = self.current
        sent = FakeDevice.perform(self, action, size)
        if self.idle:
            self.current = shown
            self._texts.clear()
        status = self.statuses.pop(0) if self.statuses else 0
        return replace(sent, exit_status=status, output=self.says)


def grudging(*statuses: int | None, says: str = "", idle: bool = False, **screens: Screen) -> Grudging:
    return Grudging({**SHOP, **screens}, "list", statuses=list(statuses), says=says, idle=idle)


def ran(device: FakeDevice, *steps: Record, config: RunConfig | None = None, **fields: object) -> TaskResult:
    return run_task(task(*steps, **fields), device, config, clock=device.clock)  # type: ignore[arg-type]


def codes(result: TaskResult) -> list[str]:
    assert all(entry.successful == (entry.code == "OK") for entry in result.steps)
    assert result.successful == (result.code == "OK")
    return [entry.code for entry in result.steps]
