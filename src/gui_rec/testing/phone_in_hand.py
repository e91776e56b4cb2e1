"""The simulated phone as a test holds it: a finger, faults, snapshots, and what the phone knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gui_rec.device.adb.device import AdbDevice
from gui_rec.errors import UsageError
from gui_rec.model.actions import OpenApp
from gui_rec.phone.control_client import PhoneControl
from gui_rec.testing.phone import SimulatedPhone, simulated_phone
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Node


@dataclass(frozen=True, slots=True)
class Finger:
    """A finger on the glass; `getevent` shows it. Coordinates are px of the screen as it is seen.

    Every call returns when the finger has left the glass and the touch has had its effect.
    """

    control: PhoneControl

    def tap(self, x: float, y: float) -> None:
        """Touch shortly."""
        self.control.tap(x, y)

    def long_press(self, x: float, y: float, ms: int = 800) -> None:
        """Touch and stay for `ms`."""
        self.control.long_press(x, y, ms)

    def swipe(self, x1: float, y1: float, x2: float, y2: float, ms: int = 300) -> None:
        """Drag in a straight line."""
        self.control.swipe(x1, y1, x2, y2, ms)

    def pinch(self, x: float, y: float, scale: float, ms: int = 400) -> None:
        """Two fingers around a point, apart by a scale above 1, together by one below."""
        self.control.pinch(x, y, scale, ms)

    def type(self, text: str) -> None:
        """Touch the keys of the soft keyboard, which must be shown. Raises UsageError for text without keys."""
        self.control.type(text)


@dataclass(frozen=True, slots=True)
class Snapshots:
    """The phone's whole state under a name, until the phone ends (or in a folder of the test's own)."""

    control: PhoneControl
    folder: Path

    def save(self, name: str) -> Path:
        """Keep the state of this moment; the file that holds it."""
        return self.control.snapshot_save(self.folder, name)

    def load(self, name: str) -> None:
        """Make the phone what it was. Raises InputError for a name that was not saved."""
        self.control.snapshot_load(self.folder, name)

    def list(self) -> list[str]:
        """The names that were saved."""
        return self.control.snapshot_list(self.folder)


class PhoneInHand:
    """A running phone on a private adb server; what the fixture `phone` gives."""

    def __init__(self, phone: SimulatedPhone) -> None:
        self._phone = phone
        self.finger = Finger(self.control)
        self.snapshot = Snapshots(self.control, Path(phone.server.environ["HOME"]) / "snapshots")

    @property
    def serial(self) -> str:
        """As the private adb server lists it."""
        return self._phone.process.serial

    @property
    def environ(self) -> Mapping[str, str]:
        """A whole environment for other programs: with it adb, adbutils and gui-rec see this phone and no other."""
        return self._phone.server.environ

    @property
    def device(self) -> AdbDevice:
        """The phone through adb: screenshot, hierarchy, actions."""
        return self._phone.device

    @property
    def control(self) -> PhoneControl:
        """The control connection: time, rotation, theme, language, battery, texts of the apps."""
        return self._phone.process.control

    @property
    def state(self) -> dict[str, Any]:
        """What the phone knows in this moment: package, activity, screen, keyboard, toast, faults."""
        return self.control.state()

    def open(self, app: str) -> None:
        """Bring an app to the front, by its name (`shop`) or its package. Raises DeviceError for none."""
        action = OpenApp(package=app) if "." in app else OpenApp(name=app)
        self.device.perform(action, self.device.display().size)

    def fault(self, specification: str, on: bool = True) -> None:
        """Switch a fault on or off, as `gui-rec phone fault` does; off by its name, with or without what stood behind
        it. Raises UsageError for an unknown one.
        """
        if on:
            self.control.fault_on(specification)
        else:
            self.control.fault_off(specification)

    def find(self, what: str) -> tuple[int, int]:
        """The middle, in px, of the view whose text, description or id is `what`; of several the only clickable one.

        It looks once and does not wait for a view to appear. Raises UsageError for none or several, naming what is
        shown.
        """
        nodes = list(parse_hierarchy(self.device.hierarchy()).walk())
        named = [node for node in nodes if what in _names(node)]
        found = named if len(named) == 1 else [node for node in named if node.clickable]
        if len(found) != 1:
            shown = ", ".join(sorted({node.text for node in nodes if node.text}))
            clickable = f", {len(found)} of them clickable" if named else ""
            raise UsageError(
                f"expected one view called {what!r}, found {len(named)}{clickable}; shown: {shown}"
            )
        middle = found[0].bounds.center
        return middle.x, middle.y


def _names(node: Node) -> tuple[str, ...]:
    return (node.text, node.content_desc, (node.resource_id or "").rpartition("/")[2])


@contextmanager
def phone_in_hand(
    *,
    seed: int = 0,
    faults: Sequence[str] = (),
    screen: str | None = None,
    api: int | None = None,
    locale: str | None = None,
    displays: int | None = None,
    options: Sequence[str] = (),
) -> Iterator[PhoneInHand]:
    """A booted phone on a private adb server with a HOME of its own; both end with the block.

    `options` are further options of `gui-rec phone`, such as `--density=320`.
    """
    with simulated_phone(
        seed=seed, faults=faults, screen=screen, api=api, locale=locale, displays=displays, options=options
    ) as phone:
        yield PhoneInHand(phone)
