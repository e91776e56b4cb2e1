"""What the adb server's refusals mean, and what a person can do about them.

The texts are those of AOSP packages/modules/adb: transport.cpp (acquire_one_transport) and adb.cpp.
"""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.errors import DeviceError, DeviceLostError, DeviceUnavailableError


@dataclass(frozen=True, slots=True)
class _Meaning:
    words: str
    error: type[DeviceError]
    advice: str


_TABLE = (
    _Meaning("unauthorized", DeviceUnavailableError, "unlock the phone and accept the USB debugging dialog"),
    _Meaning("still authorizing", DeviceUnavailableError, "accept the USB debugging dialog on the phone"),
    _Meaning("still connecting", DeviceUnavailableError, "wait a moment and try again"),
    _Meaning(
        "offline", DeviceUnavailableError, "reconnect it: unplug and plug in, or `adb reconnect offline`"
    ),
    _Meaning("no permissions", DeviceUnavailableError, "install udev rules for the phone (Linux)"),
    _Meaning("insufficient permissions", DeviceUnavailableError, "install udev rules for the phone (Linux)"),
    _Meaning("more than one", DeviceUnavailableError, "name one with --device"),
    _Meaning("not found", DeviceUnavailableError, "`gui-rec devices` lists what is connected"),
    _Meaning("no devices", DeviceUnavailableError, "connect a phone, or start one with `gui-rec phone`"),
    _Meaning("closed", DeviceLostError, "the device ended the connection; look at the cable"),
)


def fail_error(text: str, asked: str) -> DeviceError:
    """The error for a FAIL `text` that came as the answer to the request `asked`."""
    said = " ".join(text.split())  # adb's advice on an unauthorized device goes over four lines
    for meaning in _TABLE:
        if meaning.words in said:
            return meaning.error(f"adb refused {asked!r}: {said}; {meaning.advice}")
    return DeviceError(f"adb refused {asked!r}: {said or 'no reason given'}")
