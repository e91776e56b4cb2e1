"""What is connected, which of it can be used, and what to do about the rest."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.device._api import Device
from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.device import AdbDevice
from gui_rec.device.adb.parse_devices import ListedDevice, parse_devices
from gui_rec.device.adb.server import ensure_server
from gui_rec.errors import DeviceError, DeviceUnavailableError

NOT_BOOTED = "booting"
ADVICE = {
    "offline": "unplug it and plug it in again, or run `adb reconnect offline`",
    "unauthorized": "unlock the phone and accept the dialog 'Allow USB debugging?'",
    "authorizing": "accept the dialog 'Allow USB debugging?' on the phone",
    "connecting": "wait a moment and list again",
    "detached": "another program took the phone over; run `adb attach` or end that program",
    "recovery": "it runs the recovery system; reboot it to Android",
    "sideload": "it waits for an update to be sideloaded; reboot it to Android",
    "rescue": "it runs the rescue system; reboot it to Android",
    "bootloader": "it runs the bootloader; reboot it to Android",
    "host": "that is no Android device but another adb; disconnect it",
    "no permissions": "allow USB access: install udev rules (Debian: android-sdk-platform-tools-common)",
    NOT_BOOTED: "Android is still starting; wait and list again",
}
_OTHER_ADVICE = "adb reports a state that gui-rec does not know; reboot the phone"
_PROBE_TIMEOUT_S = 3.0


@dataclass(frozen=True, slots=True)
class DeviceEntry:
    """One device. `advice` is empty for a usable one; `model` as adb spells it, underscores as spaces."""

    serial: str
    state: str
    usable: bool
    advice: str
    model: str | None


def list_devices(client: AdbClient | None = None) -> list[DeviceEntry]:
    """All devices in adb's order. Starts the adb server if there is none. Raises DeviceUnavailableError."""
    client = client or ensure_server()
    return [_entry(client, listed) for listed in parse_devices(client.devices())]


def _entry(client: AdbClient, listed: ListedDevice) -> DeviceEntry:
    model = listed.properties.get("model", "").replace("_", " ") or None
    state, advice = listed.state, ADVICE.get(listed.state, _OTHER_ADVICE)
    if state == "device":
        state, advice = _probe(client, listed.serial)
    return DeviceEntry(listed.serial, state, state == "device", advice, model)


def _probe(client: AdbClient, serial: str) -> tuple[str, str]:
    """A listed device may be still booting, or be silent."""
    try:
        booted = client.shell(serial, ["getprop", "sys.boot_completed"], _PROBE_TIMEOUT_S).text.strip()
    except DeviceError as error:
        return "unresponsive", f"it does not answer: {error}"
    return ("device", "") if booted == "1" else (NOT_BOOTED, ADVICE[NOT_BOOTED])


def open_device(serial: str | None = None, client: AdbClient | None = None) -> Device:
    """The device called `serial`, or the only usable one.

    Raises DeviceUnavailableError, listing what is there, when it is not usable, or none or several are.
    """
    client = client or ensure_server()
    entries = list_devices(client)
    wanted = [entry for entry in entries if serial is None or entry.serial == serial]
    usable = [entry for entry in wanted if entry.usable]
    if len(usable) == 1:
        return AdbDevice(client, usable[0].serial)
    raise DeviceUnavailableError(_explain(serial, entries, wanted, usable))


def _explain(
    serial: str | None, entries: list[DeviceEntry], wanted: list[DeviceEntry], usable: list[DeviceEntry]
) -> str:
    listed = "; ".join(f"{entry.serial} ({entry.state})" for entry in entries) or "none"
    if serial is not None:
        advice = wanted[0].advice if wanted else "no such device"
        return f"device {serial!r} cannot be used: {advice}. Connected: {listed}"
    if usable:
        return f"several devices are usable; name one (`--device SERIAL`; in Python `open_device(serial)`). Connected: {listed}"
    return why_none_is_usable(entries)


def why_none_is_usable(entries: list[DeviceEntry]) -> str:
    """What to do where no device is usable: first about each that is there, by name."""
    if not entries:
        return "no usable device: none is connected. Connect a phone with USB debugging on, or run: gui-rec phone"
    mended = "; ".join(f"{entry.serial} is {entry.state}: {entry.advice}" for entry in entries)
    return f"{mended}. No other device is connected; a simulated phone: gui-rec phone"
