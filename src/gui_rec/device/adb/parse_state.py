"""Keyboard, power and properties, from dumpsys and getprop."""

from __future__ import annotations

import re

_SHOWN = re.compile(r"\bmInputShown=(true|false)")
_VISIBILITY = re.compile(r"\bmImeWindowVis=(?:0x)?(\d+)")
_CURRENT = re.compile(r"\b(?:mCurMethodId|mSelectedMethodId|mCurId)=([\w.]+/[\w.$]+)")
_WAKEFULNESS = re.compile(r"\bmWakefulness=(\w+)")
_POWER_STATE = re.compile(r"\bDisplay Power: state=(\w+)")
_PROPERTY = re.compile(r"^\[([^\]\n]+)\]: \[((?:[^\]]|\](?!\r?$))*)\]\r?$", re.MULTILINE)
_NIGHT = re.compile(r"Night mode: (yes|no)")


def parse_keyboard_shown(text: str) -> bool | None:
    """`dumpsys input_method`: whether the keyboard is on the screen; None where not told.

    mInputShown alone may be stale after a keyboard was disabled, so a window that is not visible
    outvotes it.
    """
    shown = _SHOWN.findall(text)
    visibility = _VISIBILITY.search(text)
    if not shown and visibility is None:
        return None
    if visibility is not None and int(visibility[1]) == 0:
        return False
    return "true" in shown if shown else True


def parse_current_ime(text: str) -> str | None:
    """`dumpsys input_method`: the id of the keyboard in use."""
    match = _CURRENT.search(text)
    return None if match is None else match[1]


def parse_awake(text: str) -> bool | None:
    """`dumpsys power`: whether the screen is on; None where not told."""
    wakefulness = _WAKEFULNESS.search(text)
    if wakefulness is not None:
        return wakefulness[1] == "Awake"
    state = _POWER_STATE.search(text)
    return None if state is None else state[1] == "ON"


def parse_properties(text: str) -> dict[str, str]:
    """`getprop`: `[name]: [value]` lines; a value may hold brackets and line ends."""
    return {name: value.replace("\r\n", "\n") for name, value in _PROPERTY.findall(text)}


def parse_setting(text: str) -> str | None:
    """`settings get`: the value; `null` stands for none."""
    value = text.strip()
    return None if value in ("", "null") else value


def parse_night_mode(text: str) -> bool | None:
    """`cmd uimode night`: `Night mode: yes`; None for `auto` and where not told."""
    match = _NIGHT.search(text)
    return None if match is None else match[1] == "yes"
