"""The phone's own keys: what the kernel calls them and what Android calls them.

Facts: codes and labels of linux/input-event-codes.h, Android's names of AOSP's Generic.kl.
"""

from __future__ import annotations

KEYS: dict[int, tuple[str, str]] = {
    0x1C: ("KEY_ENTER", "ENTER"),
    0x66: ("KEY_HOME", "HOME"),
    0x72: ("KEY_VOLUMEDOWN", "VOLUME_DOWN"),
    0x73: ("KEY_VOLUMEUP", "VOLUME_UP"),
    0x74: ("KEY_POWER", "POWER"),
    0x71: ("KEY_MUTE", "VOLUME_MUTE"),
    0x8B: ("KEY_MENU", "MENU"),
    0x9E: ("KEY_BACK", "BACK"),
    0xAC: ("KEY_HOMEPAGE", "HOME"),
    0xD4: ("KEY_CAMERA", "CAMERA"),
    0xD9: ("KEY_SEARCH", "SEARCH"),
    0x244: ("KEY_APPSELECT", "APP_SWITCH"),
}
"""Kernel code -> (the kernel's label, Android's keycode without its prefix)."""


def android_name(code: int) -> str | None:
    """Android's name of a kernel key code; None for one that is not known here."""
    return KEYS[code][1] if code in KEYS else None
