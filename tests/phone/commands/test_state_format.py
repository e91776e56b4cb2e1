from __future__ import annotations

import re

import pytest

from gui_rec.phone.commands.state_format import (
    BatteryFacts,
    PackageFacts,
    dumpsys_battery,
    dumpsys_input_method,
    dumpsys_package,
    dumpsys_power,
)

IME = "com.android.adbkeyboard/.AdbIME"
SHOP = PackageFacts(
    package="com.x.shop",
    version_name="1.2.0",
    version_code=120,
    uid=10001,
    apk_path="/data/app/~~ab==/com.x.shop-ab==/base.apk",
    system=False,
    activity="com.x.shop/.Main",
    signature="cafe",
    installed_at="2025-01-01 12:00:00",
    token="abc123",
)


def test_power_of_a_phone_that_is_awake() -> None:
    lines = dumpsys_power("Awake")
    assert lines[0] == "POWER MANAGER (dumpsys power)"
    for line in (
        "  mWakefulness=Awake",
        "  mDisplayReady=true",
        "  mHoldingWakeLockSuspendBlocker=false",
        "  mHoldingDisplaySuspendBlocker=true",
        "Display Power: state=ON",
    ):
        assert line in lines


def test_power_of_a_phone_that_sleeps() -> None:
    lines = dumpsys_power("Asleep")
    assert "  mWakefulness=Asleep" in lines
    assert "  mHoldingDisplaySuspendBlocker=false" in lines
    assert "Display Power: state=OFF" in lines


def test_battery_is_key_and_value() -> None:
    values = dict(line.strip().split(":", 1) for line in dumpsys_battery(BatteryFacts(73)) if ": " in line)
    assert values["level"].strip() == "73"
    assert values["temperature"].strip() == "250"
    assert values["status"].strip() == "2"
    assert values["AC powered"].strip() == "true"


def test_keyboard_shown_and_hidden() -> None:
    shown = dumpsys_input_method(IME, shown=True, api=36)
    assert "      mImeWindowVis=3" in shown
    assert "      mInputShown=true" in shown
    hidden = dumpsys_input_method(IME, shown=False, api=36)
    assert "      mImeWindowVis=0" in hidden
    assert "      mInputShown=false" in hidden


@pytest.mark.parametrize(("api", "old"), [(28, True), (34, True), (36, False)])
def test_the_current_keyboard_by_age(api: int, old: bool) -> None:
    text = "\n".join(dumpsys_input_method(IME, shown=False, api=api))
    assert (f"mCurMethodId={IME}" in text) is old
    assert f"mCurId={IME}" in text


def test_adbutils_reads_a_package() -> None:
    text = "\n".join(dumpsys_package(SHOP))
    patterns = {
        r"versionName=(?P<name>[^\s]+)": "1.2.0",
        r"versionCode=(?P<code>\d+)": "120",
        r"pkgFlags=\[\s*(.*)\s*\]": "HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP ",
        r"firstInstallTime=([-\d]+\s+[:\d]+)": "2025-01-01 12:00:00",
        r"lastUpdateTime=([-\d]+\s+[:\d]+)": "2025-01-01 12:00:00",
    }
    for pattern, expected in patterns.items():
        match = re.search(pattern, text)
        assert match is not None, pattern
        assert match[1] == expected
    signature = re.search(r"PackageSignatures\{.*?\[(.*)\]\}", text)
    assert signature is not None
    assert "cafe" in signature[1]


def test_launcher_activity_is_in_the_resolver_table() -> None:
    text = "\n".join(dumpsys_package(SHOP))
    assert "android.intent.action.MAIN:" in text
    assert "com.x.shop/.Main filter" in text
