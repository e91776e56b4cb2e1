"""The other end of the phone's control connection."""

from __future__ import annotations

import json
import socket
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, cast

from gui_rec.errors import DeviceLostError, DeviceTimeoutError, InputError, UsageError

_TIMEOUT_S = 10.0
_CHARACTER_S = 0.5


class PhoneControl:
    """What a hand, a fault or time does to a simulated phone. Coordinates are px as the user sees them.

    Raises UsageError for what the phone does not understand, InputError for a file that it cannot read,
    DeviceLostError when it is gone and DeviceTimeoutError when it does not answer.
    """

    def __init__(self, port: int, token: str) -> None:
        self._token = token
        try:
            self._socket = socket.create_connection(("127.0.0.1", port), timeout=_TIMEOUT_S)
        except OSError as error:
            raise DeviceLostError(f"no simulated phone answers on control port {port}: {error}") from error
        self._lines = self._socket.makefile("rb")

    def __enter__(self) -> PhoneControl:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave; the phone goes on."""
        self._lines.close()
        self._socket.close()

    def tap(self, x_px: float, y_px: float) -> None:
        """Touch the glass shortly."""
        self._ask("tap", x=x_px, y=y_px)

    def long_press(self, x_px: float, y_px: float, ms: int = 800) -> None:
        """Touch the glass for `ms`."""
        self._ask("long_press", timeout_s=_TIMEOUT_S + ms / 1000, x=x_px, y=y_px, ms=ms)

    def swipe(self, x1: float, y1: float, x2: float, y2: float, ms: int = 300) -> None:
        """Drag over the glass in a straight line."""
        self._ask("swipe", timeout_s=_TIMEOUT_S + ms / 1000, x1=x1, y1=y1, x2=x2, y2=y2, ms=ms)

    def pinch(self, x_px: float, y_px: float, scale: float, ms: int = 400) -> None:
        """Two fingers beside each other around a point; their distance grows by `scale`, or shrinks below 1."""
        self._ask("pinch", timeout_s=_TIMEOUT_S + ms / 1000, x=x_px, y=y_px, scale=scale, ms=ms)

    def key(self, name: str, ms: int = 100) -> None:
        """Hold one of the phone's own keys for `ms`: power, volume_up, volume_down, back, home, app_switch."""
        self._ask("key", timeout_s=_TIMEOUT_S + ms / 1000, name=name, ms=ms)

    def type(self, text: str) -> None:
        """Touch the keys of the soft keyboard one after another; a line break is its enter key."""
        self._ask("type", timeout_s=_TIMEOUT_S + _CHARACTER_S * len(text), text=text)

    def finger(self, path: Sequence[tuple[float, float, int]]) -> None:
        """Drag along `(x_px, y_px, at_ms)`; returns when the finger has left the glass."""
        self._ask("finger", timeout_s=_TIMEOUT_S + (path[-1][2] / 1000 if path else 0), path=list(path))

    def fault_on(self, name: str) -> None:
        """Switch a fault on, of the wire or of the phone."""
        self._ask("fault", name=name, on=True)

    def fault_off(self, name: str) -> str | None:
        """Switch a fault off, by its name or as it was switched on. The answer says what stays of one that has happened
        and how it is undone, or that the fault was not on.
        """
        return cast("str | None", self._ask("fault", name=name, on=False))

    def faults(self) -> list[str]:
        """The faults that are on, each as `fault_on` takes it: `lost-tap:2` strikes twice more."""
        return cast(list[str], self._ask("faults"))

    def advance(self, seconds: float) -> None:
        """Let time pass without waiting."""
        self._ask("advance", seconds=seconds)

    def set_wall(self, wall_us: int) -> None:
        """Let the wall clock jump, microseconds since 1970 UTC before the phone's own offset."""
        self._ask("set_wall", wall_us=wall_us)

    def state(self) -> dict[str, Any]:
        """The whole state of the phone."""
        return cast(dict[str, Any], self._ask("state"))

    def set_value(self, name: str, value: str | None) -> None:
        """Override a text of the apps, such as `shop.price.lamp`; None gives the original back."""
        self._ask("value", name=name, value=value)

    def rotate(self, quarter_turns: int) -> int:
        """Hold the phone turned; the rotation that it then shows (the same while rotation is automatic)."""
        return cast(int, self._ask("rotate", turns=quarter_turns))

    def set_night(self, on: bool) -> None:
        """The dark theme."""
        self._ask("night", on=on)

    def set_locale(self, name: str) -> None:
        """The language of the system and its own apps: `en-US`, `zh-CN`, `ar`."""
        self._ask("locale", name=name)

    def set_battery(self, percent: int) -> None:
        """The battery's level."""
        self._ask("battery", percent=percent)

    def touch_second(self, x_px: float, y_px: float) -> None:
        """Touch the second display of a phone that has one."""
        self._ask("touch_second", x=x_px, y=y_px)

    def snapshot_save(self, folder: Path, name: str) -> Path:
        """Write the phone's whole state to a folder; the file that was written."""
        return Path(cast(str, self._ask("snapshot_save", folder=str(folder.absolute()), name=name)))

    def snapshot_load(self, folder: Path, name: str) -> None:
        """Make the phone what it was when that was written."""
        self._ask("snapshot_load", folder=str(folder.absolute()), name=name)

    def snapshot_list(self, folder: Path) -> list[str]:
        """The names of the snapshots in a folder."""
        return cast(list[str], self._ask("snapshot_list", folder=str(folder.absolute())))

    def stop(self) -> None:
        """Let the phone end."""
        self._ask("stop")

    def _ask(self, op: str, timeout_s: float = _TIMEOUT_S, **fields: object) -> object:
        request = json.dumps({"token": self._token, "op": op, **fields}).encode() + b"\n"
        try:
            self._socket.settimeout(timeout_s)
            self._socket.sendall(request)
            line = self._lines.readline()
        except TimeoutError as error:
            raise DeviceTimeoutError(f"the phone did not answer {op!r} within {timeout_s:g} s") from error
        except OSError as error:
            raise DeviceLostError(f"the phone left during {op!r}: {error}") from error
        if not line:
            raise DeviceLostError(f"the phone left during {op!r}")
        answer = json.loads(line)
        if not answer["ok"]:
            kind = InputError if answer.get("bad_input") else UsageError
            raise kind(f"the phone refused: {answer['error']}")
        return answer["result"]
