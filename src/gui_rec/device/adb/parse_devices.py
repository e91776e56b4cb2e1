"""The list of devices, as `adb devices` and `host:devices-l` print it.

Serials may hold spaces (wireless debugging: `adb-XXXX (2)._adb-tls-connect._tcp`), so the state is found
by its word. Lines of adb about its server may come anywhere, even after the header.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gui_rec.errors import DeviceUnavailableError

_STATES = (
    "device|offline|unauthorized|authorizing|connecting|detached|recovery|sideload|rescue|bootloader|host"
    r"|unknown|no device|no permissions(?: ?\(.*?\))?(?:; see \[[^\]]*\])?"
)
_LINE = re.compile(rf"(?P<serial>\S.*?)(?:\t|\s+)(?P<state>{_STATES})(?P<rest>(?:\s+[\w.-]+:\S*)*)\s*")
_SERVER_LINES = ("*", "adb server", "List of devices")
_TROUBLE = ("error:", "adb:", "could not read ok", "cannot connect", "* failed")


@dataclass(frozen=True, slots=True)
class ListedDevice:
    """One line of the list; `properties` are the `key:value` words of the long form."""

    serial: str
    state: str
    properties: dict[str, str]


def parse_devices(text: str) -> list[ListedDevice]:
    """The devices in the order listed.

    Raises DeviceUnavailableError where adb lists none and speaks of trouble with its server instead.
    """
    found: list[ListedDevice] = []
    trouble: list[str] = []
    for line in text.splitlines():
        if line.startswith(_TROUBLE):
            trouble.append(line.strip())
        elif line.strip() and not line.startswith(_SERVER_LINES):
            listed = _parse_line(line)
            found.extend([] if listed is None else [listed])
    if trouble and not found:
        raise DeviceUnavailableError(
            f"adb server conflict: {'; '.join(trouble)}; two adb versions fight over the server: "
            "use one adb for all programs"
        )
    return found


def _parse_line(line: str) -> ListedDevice | None:
    match = _LINE.fullmatch(line.rstrip())
    if match is None:
        return None
    state = "no permissions" if match["state"].startswith("no permissions") else match["state"]
    words = (word.partition(":") for word in match["rest"].split())
    return ListedDevice(match["serial"], state, {name: value for name, _, value in words})
