"""The adb server: every one since 2018 speaks version 41."""

from __future__ import annotations

from gui_rec.recorder.doctor._api import Finding, Seen, State

_KNOWN_VERSION = 41


def examine(seen: Seen) -> Finding | None:
    """Whether the server is one that gui-rec was tried with."""
    if seen.health is None or seen.health.server_version is None:
        return None
    version = seen.health.server_version
    if version == _KNOWN_VERSION:
        return Finding(State.OK, f"protocol version {version}")
    return Finding(
        State.WARNING,
        f"protocol version {version}; gui-rec was tried with {_KNOWN_VERSION}",
        "update Android's platform-tools, then: adb kill-server",
    )
