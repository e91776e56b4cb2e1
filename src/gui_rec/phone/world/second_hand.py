"""Injected input for the second display: what `input -d 1` does. It has no field and no soft keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from gui_rec.phone.world import second_display
from gui_rec.phone.world.key_codes import key_name
from gui_rec.phone.world.state import World


class SecondHand:
    """The hand of `Phone` for the other display. `action` is held around what it does."""

    def __init__(self, world: World, action: Callable[[], AbstractContextManager[None]]) -> None:
        self._world = world
        self._action = action
        self._down: tuple[float, float] | None = None

    def tap(self, x: float, y: float) -> None:
        """A short touch, px of that display."""
        with self._action():
            if not self._world.faults.take("lost-tap"):
                second_display.touch(self._world, x, y)

    def swipe(self, x1: float, y1: float, x2: float, y2: float, ms: int = 300) -> None:  # noqa: ARG002
        """A touch that moves; how long it takes makes no difference there."""
        with self._action():
            second_display.swipe(self._world, x1, y1, x2, y2)

    def draganddrop(self, x1: float, y1: float, x2: float, y2: float, ms: int = 300) -> None:
        """Nothing there listens to a long press, so it is a swipe."""
        self.swipe(x1, y1, x2, y2, ms)

    def motion(self, kind: str, x: float, y: float) -> None:
        """DOWN, MOVE, UP or CANCEL; the gesture takes effect at UP."""
        down = self._down
        if kind == "DOWN":
            self._down = (x, y)
        elif kind in ("UP", "CANCEL"):
            self._down = None
        if kind == "UP" and down is not None:
            self.swipe(*down, x, y)

    def let_go(self) -> None:
        """No touch is under way any more."""
        self._down = None

    def text(self, text: str) -> None:
        """Typed there, and so nowhere."""

    def key(self, name: str) -> bool:
        """False for a name that Android does not have."""
        key = key_name(name)
        if key is None:
            return False
        with self._action():
            second_display.key(self._world, key)
        return True

    def hold_key(self, name: str) -> bool:
        """A long press of a key is a press there."""
        return self.key(name)

    def chord(self, names: Sequence[str]) -> None:
        """No chord means anything there."""
