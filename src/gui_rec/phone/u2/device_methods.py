"""Methods about the whole device: what it is, its power, its rotation."""

from __future__ import annotations

from gui_rec.phone.u2._api import BAD_PARAMS, RpcError, Session
from gui_rec.phone.u2.info import device_info
from gui_rec.phone.u2.params import Params

_ROTATIONS = {"natural": 0, "left": 1, "upsidedown": 2, "right": 3, "n": 0, "l": 1, "u": 2, "r": 3}


async def info(session: Session, _params: Params) -> object:
    """`deviceInfo()`"""
    return device_info(session.phone)


async def wake_up(session: Session, _params: Params) -> object:
    """`wakeUp()`"""
    session.phone.key("WAKEUP")
    return None


async def sleep(session: Session, _params: Params) -> object:
    """`sleep()`: the screen goes dark."""
    session.phone.key("SLEEP")
    return None


async def set_orientation(session: Session, params: Params) -> object:
    """`setOrientation(name)`: natural, left, upsidedown or right; turns the screen and holds it there."""
    name = params.text(0)
    if name not in _ROTATIONS:
        raise RpcError(BAD_PARAMS, f"expected one of {', '.join(_ROTATIONS)}, got {name!r}")
    _hold(session, _ROTATIONS[name])
    return None


async def freeze_rotation(session: Session, params: Params) -> object:
    """`freezeRotation(freeze)`: hold the present rotation, or leave it to the sensors (natural, here)."""
    if params.flag(0):
        _hold(session, session.phone.orientation)
    else:
        session.phone.settings.put("system", "accelerometer_rotation", "1")
    return None


def _hold(session: Session, quarter_turns: int) -> None:
    table = session.phone.settings
    table.put("system", "user_rotation", str(quarter_turns))
    table.put("system", "accelerometer_rotation", "0")


async def wait_for_idle(session: Session, _params: Params) -> object:
    """`waitForIdle(ms)`: half a second without events; the phone's own animations do not count."""
    await session.pause(500)
    return None


async def no_panel(_session: Session, _params: Params) -> object:
    """`openNotification()`, `openQuickSettings()`: this phone has no such panel, which UiDevice answers so."""
    return False


async def last_traversed_text(_session: Session, _params: Params) -> object:
    """`getLastTraversedText()`: no view of this phone sends traversal events."""
    return None


async def clear_traversed_text(_session: Session, _params: Params) -> object:
    """`clearLastTraversedText()`"""
    return None
