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


def wait_for(device: Device, clock: Clock, patience: Patience, gone: DeviceError) -> float:
    """Ask the device whether it is there until it is; the seconds that took. `gone` told that it is not.

    Raises DeviceLostError where `patience.reconnect_s` passed without an answer, or `patience.stop()` was true,
    and says what stands in the way by then: a link that broke may have become a phone that waits for a person's
    consent. An answer that is an error of another kind is an answer.
    """
    began_s = clock.monotonic_s()
    deadline = Deadline.after(clock, max(0.0, patience.reconnect_s))
    if patience.reconnect_s > 0:
        patience.on_wait(patience.reconnect_s)
    while not deadline.passed and not patience.stop():
        clock.sleep_s(min(_GAP_S, deadline.left_s))
        found = _absence(device)
        if found is None:
            return clock.monotonic_s() - began_s
        gone = found
    raise DeviceLostError(str(gone)) from gone


def _absence(device: Device) -> DeviceError | None:
    """What tells that the device is not there; None where it is."""
    try:
        device.focus()
    except (*GONE, DeviceTimeoutError) as error:
        return error
    except DeviceError:
        return None
    return None
