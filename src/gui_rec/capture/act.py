"""Act at most once: a ledger that refuses a second dispatch of the same step."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from gui_rec.errors import DeviceError
from gui_rec.model.actions import Action
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.step import Sent


class Phase(StrEnum):
    """How far a step has come. Only forward."""

    PLANNED = "planned"
    DISPATCHED = "dispatched"
    OBSERVED = "observed"


class Performs(Protocol):
    """Whoever can send an action; a `Device` can."""

    def perform(self, action: Action, size: ScreenSize) -> Sent:
        """Send it once, as `Device.perform` promises."""
        ...


class Ledger:
    """The phase of every step of a session, by step index."""

    def __init__(self) -> None:
        self._phases: dict[int, Phase] = {}

    def phase(self, index: int) -> Phase | None:
        """None for a step that was never planned."""
        return self._phases.get(index)

    def dispatch(self, device: Performs, index: int, action: Action, size: ScreenSize) -> Sent:
        """Send the action of step `index`, once for ever.

        What `Device.perform` raises means that nothing was sent; the step then stays planned and may be
        dispatched later. An exception that no device may raise (a person's Ctrl-C, a defect) leaves the
        outcome unknown, so the step counts as dispatched.
        """
        if self._phases.get(index, Phase.PLANNED) is not Phase.PLANNED:
            raise AssertionError(f"step {index} was dispatched before; an action is never repeated")
        self._phases[index] = Phase.DISPATCHED
        try:
            return device.perform(action, size)
        except DeviceError:
            self._phases[index] = Phase.PLANNED
            raise

    def observed(self, index: int) -> None:
        """The outcome of step `index` was seen."""
        self._phases[index] = Phase.OBSERVED
