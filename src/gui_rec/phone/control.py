"""The phone's control connection, for tests and demos: what a hand, a fault or time does to it.

JSON lines over 127.0.0.1: `{"token": ..., "op": ..., ...}` gives `{"ok": true, "result": ...}` or
`{"ok": false, "error": ...}`. The token is in the phone's ready line: other users share the loopback.
"""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from gui_rec.errors import InputError, UsageError
from gui_rec.phone.control_ops import operations
from gui_rec.phone.gestures import Path, long_press_path, read_path, swipe_path, tap_path
from gui_rec.phone.wire.faults import is_wire_fault
from gui_rec.phone.world.finger import panel_position

if TYPE_CHECKING:
    from gui_rec.phone.server import PhoneServer

Fields = Mapping[str, Any]

_LIFT_US = 1_000


class ControlServer:
    """Answers the control connections of one phone."""

    def __init__(self, server: PhoneServer, token: str) -> None:
        self.token = token
        self._server = server
        self._finger_lock = asyncio.Lock()
        self._ops: dict[str, Callable[[Fields], Awaitable[object]]] = {
            "advance": self._advance,
            "fault": self._fault,
            "faults": self._faults,
            "finger": self._finger,
            "long_press": self._long_press,
            "set_wall": self._set_wall,
            "state": self._state,
            "stop": self._stop,
            "swipe": self._swipe,
            "tap": self._tap,
            "value": self._value,
            **operations(server),
        }

    async def on_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer lines until the client leaves or shows a wrong token."""
        try:
            while line := await reader.readline():
                answer = await self._answer(line)
                writer.write(json.dumps(answer).encode() + b"\n")
                await writer.drain()
                if answer.get("denied"):
                    break
        except (ConnectionError, ValueError):
            writer.transport.abort()
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> dict[str, object]:
        try:
            fields = json.loads(line)
        except ValueError as error:
            return {"ok": False, "error": f"expected one JSON object a line: {error}"}
        if not isinstance(fields, dict):
            return {"ok": False, "error": "expected one JSON object a line"}
        if not hmac.compare_digest(str(fields.get("token")).encode(), self.token.encode()):
            return {"ok": False, "denied": True, "error": "the token is not that of the phone's ready line"}
        operation = self._ops.get(str(fields.get("op")))
        if operation is None:
            return {"ok": False, "error": f"unknown op {fields.get('op')!r}; known: {', '.join(self._ops)}"}
        try:
            return {"ok": True, "result": await operation(fields)}
        except (KeyError, TypeError, ValueError, InputError, UsageError) as error:
            return {"ok": False, "error": f"{fields['op']}: {type(error).__name__}: {error}"}

    async def _touch(self, path: Path) -> None:
        """Let the finger go its way in real time, one finger after the other; it takes effect when it leaves.

        Stamps are those that were asked for, not when the machine came round to it, so that a busy machine
        never makes a long press of a tap.
        """
        async with self._finger_lock:
            phone, panel = self._server.phone, self._server.phone.panel
            loop = asyncio.get_running_loop()
            (x1, y1, first_ms), (x2, y2, last_ms) = path[0], path[-1]
            began_us, began_s = phone.uptime_us(), loop.time()
            for number, (x, y, at_ms) in enumerate(path):
                after_ms = at_ms - first_ms
                await asyncio.sleep(began_s + after_ms / 1000 - loop.time())
                raw = panel_position(x, y, phone.display[0], phone.orientation)
                (panel.move if number else panel.down)(*raw, began_us + after_ms * 1000)
            panel.up(began_us + (last_ms - first_ms) * 1000 + _LIFT_US)
            phone.swipe(x1, y1, x2, y2, last_ms - first_ms)

    async def _tap(self, fields: Fields) -> None:
        await self._touch(tap_path(float(fields["x"]), float(fields["y"])))

    async def _long_press(self, fields: Fields) -> None:
        await self._touch(long_press_path(float(fields["x"]), float(fields["y"]), int(fields.get("ms", 800))))

    async def _swipe(self, fields: Fields) -> None:
        ends = (float(fields[name]) for name in ("x1", "y1", "x2", "y2"))
        await self._touch(swipe_path(*ends, ms=int(fields.get("ms", 300))))

    async def _finger(self, fields: Fields) -> None:
        await self._touch(read_path(fields["path"]))

    async def _fault(self, fields: Fields) -> None:
        """`name` switches on; with `on` false off. A fault of the handshake ends the links that stand."""
        name, on = str(fields["name"]), bool(fields.get("on", True))
        if is_wire_fault(name):
            self._server.set_wire_fault(name, on)
        elif on:
            self._server.phone.faults.set(name)
        else:
            self._server.phone.faults.clear(name)

    async def _faults(self, _fields: Fields) -> list[str]:
        return [*self._server.wire_faults.names(), *self._server.phone.faults.names()]

    async def _advance(self, fields: Fields) -> None:
        self._server.clock.advance(float(fields["seconds"]))

    async def _set_wall(self, fields: Fields) -> None:
        self._server.clock.set_wall(int(fields["wall_us"]))

    async def _state(self, _fields: Fields) -> dict[str, object]:
        return self._server.phone.state()

    async def _value(self, fields: Fields) -> None:
        """Override one text of the apps, or with null give it back; what is shown changes at once."""
        name, value = str(fields["name"]), fields["value"]
        if value is None:
            self._server.values.pop(name, None)
        else:
            self._server.values[name] = str(value)
        self._server.phone.faults.changes += 1

    async def _stop(self, _fields: Fields) -> None:
        asyncio.get_running_loop().call_later(0.05, self._server.stopped.set)
