from __future__ import annotations

import pytest
from scripted_phone import Answer, scripted_phone

from gui_rec.device.adb.apps import app_version, resolve_app, start_plan
from gui_rec.errors import ActionUnsupportedError, DeviceError, DeviceLostError
from gui_rec.model.actions import OpenApp

PACKAGES = "".join(
    f"package:{name}\n"
    for name in ("com.android.settings", "com.android.providers.settings", "com.a.notes", "org.b.notes")
)
LAUNCHED = {
    "com.android.settings": "com.android.settings/.Settings",
    "com.a.notes": "com.a.notes/com.a.notes.Main",
    "org.b.notes": "org.b.notes/.Main",
}


def phone(line: str) -> Answer:
    if line == "pm list packages":
        return PACKAGES.encode()
    if line.startswith("cmd package resolve-activity --brief "):
        found = LAUNCHED.get(line.split()[-1])
        return (f"priority=0\n{found}\n" if found else "No activity found\n").encode()
    if line == "dumpsys package com.a.notes":
        return b"    versionName=3.1\n"
    return b""


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("com.android.settings", ("com.android.settings", ".Settings")),
        ("com.a.notes", ("com.a.notes", ".Main")),
        ("Settings", ("com.android.settings", ".Settings")),
        (" set-tings ", ("com.android.settings", ".Settings")),
    ],
)
def test_names_and_packages_are_found(name: str, found: tuple[str, str]) -> None:
    with scripted_phone(phone) as scripted:
        assert resolve_app(scripted.session, name) == found


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("notes", "com.a.notes, org.b.notes"),
        ("camera", "found none"),
        ("com.x.y", "no app"),
        ("!", "found none"),
    ],
)
def test_none_and_several_are_errors(name: str, said: str) -> None:
    with scripted_phone(phone) as scripted, pytest.raises(DeviceError, match=said):
        resolve_app(scripted.session, name)


def test_starting_names_the_activity() -> None:
    with scripted_phone(phone) as scripted:
        assert start_plan(scripted.session, OpenApp(name="Settings")).line.line == (
            "am start -W -n com.android.settings/.Settings"
        )
        line = start_plan(scripted.session, OpenApp(package="a.b", activity=".C$D")).line.line
        assert line == "am start -W -n 'a.b/.C$D'"
        assert all("am start" not in sent for sent in scripted.lines)


@pytest.mark.parametrize(
    "action",
    [OpenApp(name="notes"), OpenApp(package="com.x.y"), OpenApp(package="a b", activity=".C")],
)
def test_an_app_that_cannot_be_started_is_refused_before_anything_is_sent(action: OpenApp) -> None:
    with scripted_phone(phone) as scripted, pytest.raises(ActionUnsupportedError, match="nothing was sent"):
        start_plan(scripted.session, action)


def test_a_lost_device_is_no_missing_app() -> None:
    with scripted_phone(lambda line: None) as scripted, pytest.raises(DeviceLostError):
        start_plan(scripted.session, OpenApp(name="notes"))


def test_versions() -> None:
    with scripted_phone(phone) as scripted:
        assert app_version(scripted.session, "com.a.notes") == "3.1"
        assert app_version(scripted.session, "com.android.settings") is None
        assert app_version(scripted.session, "no package; reboot") is None
        assert not any("reboot" in line for line in scripted.lines)


def test_an_app_is_started_on_the_display_that_is_asked_for() -> None:
    with scripted_phone(phone) as scripted:
        action = OpenApp(package="a.b", activity=".C")
        line = start_plan(scripted.session, action, display=3).line.line
    assert line == "am start --display 3 -W -n a.b/.C"
