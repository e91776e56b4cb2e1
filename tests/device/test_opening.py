"""A device's name, with or without its backend."""

from __future__ import annotations

import pytest

from gui_rec.device import listing
from gui_rec.device.opening import open_named


@pytest.mark.parametrize(
    ("name", "serial"),
    [
        (None, None),
        ("emulator-5554", "emulator-5554"),
        ("adb:emulator-5554", "emulator-5554"),
        ("127.0.0.1:5555", "127.0.0.1:5555"),
        ("adb:127.0.0.1:5555", "127.0.0.1:5555"),
        ("adb-01 (2)._adb-tls-connect._tcp", "adb-01 (2)._adb-tls-connect._tcp"),
        ("adb:", None),
    ],
)
def test_only_a_known_backend_is_split_off(
    monkeypatch: pytest.MonkeyPatch, name: str | None, serial: str | None
) -> None:
    asked: list[str | None] = []
    monkeypatch.setattr(listing, "open_device", asked.append)
    open_named(name)
    assert asked == [serial]
