"""What an accessibility client of the phone, such as the uiautomator2 server, may see and do.

Android lets one UiAutomation connection exist at a time; its owner is told of toasts, sets text without a
keyboard and reads every window.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from gui_rec.phone.world import editing
from gui_rec.phone.world.effects import show_toast
from gui_rec.phone.world.scene import Scene, fields_of
from gui_rec.phone.world.state import World

_FIRST_PID = 7300


@dataclass(frozen=True, slots=True)
class Heard:
    """A toast as its event told it; `serial` grows with every toast."""

    text: str
    serial: int


class Accessibility:
    """The one UiAutomation connection of a phone and what it can do. `action` is held around what it does."""

    def __init__(
        self,
        world: World,
        scene: Callable[[], Scene],
        action: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._world = world
        self._scene = scene
        self._action = action

    # -- the connection ------------------------------------------------------------------------------

    def connect(self) -> int | None:
        """Take the connection; the process id of the client, None while somebody else holds it."""
        if self._world.ui_automation_pid is not None:
            return None
        self._world.ui_automation_pid = _FIRST_PID + self._world.next_serial()
        return self._world.ui_automation_pid

    def disconnect(self) -> None:
        """Give the connection back."""
        self._world.ui_automation_pid = None

    @property
    def pid(self) -> int | None:
        """The process that holds the connection."""
        return self._world.ui_automation_pid

    # -- what is seen --------------------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        """The present version, laid out."""
        return self._scene()

    @property
    def last_toast(self) -> Heard | None:
        """The newest toast, also after it has gone."""
        toast = self._world.last_toast
        return Heard(toast.text, toast.serial) if toast is not None else None

    # -- what is done --------------------------------------------------------------------------------

    def show_toast(self, text: str, *, package: str, duration_us: int) -> None:
        """A toast of the client's own, for `duration_us` microseconds."""
        show_toast(self._world, package, text, duration_us)

    def set_text(self, view_id: str, text: str) -> bool:
        """ACTION_SET_TEXT on a text field: no focus, no keyboard. False when no such field takes text."""
        world, active = self._world, self._scene().active
        if not world.awake or all(view.id != view_id for view in fields_of(active.view)):
            return False
        with self._action():
            top = world.top
            top.vars[view_id] = text
            top.cursors[view_id] = len(text)
            top.anchors.pop(view_id, None)
            world.changed()
        return True

    @property
    def clipboard(self) -> str | None:
        """The text on the clipboard; None while there is none."""
        return self._world.clipboard

    @clipboard.setter
    def clipboard(self, text: str) -> None:
        self._world.clipboard = text

    def paste(self) -> bool:
        """ACTION_PASTE on the focused field. False without one, or with nothing to paste."""
        if self._world.clipboard is None or not self._world.awake:
            return False
        with self._action():
            return editing.paste(self._world, self._scene())

    def clear_focused(self) -> bool:
        """Empty the focused field. False when there is none."""
        with self._action():
            return self._world.awake and editing.clear(self._world, self._scene())
