"""adbutils and the adb command line, unmodified, against the phone through a real adb server."""

from __future__ import annotations

import re
import select
import subprocess
from collections.abc import Iterator
from pathlib import Path

import adbutils
import pytest
from private_adb import ADB, PrivateAdb, private_adb

from gui_rec.phone.process import PhoneProcess
from gui_rec.vision.png import check_png

pytestmark = pytest.mark.e2e
SHOP = "com.example.shop"
HOME = "com.android.launcher3"
SETTINGS = "com.android.settings"


@pytest.fixture(scope="module")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateAdb]:
    with private_adb(tmp_path_factory.mktemp("adb")) as server:
        yield server


@pytest.fixture(scope="module")
def phone(adb: PrivateAdb) -> Iterator[PhoneProcess]:
    with PhoneProcess.start(adb_server_port=adb.port, api=34) as process:
        assert adb.run("wait-for-device", serial=process.serial).returncode == 0
        yield process


@pytest.fixture(scope="module")
def serial(phone: PhoneProcess) -> str:
    return phone.serial


@pytest.fixture
def device(adb: PrivateAdb, serial: str) -> adbutils.AdbDevice:
    found = adbutils.AdbClient(host="127.0.0.1", port=adb.port).device(serial)
    found.keyevent("WAKEUP")
    found.keyevent("HOME")
    return found


@pytest.fixture(scope="module")
def old_device(adb: PrivateAdb) -> Iterator[adbutils.AdbDevice]:
    with PhoneProcess.start(adb_server_port=adb.port, api=28) as phone:
        assert adb.run("wait-for-device", serial=phone.serial).returncode == 0
        yield adbutils.AdbClient(host="127.0.0.1", port=adb.port).device(phone.serial)


def test_size_and_rotation(device: adbutils.AdbDevice) -> None:
    assert tuple(device.window_size()) == (1080, 2400)
    assert device.rotation() == 0


def test_rotation_turns_size_and_screenshot(device: adbutils.AdbDevice) -> None:
    device.app_start(SETTINGS)
    device.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    try:
        assert device.rotation() == 1
        assert tuple(device.window_size()) == (2400, 1080)
        assert device.screenshot(error_ok=False).size == (2400, 1080)
    finally:
        device.shell("settings put system user_rotation 0; settings put system accelerometer_rotation 1")


def test_current_app_follows_start_and_stop(device: adbutils.AdbDevice) -> None:
    assert device.app_current().package == HOME
    device.app_start(SHOP)
    current = device.app_current()
    assert (current.package, current.activity) == (SHOP, ".LoginActivity")
    assert current.pid > 0
    device.app_stop(SHOP)
    assert device.app_current().package == HOME
    device.app_start(SETTINGS, ".Settings")
    assert device.app_current().package == SETTINGS


def test_current_app_of_an_old_phone_has_the_full_class(old_device: adbutils.AdbDevice) -> None:
    old_device.app_start(SHOP)
    current = old_device.app_current()
    assert (current.package, current.activity) == (SHOP, f"{SHOP}.LoginActivity")
    assert old_device.getprop("ro.build.version.sdk") == "28"


def test_screenshot_and_hierarchy(device: adbutils.AdbDevice) -> None:
    picture = device.screenshot(error_ok=False)
    picture.load()
    assert picture.size == (1080, 2400)
    assert device.screenshot(display_id=0, error_ok=False).size == (1080, 2400)
    xml = device.dump_hierarchy()
    assert xml.startswith(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"
    )
    assert f'package="{HOME}"' in xml


def test_taps_and_text_reach_the_app(device: adbutils.AdbDevice) -> None:
    device.app_stop(SHOP)
    device.app_start(SHOP)
    device.click(540, 766)
    device.send_keys("it's $5 & more")
    assert "it's $5 &amp; more" in device.dump_hierarchy()
    device.swipe(540, 1500, 540, 800, 0.05)
    device.keyevent("HOME")
    assert device.app_current().package == HOME


def test_packages(device: adbutils.AdbDevice) -> None:
    assert {SHOP, HOME, SETTINGS} <= set(device.list_packages())
    assert SETTINGS not in device.list_packages(["-3"])
    info = device.app_info(SHOP)
    assert info is not None
    assert info.version_name
    assert info.version_code
    assert info.path.endswith("/base.apk")
    assert device.app_info("com.nobody") is None


def test_screen_battery_and_settings(device: adbutils.AdbDevice) -> None:
    device.switch_screen(False)
    assert not device.is_screen_on()
    device.switch_screen(True)
    assert device.is_screen_on()
    assert 0 < device.battery().level <= 100
    device.brightness_value = 7
    assert device.brightness_value == 7
    device.switch_airplane(True)
    assert device.shell("settings get global airplane_mode_on") == "1"
    device.switch_airplane(False)


def test_properties_and_address(device: adbutils.AdbDevice) -> None:
    assert device.getprop("ro.build.version.sdk") == "34"
    assert device.prop.model == device.getprop("ro.product.model")
    assert device.wlan_ip() == "10.0.2.16"


def test_the_command_line_sees_streams_and_statuses(adb: PrivateAdb, serial: str) -> None:
    wrong = adb.shell(serial, "input tap")
    assert (wrong.returncode, wrong.stdout) == (255, b"")
    assert b"Error: Invalid arguments for command: tap" in wrong.stderr
    assert adb.shell(serial, "simpleperf record -a").returncode == 127
    picture = adb.run("exec-out", "screencap -p", serial=serial)
    assert str(check_png(picture.stdout)) == "1080x2400"


def test_a_failed_dump_leaves_status_0_and_the_old_file(adb: PrivateAdb, serial: str) -> None:
    adb.shell(serial, "input keyevent WAKEUP; uiautomator dump")
    old = adb.run("exec-out", "cat /sdcard/window_dump.xml", serial=serial).stdout
    asleep = adb.shell(serial, "input keyevent SLEEP; uiautomator dump")
    assert (asleep.returncode, asleep.stdout) == (0, b"")
    assert asleep.stderr == b"ERROR: null root node returned by UiTestAutomationBridge.\n"
    assert adb.run("exec-out", "cat /sdcard/window_dump.xml", serial=serial).stdout == old
    adb.shell(serial, "input keyevent WAKEUP")


def test_getevent_follows_the_finger_and_not_injected_touches(
    adb: PrivateAdb, phone: PhoneProcess, tmp_path: Path
) -> None:
    serial = phone.serial
    command = [str(ADB), "-P", str(adb.port), "-s", serial, "exec-out", "getevent -lt /dev/input/event1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env={"HOME": str(tmp_path)}) as follower:
        assert follower.stdout is not None
        # Nothing says when the follower listens, so the finger comes back until it is seen.
        while not select.select([follower.stdout], [], [], 0.2)[0]:
            adb.shell(serial, "input tap 1 1")
            phone.control.finger([(540.0, 1200.0, 0), (540.0, 1000.0, 50)])
        line = follower.stdout.readline()
        follower.terminate()
    assert re.fullmatch(
        rb"\[ *\d+\.\d{6}\] EV_ABS       ABS_MT_TRACKING_ID   [0-9a-f]{8}            \n", line
    )
    assert adb.shell(serial, "getevent -lp | grep -c 'add device'").stdout == b"13\n"
