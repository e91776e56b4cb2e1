"""The phone's own keys: the input node and the kernel's code of each, and what holding one does.

Facts: an Android emulator with a keyboard (API 36, `getevent -lp`) has `gpio-keys` on event0 with KEY_POWER alone,
and `qwerty2` behind the eleven panels on event12; its `qwerty2.kl` maps 102 HOME, 114 VOLUME_DOWN, 115 VOLUME_UP,
158 BACK and 580 APP_SWITCH. A node with EV_REP repeats a held key after 250 ms, every 33 ms (Linux input.c).
"""

from __future__ import annotations

from dataclasses import dataclass

POWER_NODE = "/dev/input/event0"
KEYBOARD_NODE = "/dev/input/event12"
LONG_PRESS_MS = 500
_REPEAT_DELAY_MS = 250
_REPEAT_PERIOD_MS = 33


@dataclass(frozen=True, slots=True)
class SideKey:
    """A key: Android's name, the node that reports it, the kernel's code and label; `acts_down` as volume does."""

    name: str
    node: str
    code: int
    label: str
    acts_down: bool = False


KEYS = (
    SideKey("POWER", POWER_NODE, 0x74, "KEY_POWER"),
    SideKey("HOME", KEYBOARD_NODE, 0x66, "KEY_HOME"),
    SideKey("VOLUME_DOWN", KEYBOARD_NODE, 0x72, "KEY_VOLUMEDOWN", acts_down=True),
    SideKey("VOLUME_UP", KEYBOARD_NODE, 0x73, "KEY_VOLUMEUP", acts_down=True),
    SideKey("BACK", KEYBOARD_NODE, 0x9E, "KEY_BACK"),
    SideKey("APP_SWITCH", KEYBOARD_NODE, 0x244, "KEY_APPSELECT"),
)
NAMES = tuple(key.name.lower() for key in KEYS)


def side_key(name: str) -> SideKey:
    """The key of a name such as `volume_up`, in either case. Raises ValueError."""
    found = next((key for key in KEYS if key.name == name.upper()), None)
    if found is None:
        raise ValueError(f"key {name!r}: expected one of {', '.join(NAMES)}")
    return found


def labels_of(node: str) -> tuple[str, ...]:
    """The kernel's labels of the keys that a node reports."""
    return tuple(key.label for key in KEYS if key.node == node)


def repeats_ms(key: SideKey, held_ms: int) -> list[int]:
    """When the kernel repeats a key that is held so long, ms from its press; `gpio-keys` never does."""
    return [] if key.node == POWER_NODE else list(range(_REPEAT_DELAY_MS, held_ms, _REPEAT_PERIOD_MS))
