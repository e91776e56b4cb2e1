"""Packages, activities and deaths, from `pm`, `cmd package`, `dumpsys package` and `logcat -b crash`."""

from __future__ import annotations

import re

from gui_rec.device.adb.parse_window_name import split_component
from gui_rec.errors import DeviceError

_LISTED = re.compile(r"^package:(?:\S+\.apk=)?(\S+)", re.MULTILINE)
_VERSION = re.compile(r"^\s*versionName=(.*?)\s*$", re.MULTILINE)
_CRASHED = re.compile(r"\bProcess: ([A-Za-z][\w.]*)(?::\S*)?, PID: (\d{1,9})\b")
_RESOLVER = "com.android.internal.app.ResolverActivity"


def parse_package_list(text: str) -> tuple[str, ...]:
    """`pm list packages`, with or without `-f`."""
    return tuple(_LISTED.findall(text))


def parse_version_name(text: str) -> str | None:
    """`dumpsys package P`: the first versionName, which is the installed one; None where there is none."""
    match = _VERSION.search(text)
    return None if match is None or match[1] in ("", "null") else match[1]


def parse_crashes(text: str) -> frozenset[tuple[str, int]]:
    """`logcat -b crash`: (package, process id) of each `Process: P, PID: N` (AOSP RuntimeInit)."""
    return frozenset((package, int(pid)) for package, pid in _CRASHED.findall(text))


def parse_resolved(text: str, package: str) -> tuple[str, str] | None:
    """`cmd package resolve-activity --brief P`: package and activity; None for `No activity found`.

    Raises DeviceError where several activities answer and the phone would ask the person.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    found = split_component(lines[-1]) if lines else None
    if found is not None and _RESOLVER.endswith(found[1].removeprefix(".")):
        raise DeviceError(
            f"open_app {package!r}: several activities could be started; name one with `activity`"
        )
    return found
