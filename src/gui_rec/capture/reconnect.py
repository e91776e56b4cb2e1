"""Wait for a device that went away: a loose cable, a phone that starts again, a server that was restarted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gui_rec._clock import Clock, Deadline
from gui_rec.device._api import Device
from gui_rec.errors import DeviceError, DeviceLostError, DeviceTimeoutError, DeviceUnavailableError

GONE = (DeviceLostError, DeviceUnavailableError)
"""What a device raises that went away."""

_GAP_S = 0.5


def _tell_nobody(_patience_s: float) -> None:
    """Nobody asked to hear of waits."""


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a device that went away is waited for, who hears that a wait begins, and who may end it."""

    reconnect_s: float = 10.0
    on_wait: Callable[[float], None] = _tell_nobody
    stop: Callable[[], bool] = _never


def wait_for(device: Device, clock: Clock, patience: Patience) -> float | None:
    """Ask the device whether it is there until it is; the seconds that took.

    None where `patience.reconnect_s` passed without an answer, or `patience.stop()` was true: the device
    counts as lost. An answer that is an error of another kind is an answer.
    """
    if patience.reconnect_s <= 0:
        return None
    began_s = clock.monotonic_s()
    deadline = Deadline.after(clock, patience.reconnect_s)
    patience.on_wait(patience.reconnect_s)
    while not deadline.passed and not patience.stop():
        clock.sleep_s(min(_GAP_S, deadline.left_s))
        if _answers(device):
            return clock.monotonic_s() - began_s
    return None


def _answers(device: Device) -> bool:
    try:
        device.focus()
    except (*GONE, DeviceTimeoutError):
        return False
    except DeviceError:
        return True
    return True
