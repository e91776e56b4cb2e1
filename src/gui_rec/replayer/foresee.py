"""What can be told of a replay before anything is sent: what the device cannot do, and where coordinates mean nothing."""

from __future__ import annotations

from collections.abc import Sequence

from gui_rec.device._api import Device, ForeseesActions
from gui_rec.errors import UsageError
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.step import Step
from gui_rec.replayer.elsewhere import same_shape
from gui_rec.replayer.locate import coordinates_refused, rests_on_coordinates


def refuse_coordinates(steps: Sequence[Step], size: ScreenSize, rotation: int, *, scale: bool) -> None:
    """Raise UsageError where a step rests on coordinates alone, and the screen, turned as recorded, has another size.

    `size` is the screen as the user sees it, held by `rotation` quarter turns.
    """
    panel = _turned(size, rotation)
    for step in steps:
        recorded = step.pre.size
        if recorded is None:
            continue
        now = panel if (step.pre.rotation or 0) % 2 == 0 else _turned(panel, 1)
        if not rests_on_coordinates(step, now) or now == recorded:
            continue
        if not (scale and same_shape(recorded, now)):
            raise UsageError(
                f"replay: step {step.index} ({step.action.type}): {coordinates_refused(recorded, now)}; nothing was sent"
            )


def refused_actions(steps: Sequence[Step], device: Device) -> dict[int, str]:
    """Step index -> why the device cannot perform its action, as far as the device can tell beforehand."""
    if not isinstance(device, ForeseesActions):
        return {}
    told = ((step.index, device.refuses(step.action)) for step in steps)
    return {index: why for index, why in told if why is not None}


def _turned(size: ScreenSize, quarters: int) -> ScreenSize:
    return ScreenSize(size.height_px, size.width_px) if quarters % 2 else size
