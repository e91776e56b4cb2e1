"""The hand that touches the phone in real time: fingers on its glass, its own keys, typing on the soft keyboard."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from gui_rec.errors import UsageError
from gui_rec.phone.gestures import Path, pinch_paths, tap_path
from gui_rec.phone.soft_typing import check_typable, next_key
from gui_rec.phone.world.finger import panel_position
from gui_rec.phone.world.panel import KEY_PRESSED, KEY_RELEASED, KEY_REPEATED
from gui_rec.phone.world.second_display import SECOND_SIZE
from gui_rec.phone.world.side_keys import LONG_PRESS_MS, SideKey, repeats_ms

if TYPE_CHECKING:
    from gui_rec.phone.server import PhoneServer

_LIFT_US = 1_000
_BETWEEN_KEYS_S = 0.04


class Hand:
    """One gesture after the other, each in real time; it takes effect when the fingers leave.

    Stamps are those that were asked for, not when the machine came round to it, so that a busy machine
    never makes a long press of a tap. A hand that is taken away (its task is cancelled) leaves the glass, or the
    key, where it is, without effect: as a touch that is cancelled.
    """

    def __init__(self, server: PhoneServer) -> None:
        self._server = server

    async def touch(self, path: Path) -> None:
        """One finger along a way."""
        async with self._server.glass:
            await self._move((path,))
            (x1, y1, first_ms), (x2, y2, last_ms) = path[0], path[-1]
            self._server.phone.swipe(x1, y1, x2, y2, last_ms - first_ms)

    async def touch_second(self, path: Path) -> None:
        """One finger on the second display, which is never turned: a short touch where it comes down."""
        async with self._server.glass:
            await self._move((path,), second=True)
            x, y, _ = path[0]
            self._server.phone.touch_second(x, y)

    async def pinch(self, x: float, y: float, scale: float, *, ms: int) -> None:
        """Two fingers around a point. Raises ValueError for one that has no room on the screen."""
        async with self._server.glass:
            paths = pinch_paths(x, y, scale, self._server.phone.screen.width_px, ms=ms)
            await self._move(paths)
            first, second = ((path[0][:2], path[-1][:2]) for path in paths)
            self._server.phone.two_fingers(first, second, ms)

    async def press(self, key: SideKey, ms: int) -> None:
        """One of the phone's own keys, held for `ms`; its effect comes when it comes on a phone."""
        async with self._server.glass:
            loop, phone = asyncio.get_running_loop(), self._server.phone
            began_us, began_s = phone.uptime_us(), loop.time()
            spent = False
            for at_ms, value in _key_times(key, ms):
                try:
                    await asyncio.sleep(began_s + at_ms / 1000 - loop.time())
                except asyncio.CancelledError:
                    if at_ms > 0:
                        phone.panel.key(key.node, key.code, KEY_RELEASED, phone.uptime_us())
                    raise
                if value is None:
                    phone.hold_key(key.name)
                    spent = True
                    continue
                phone.panel.key(key.node, key.code, value, began_us + at_ms * 1000)
                if key.name == "POWER" and value == KEY_PRESSED and phone.wakefulness == "Asleep":
                    phone.key("WAKEUP")
                    spent = True
                elif key.acts_down is (value != KEY_RELEASED) and not spent:
                    phone.key(key.name)

    async def type(self, text: str) -> None:
        """Touch the keys of the soft keyboard, shift and `?123` as needed; a line break is the enter key.

        Raises UsageError for a character without a key, before anything is touched, and for a keyboard
        that is not there (any more).
        """
        check_typable(text)
        for number, character in enumerate(text):
            done = False
            while not done:
                keys = self._server.phone.soft_keys()
                if not keys:
                    raise UsageError(
                        f"no soft keyboard with keys is shown; {number} of {len(text)} characters were typed"
                    )
                key, done = next_key(character, keys)
                middle = key.rect.center
                await self.touch(tap_path(middle.x, middle.y))
                await asyncio.sleep(_BETWEEN_KEYS_S)

    async def _move(self, paths: tuple[Path, ...], *, second: bool = False) -> None:
        """Fingers along ways of the same times, then off the glass (of the second display, if so)."""
        phone = self._server.phone
        panel = phone.panel.second if second else phone.panel
        loop = asyncio.get_running_loop()
        began_us, began_s, first_ms = phone.uptime_us(), loop.time(), paths[0][0][2]
        last_us, down = began_us, 0
        try:
            for points in zip(*paths, strict=True):
                after_ms = points[0][2] - first_ms
                await asyncio.sleep(began_s + after_ms / 1000 - loop.time())
                last_us = began_us + after_ms * 1000
                size, turned = (SECOND_SIZE, 0) if second else (phone.display[0], phone.orientation)
                raw = [panel_position(x, y, size, turned) for x, y, _ in points]
                for slot, position in enumerate(raw):
                    (panel.move if down else panel.down)(*position, last_us, slot=slot)
                down = len(raw)
        except asyncio.CancelledError:
            last_us = max(last_us, phone.uptime_us())
            raise
        finally:
            # The first finger leaves last: the panel then rests with slot 0, as before the gesture.
            for slot in reversed(range(down)):
                panel.up(last_us + _LIFT_US, slot=slot)


def _key_times(key: SideKey, ms: int) -> list[tuple[int, int | None]]:
    """(ms from the press, value on the node) of a key held so long; None is when its long press takes effect."""
    times: list[tuple[int, int | None]] = [(0, KEY_PRESSED)]
    times += [(at_ms, KEY_REPEATED) for at_ms in repeats_ms(key, ms)]
    if key.name == "POWER" and ms >= LONG_PRESS_MS:
        times.append((LONG_PRESS_MS, None))
    return [*times, (ms, KEY_RELEASED)]
