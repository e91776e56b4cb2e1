"""The phone's control connection, for tests and demos: what a hand, a fault or time does to it.

JSON lines over 127.0.0.1: `{"token": ..., "op": ..., ...}` gives `{"ok": true, "result": ...}` or
`{"ok": false, "error": ...}`. The token is in the phone's ready line: other users share the loopback.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from gui_rec.errors import InputError, UsageError
from gui_rec.phone.apps.values import check_value_name
from gui_rec.phone.control_lines import MOST_LINE_BYTES, ControlLines
from gui_rec.phone.control_ops import operations, read_number
from gui_rec.phone.gestures import long_press_path, read_hold, read_path, swipe_path, tap_path
from gui_rec.phone.hand import Hand
from gui_rec.phone.wire.faults import WireFault, is_wire_fault
from gui_rec.phone.world.faults import NAMES, fault_text
from gui_rec.phone.world.second_display import SECOND_SIZE
from gui_rec.phone.world.side_keys import side_key

if TYPE_CHECKING:
    from gui_rec.phone.server import PhoneServer

Fields = Mapping[str, Any]
_REFUSED = (ArithmeticError, InputError, LookupError, OSError, TypeError, UsageError, ValueError)
"""What a request's fields can bring about that is the client's mistake: infinite numbers, folders too long."""
_TOO_LONG: dict[str, object] = {"ok": False, "error": f"a line has at most {MOST_LINE_BYTES} bytes"}


class ControlServer:
    """Answers the control connections of one phone."""

    def __init__(self, server: PhoneServer, token: str) -> None:
        self.token = token
        self._server = server
        self._hand = Hand(server)
        self._ops: dict[str, Callable[[Fields], Awaitable[object]]] = {
            "advance": self._advance,
            "fault": self._fault,
            "faults": self._faults,
            "finger": self._finger,
            "key": self._key,
            "long_press": self._long_press,
            "pinch": self._pinch,
            "set_wall": self._set_wall,
            "state": self._state,
            "stop": self._stop,
            "swipe": self._swipe,
            "tap": self._tap,
            "touch_second": self._touch_second,
            "type": self._type,
            "value": self._value,
            **operations(server),
        }

    async def on_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer lines until the client leaves or shows a wrong token; its hand leaves the glass with it."""
        lines = ControlLines(reader)
        try:
            while (line := await lines.next()) != b"":
                answer = _TOO_LONG if line is None else await lines.during(self._answer(line))
                writer.write(json.dumps(answer).encode() + b"\n")
                await writer.drain()
                if answer.get("denied") or line is None:
                    break
        except ConnectionError:
            writer.transport.abort()
        finally:
            lines.close()
            writer.close()

    async def _answer(self, line: bytes) -> dict[str, object]:
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError) as error:
            return {"ok": False, "error": f"expected one JSON object a line: {error}"}
        if not isinstance(fields, dict):
            return {"ok": False, "error": "expected one JSON object a line"}
        if not hmac.compare_digest(str(fields.get("token")).encode("utf-8", "replace"), self.token.encode()):
            return {"ok": False, "denied": True, "error": "the token is not that of the phone's ready line"}
        operation = self._ops.get(str(fields.get("op")))
        if operation is None:
            return {"ok": False, "error": f"unknown op {fields.get('op')!r}; known: {', '.join(self._ops)}"}
        try:
            return {"ok": True, "result": await operation(fields)}
        except _REFUSED as error:
            text = f"{fields['op']}: {_why(error)}"
            return {"ok": False, "error": text, "bad_input": isinstance(error, InputError)}

    def _point(self, fields: Fields, x: str = "x", y: str = "y") -> tuple[float, float]:
        """The fields as a point on the glass. Raises UsageError for one beside it."""
        return self._on_glass(read_number(fields, x), read_number(fields, y))

    def _on_glass(self, x: float, y: float) -> tuple[float, float]:
        screen = self._server.phone.screen
        if not (0 <= x < screen.width_px and 0 <= y < screen.height_px):
            size = f"{screen.width_px}x{screen.height_px}"
            raise UsageError(f"expected a point on the screen of {size} px, got {x:g} {y:g}")
        return x, y

    async def _tap(self, fields: Fields) -> None:
        """The finger touches `x`, `y`, px of the screen as it is seen."""
        await self._hand.touch(tap_path(*self._point(fields)))

    async def _long_press(self, fields: Fields) -> None:
        """The finger stays at `x`, `y` for `ms` (800)."""
        await self._hand.touch(long_press_path(*self._point(fields), _ms(fields, 800)))

    async def _touch_second(self, fields: Fields) -> None:
        """A touch at `x`, `y` of the second display."""
        if self._server.phone.config.displays < 2:
            raise UsageError("this phone has one display; start it with --displays 2")
        x, y = read_number(fields, "x"), read_number(fields, "y")
        if not (0 <= x < SECOND_SIZE.width_px and 0 <= y < SECOND_SIZE.height_px):
            size = f"{SECOND_SIZE.width_px}x{SECOND_SIZE.height_px}"
            raise UsageError(f"expected a point on the second display of {size} px, got {x:g} {y:g}")
        await self._hand.touch_second(tap_path(x, y))

    async def _swipe(self, fields: Fields) -> None:
        """The finger goes from `x1`, `y1` to `x2`, `y2` in `ms` (300)."""
        ends = (*self._point(fields, "x1", "y1"), *self._point(fields, "x2", "y2"))
        await self._hand.touch(swipe_path(*ends, ms=_ms(fields, 300)))

    async def _pinch(self, fields: Fields) -> None:
        """Two fingers around `x`, `y` part (`scale` over 1) or come together, in `ms` (400)."""
        await self._hand.pinch(*self._point(fields), read_number(fields, "scale"), ms=_ms(fields, 400))

    async def _key(self, fields: Fields) -> None:
        """The hand holds the phone's own key `name` (`power`, `volume_up`, `back` ...) for `ms` (100)."""
        await self._hand.press(side_key(str(fields["name"])), read_hold(read_number(fields, "ms", 100)))

    async def _type(self, fields: Fields) -> None:
        """The finger types `text` on the soft keyboard that is shown."""
        await self._hand.type(str(fields["text"]))

    async def _finger(self, fields: Fields) -> None:
        """The finger goes along `path`, rows of x, y and the ms at which it is there."""
        path = read_path(fields["path"])
        for x, y, _ in path:
            self._on_glass(x, y)
        await self._hand.touch(path)

    async def _fault(self, fields: Fields) -> str | None:
        """`name` switches on; with `on` false off, whatever stands behind the name. A fault of the handshake ends the
        links that stand.

        The answer to one that is switched off says what stays of it, or that it was not on; else it is null.
        """
        specification, on = str(fields["name"]), bool(fields.get("on", True))
        name = re.split("[:@]", specification, maxsplit=1)[0]
        if name not in NAMES and not is_wire_fault(name):
            known = ", ".join((*NAMES, *(fault.value for fault in WireFault)))
            raise UsageError(f"fault {specification!r}: expected NAME[:ARGUMENT][@K] of one of {known}")
        if not on:
            return self._fault_off(name)
        if is_wire_fault(name):
            self._server.set_wire_fault(specification, True)
        else:
            self._server.phone.faults.set(specification)
        return None

    def _fault_off(self, name: str) -> str | None:
        stays = None
        if is_wire_fault(name):
            was_on = name in self._server.wire_faults.names()
            self._server.set_wire_fault(name, False)
        else:
            was_on = name in self._server.phone.faults.names()
            stays = self._server.phone.faults.clear(name)
        return stays or (None if was_on else f"{name} was not on")

    async def _faults(self, _fields: Fields) -> list[str]:
        """The faults that are on, each as it would be switched on: `lost-tap:2` strikes twice more."""
        self._server.phone.state()  # what is due has its effect first: a clock that has jumped is no fault that is on
        wire = (fault_text(*row) for row in self._server.wire_faults.rows())
        return [*wire, *self._server.phone.faults.texts()]

    async def _advance(self, fields: Fields) -> None:
        """Let `seconds` pass at once on the phone."""
        self._server.clock.advance(read_number(fields, "seconds"))

    async def _set_wall(self, fields: Fields) -> None:
        """The wall clock becomes `wall_us`, microseconds since 1970."""
        self._server.clock.set_wall(int(read_number(fields, "wall_us")))

    async def _state(self, _fields: Fields) -> dict[str, object]:
        """What the phone knows of itself."""
        return self._server.phone.state()

    async def _value(self, fields: Fields) -> None:
        """Text `name` of the apps becomes `value`, or with null what it was; what is shown changes at once."""
        name, value = check_value_name(str(fields["name"])), fields["value"]
        if value is None:
            self._server.values.pop(name, None)
        else:
            self._server.values[name] = str(value)
        self._server.phone.faults.changes += 1

    async def _stop(self, _fields: Fields) -> None:
        """End the phone."""
        asyncio.get_running_loop().call_later(0.05, self._server.stopped.set)


def _ms(fields: Fields, default: int) -> int:
    return int(read_number(fields, "ms", default))


def _why(error: Exception) -> str:
    """A refusal in words for who made the request."""
    if isinstance(error, KeyError):
        return f"the field {error} is missing"
    if isinstance(error, OSError):
        return f"{error.filename or 'the phone'}: {error.strerror or error}"
    return str(error)
