"""Methods that press keys."""

from __future__ import annotations

from gui_rec.phone.u2._api import Session
from gui_rec.phone.u2.params import Params
from gui_rec.phone.world.key_codes import key_name

_NAMES = {
    "home": "HOME",
    "back": "BACK",
    "left": "DPAD_LEFT",
    "right": "DPAD_RIGHT",
    "up": "DPAD_UP",
    "down": "DPAD_DOWN",
    "center": "DPAD_CENTER",
    "menu": "MENU",
    "search": "SEARCH",
    "enter": "ENTER",
    "delete": "DEL",
    "del": "DEL",
    "recent": "APP_SWITCH",
    "volume_up": "VOLUME_UP",
    "volume_down": "VOLUME_DOWN",
    "volume_mute": "VOLUME_MUTE",
    "camera": "CAMERA",
    "power": "POWER",
}
_META = {0x1: "SHIFT_LEFT", 0x2: "ALT_LEFT", 0x1000: "CTRL_LEFT"}


async def press_key(session: Session, params: Params) -> object:
    """`pressKey(name)`: False for a name the server does not know."""
    name = _NAMES.get(params.text(0).lower())
    return name is not None and session.hand().key(name)


async def press_key_code(session: Session, params: Params) -> object:
    """`pressKeyCode(code[, meta])`: meta 1 is shift, 2 alt, 4096 ctrl, as Android adds them up; others do nothing."""
    code, meta = str(params.count(0)), params.count(1, 0)
    held = [name for bit, name in _META.items() if meta & bit]
    if not held or key_name(code) is None:
        return session.hand().key(code)
    session.hand().chord([*held, code])
    return True
