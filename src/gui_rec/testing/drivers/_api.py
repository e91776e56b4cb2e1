"""A kind of driver: how one is told from the others, and how gui-rec looks at the phone behind it."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from gui_rec.errors import UsageError

if TYPE_CHECKING:
    from gui_rec.device._api import Device


@dataclass(frozen=True, slots=True)
class Opened:
    """A device to look at. `is_ours` says that it was opened for this and is to be closed afterwards."""

    device: Device
    is_ours: bool

    def close(self) -> None:
        """Let go of the device where it was opened here."""
        if self.is_ours:
            with closing(self.device):
                pass


class Driver(Protocol):
    """One kind. It is told by what it has, so that no client library is imported."""

    def fits(self, driver: object) -> bool:
        """Whether `driver` is of this kind."""
        ...

    def open(self, driver: object) -> Opened:
        """The phone behind it. Raises DeviceUnavailableError; nothing is sent to the phone that acts on it."""
        ...


def open_driver(driver: object) -> Opened:
    """The phone behind whatever a test drives it with.

    Raises UsageError for what is none of the kinds of `gui_rec.testing.drivers._members`, DeviceUnavailableError.
    """
    from gui_rec.testing.drivers._members import DRIVERS

    for name in DRIVERS:
        kind = DRIVERS.get(name)
        if kind.fits(driver):
            return kind.open(driver)
    known = ", ".join(DRIVERS)
    raise UsageError(f"transition: expected one of {known}, got {type(driver).__qualname__}")
