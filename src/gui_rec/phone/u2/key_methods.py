"""Methods that press keys."""

from __future__ import annotations

from gui_rec.phone.u2._api import Session
from gui_rec.phone.u2.params import Params

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


async def press_key(session: Session, params: Params) -> object:
    """`pressKey(name)`: False for a name the server does not know."""
    name = _NAMES.get(params.text(0).lower())
    return name is not None and session.hand().key(name)


async def press_key_code(session: Session, params: Params) -> object:
    """`pressKeyCode(code[, meta])`: the phone's keyboards know no meta keys."""
    code = params.count(0)
    return session.hand().key(str(code))
