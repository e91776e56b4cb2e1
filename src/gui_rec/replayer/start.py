"""Where a recording begins, and how a device is brought there before the first step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui_rec.capture.start import restore_start, restore_words
from gui_rec.device._api import Device
from gui_rec.device.restore import RestoreStep
from gui_rec.errors import UsageError
from gui_rec.model.actions import OpenApp
from gui_rec.model.step import Step
from gui_rec.replayer.checks._windows import is_launcher


@dataclass(frozen=True, slots=True)
class StartPlan:
    """What is done to which app (a name or a package) before the first step.

    An app that the recording itself opens is not launched beforehand: it begins elsewhere.
    """

    app: str
    steps: tuple[RestoreStep, ...]

    @property
    def words(self) -> str:
        return restore_words(self.app, self.steps)

    def do(self, device: Device) -> str:
        """Do it, and say what was done. Raises DeviceError."""
        return restore_start(device, self.app, self.steps)


def start_plan(steps: Sequence[Step], wanted: tuple[RestoreStep, ...]) -> StartPlan | None:
    """How to come to the start of `steps`; None where nothing is wanted.

    Raises UsageError where the recording shows no app that could be restored.
    """
    if not wanted:
        return None
    first = steps[0]
    if isinstance(first.action, OpenApp):
        app = first.action.package or first.action.name
        assert app is not None
        return StartPlan(app, tuple(step for step in wanted if step is not RestoreStep.LAUNCH))
    if first.pre.package is not None and not is_launcher(first.pre.package):
        return StartPlan(first.pre.package, wanted)
    shown = (seen.package for step in steps for seen in (step.pre, step.post))
    app = next((package for package in shown if package is not None and not is_launcher(package)), None)
    if app is None:
        raise UsageError(
            "replay: --restore: expected a recording of an app, this one shows the launcher only"
        )
    return StartPlan(app, tuple(step for step in wanted if step is not RestoreStep.LAUNCH))
