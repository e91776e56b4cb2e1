"""What the rest of gui-rec needs of a device.

Coordinates in and out are of the display as the user sees it. Every call ends by a deadline of its
own. The errors tell before from after: a call that raises `ActionUnsupportedError` or
`TextUnsupportedError` sent nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from gui_rec.device.app_names import AppNames
from gui_rec.device.restore import RestoreStep
from gui_rec.model.actions import Action
from gui_rec.model.episode import DeviceInfo
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Focus, Window
from gui_rec.model.step import Sent


@dataclass(frozen=True, slots=True)
class Display:
    """The screen right now.

    `size` is what the user sees (width and height swap with rotation, an override counts); `rotation`
    is 0..3 quarter turns; `panel` is the hardware in its natural orientation, which is what touch nodes
    are scaled to. `frame` is the part of the panel that shows the picture, in panel px turned by
    `rotation`: an override of another shape leaves bars; None where the device does not tell.
    `display_id` is the hardware's id, text since ids exceed 2**53; `number` is what Android calls the display, 0
    for the phone's own.
    """

    size: ScreenSize
    rotation: int
    density_dpi: int | None
    display_id: str | None
    panel: ScreenSize
    frame: Rect | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class TouchNode:
    """An input node that reports absolute touch positions, in its own units.

    `slots` is the number of contacts of multi-touch protocol B, or None for protocol A and single touch.
    `direct` says that the panel lies on the screen (INPUT_PROP_DIRECT); `pen` that it is a stylus node;
    `finger` is False for what no finger on the screen can speak through: its tool types leave fingers out,
    or it moves a pointer. `slot` is the slot in force, which the kernel names only when it changes; what a
    slot's axes hold is not told (`getevent -p` prints 0 for them: Linux input.c keeps them a slot each).
    """

    path: str
    name: str
    min_x: int
    max_x: int
    min_y: int
    max_y: int
    slots: int | None
    direct: bool
    pen: bool = False
    finger: bool = True
    slot: int = 0


class Device(Protocol):
    """One device. A failure is an error, never plausible data."""

    @property
    def serial(self) -> str:
        """The name adb knows it by; may hold spaces."""
        ...

    @property
    def app_names(self) -> AppNames:
        """What is known of the names of its apps; grows with what is seen, and `resolve_app` goes by it."""
        ...

    def info(self) -> DeviceInfo:
        """What the device says of itself; fields it does not tell are None. `serial_id` is None."""
        ...

    def display(self) -> Display:
        """Size, rotation and density now. Raises DeviceError."""
        ...

    def screenshot(self) -> bytes:
        """A whole, decodable PNG. Raises CaptureError with the reason, DeviceLostError."""
        ...

    def hierarchy(self) -> str:
        """The view hierarchy of this moment, as XML that parses.

        Raises CaptureError with the reason (`dump_not_idle`, `dump_null_root`, ...), DeviceLostError.
        """
        ...

    @property
    def ui_source(self) -> str | None:
        """What the last hierarchy was got by (`dump`, `u2`); None before the first."""
        ...

    def focus(self) -> Focus:
        """The focused window; all fields None during a transition."""
        ...

    def windows(self) -> tuple[Window, ...]:
        """The visible windows, topmost first, as far as the device tells."""
        ...

    def keyboard_shown(self) -> bool | None:
        """Whether the on-screen keyboard is up; None where the device does not tell."""
        ...

    def perform(self, action: Action, size: ScreenSize) -> Sent:
        """Send `action` once. `size` is the screen its coordinates are of.

        An error that is raised means that nothing was sent: ActionUnsupportedError, TextUnsupportedError,
        DeviceUnavailableError, DeviceLostError, DeviceTimeoutError. Once something was sent, a Sent is
        returned whatever comes: `exit_status` is None where the device's answer did not arrive.
        """
        ...

    def app_version(self, package: str) -> str | None:
        """The versionName of an installed package; None where it has none."""
        ...

    def resolve_app(self, name_or_package: str) -> tuple[str, str]:
        """Package and activity that the launcher would start.

        Raises DeviceError when there is none, or several.
        """
        ...

    def restore_app(self, package: str, steps: Sequence[RestoreStep]) -> None:
        """Bring an app to its start: `force_stop`, `clear` (its data is deleted), `launch`, in the order given.

        Raises DeviceError for a package that is not there, and at the first step that was not done.
        """
        ...

    def ask(self, words: Sequence[str]) -> str:
        """What the device's shell answers to a question of `device.probes`; an empty text is an answer.

        Raises InputError for any other question, DeviceError when it could not be asked.
        """
        ...

    def close(self) -> None:
        """Let go of the device; nothing on it is changed."""
        ...


class OpensDevice(Protocol):
    """A backend: what opens a device of one kind."""

    def __call__(self, serial: str | None = None) -> Device:
        """The device called `serial`, or the only usable one. Raises DeviceUnavailableError."""
        ...


@dataclass(frozen=True, slots=True)
class Health:
    """What a device says of itself that decides whether it can be recorded; None where it does not tell.

    `input_refused` is what it says when adb acts on it, None where it lets it. `unicode_keyboard` tells
    whether a keyboard is installed that takes any text from adb, `keyboard` names the one in use.
    """

    server_version: int | None
    booted: bool
    awake: bool | None
    input_refused: str | None
    unicode_keyboard: bool | None
    keyboard: str | None
    u2_runs: bool


@runtime_checkable
class ForeseesActions(Protocol):
    """A device that can be asked beforehand what it cannot perform."""

    def refuses(self, action: Action) -> str | None:
        """Why `perform` would raise ActionUnsupportedError, None where it would not; nothing is sent to act.

        Raises DeviceLostError, DeviceUnavailableError.
        """
        ...


@runtime_checkable
class TellsHealth(Protocol):
    """A device that can be asked beforehand what would go wrong."""

    def health(self) -> Health:
        """Ask it; nothing on it is changed. Raises DeviceError."""
        ...


@runtime_checkable
class ChoosesUiSource(Protocol):
    """A device whose hierarchies can be got in more than one way."""

    def use_ui_source(self, name: str) -> None:
        """Get them by `auto`, `dump` or `u2` from now on. Raises DeviceError, UsageError where that cannot be."""
        ...


@runtime_checkable
class ChoosesDisplay(Protocol):
    """A device with displays that can be looked at and acted on."""

    def displays(self) -> tuple[str, ...]:
        """Those that there are, as a person may call them: `0 (Built-in Screen)`. Raises DeviceError."""
        ...

    def use_display(self, number: int) -> None:
        """Look at this display and act on it from now on. Raises DeviceError naming those that there are, UsageError."""
        ...


@runtime_checkable
class TellsApps(Protocol):
    """A device that tells which app is its home screen, and which processes died."""

    def home_package(self) -> str | None:
        """The package that handles the HOME intent; None where that is not told, or several do."""
        ...

    def crashed_processes(self) -> frozenset[tuple[str, int]]:
        """(package, process id) of what the crash log names; nothing where it cannot be read."""
        ...


@runtime_checkable
class HearsToasts(Protocol):
    """A device that may hear what toasts say, which no hierarchy and no window list tells."""

    def last_toast(self) -> str | None:
        """The newest toast since `forget_toast`, also one that has gone; "" when none came, None where it does
        not hear them (now).
        """
        ...

    def forget_toast(self) -> None:
        """From now on only what comes is told."""
        ...


class Awake(Protocol):
    """A screen that is kept on."""

    def restore(self) -> None:
        """Let it sleep again as it did before. Raises DeviceError where that cannot be done."""
        ...


@runtime_checkable
class StaysAwake(Protocol):
    """A device whose screen can be kept on."""

    def stay_awake(self) -> Awake:
        """Wake the screen and keep it on until `restore`. Raises DeviceError."""
        ...


@runtime_checkable
class EmitsTouches(Protocol):
    """A device whose touch panel can be listened to."""

    def touch_nodes(self) -> list[TouchNode]:
        """Nodes that may be the panel, likeliest first."""
        ...

    def touch_lines(self) -> AbstractContextManager[Iterator[bytes]]:
        """The panel's events as `getevent -lt` prints them: raw bytes in chunks of any size."""
        ...


@runtime_checkable
class BehindServer(Protocol):
    """A device that is reached through an adb server, as others reach it, too."""

    @property
    def server_address(self) -> tuple[str, int]:
        """Host and port of that server."""
        ...
