"""One open page: frames go out as the screen changes, the person's hands come in."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from gui_rec.model.geometry import PxPoint
from gui_rec.phone.web.fingers import Fingers
from gui_rec.phone.web.messages import Key, Message, Navigate, Text, Touch, read_message
from gui_rec.phone.world.phone import Phone, Shown

FRAME_GAP_S = 0.1
_LOOK_S = 0.02
_TAP_S = 0.06
_NAVIGATION_FINGER = -1
_BUTTONS = {"back": "BACK", "home": "HOME", "recents": "APP_SWITCH"}


class Session:
    """A page's WebSocket. A text of kind `screen` announces each frame, which follows as PNG bytes.

    Each message of the page is answered by one of kind `taken`, with the version that the phone has then: a page
    whose picture is of an older one is behind.
    """

    def __init__(self, phone: Phone, glass: asyncio.Lock, socket: WebSocket) -> None:
        self._phone = phone
        self._socket = socket
        self._fingers = Fingers(phone, glass)

    async def run(self) -> None:
        """Until the page is gone; then no finger of it stays on the glass."""
        showing = asyncio.create_task(self._show())
        try:
            while True:
                await self._take(await self._message())
        except WebSocketDisconnect:
            pass
        finally:
            self._fingers.leave()
            showing.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect):
                await showing

    async def _message(self) -> str | bytes:
        """What the page says next; text is asked for, but a browser can send bytes as well."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        text: str | None = message.get("text")
        data: bytes = message.get("bytes") or b""
        return data if text is None else text

    async def _show(self) -> None:
        """At most ten frames a second, only those that show something new, and never half of the phone's time."""
        loop, sent = asyncio.get_running_loop(), None
        while True:
            if self._phone.version == sent:
                await asyncio.sleep(_LOOK_S)
                continue
            began_s = loop.time()
            shown = self._phone.snapshot()
            await self._socket.send_text(self._about(shown))
            await self._socket.send_bytes(shown.frame())
            sent = shown.version
            await asyncio.sleep(max(FRAME_GAP_S, loop.time() - began_s))

    def _about(self, shown: Shown) -> str:
        screen = self._phone.screen
        fields = {
            "type": "screen",
            "version": shown.version,
            "width_px": screen.width_px,
            "height_px": screen.height_px,
            "awake": self._phone.wakefulness == "Awake",
            "secure": self._phone.is_secure,
            "keyboard": shown.keyboard,
            "front": shown.focus.package or shown.focus.title or "",
        }
        return json.dumps(fields)

    async def _take(self, line: str | bytes) -> None:
        try:
            await self._act(read_message(line))
        except ValueError as error:
            await self._socket.send_text(json.dumps({"type": "refused", "why": str(error)}))
        await self._socket.send_text(json.dumps({"type": "taken", "version": self._phone.version}))

    async def _act(self, message: Message) -> None:
        match message:
            case Touch():
                await self._touch(message)
            case Navigate():
                await self._navigate(message.button)
            case Key():
                if not self._phone.key(message.name):
                    raise ValueError(f"Android has no key {message.name!r}")
            case Text():
                self._phone.text(message.text)

    async def _touch(self, touch: Touch) -> None:
        match touch.phase:
            case "down":
                await self._fingers.down(touch.id, touch.samples[0])
            case "move":
                self._fingers.move(touch.id, touch.samples)
            case "up":
                self._fingers.up(touch.id, touch.samples[-1])

    async def _navigate(self, button: str) -> None:
        """A finger's tap on the phone's own button, so that a recording of the panel has it."""
        place, screen = self._button(button), self._phone.screen
        share = ((place.x + 0.5) / screen.width_px, (place.y + 0.5) / screen.height_px)
        await self._fingers.down(_NAVIGATION_FINGER, (*share, 0.0))
        await asyncio.sleep(_TAP_S)
        self._fingers.up(_NAVIGATION_FINGER, (*share, _TAP_S * 1000))

    def _button(self, button: str) -> PxPoint:
        """The middle of the button, wherever the bar lies."""
        return self._phone.navigation_buttons()[_BUTTONS[button]].center
