"""The wire's faults as the real adb and its clients see them, switched at the start and while the phone runs."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from pathlib import Path

import adbutils
import pytest
from adb_under_test import PrivateAdb, private_adb

from gui_rec.phone.process import PhoneProcess

# adbutils leaves the socket of a call that failed to the garbage collector.
_LEFT_SOCKETS = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
pytestmark = [pytest.mark.slow, pytest.mark.e2e, _LEFT_SOCKETS]
_NOISE = bytes(range(256)) * 8192


@pytest.fixture(scope="module")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateAdb]:
    with private_adb(tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest.fixture(scope="module")
def running(adb: PrivateAdb) -> Iterator[PhoneProcess]:
    with PhoneProcess.start(adb_server_port=adb.port, seed=3) as phone:
        yield phone


@pytest.fixture
def phone(adb: PrivateAdb, running: PhoneProcess) -> Iterator[PhoneProcess]:
    """A phone without a fault, now and afterwards."""
    adb.until_state(running.serial, "device")
    yield running
    for name in running.control.faults():
        running.control.fault_off(name)
    adb.until_state(running.serial, "device")
    gc.collect()


def _shell(adb: PrivateAdb, phone: PhoneProcess, line: str) -> bytes:
    return adb.run("-s", phone.serial, "shell", line).stdout


@pytest.mark.parametrize("state", ["recovery", "bootloader", "offline", "unauthorized"])
def test_states_come_and_go(adb: PrivateAdb, phone: PhoneProcess, state: str) -> None:
    phone.control.fault_on(state)
    adb.until_state(phone.serial, state)
    phone.control.fault_off(state)
    adb.until_state(phone.serial, "device")


def test_a_phone_that_starts_in_recovery_still_has_a_shell(adb: PrivateAdb) -> None:
    with PhoneProcess.start(adb_server_port=adb.port, faults=["recovery"]) as phone:
        adb.until_state(phone.serial, "recovery")
        assert _shell(adb, phone, "echo hi") == b"hi\n"


def test_an_outage_ends_by_itself_and_the_phone_is_as_it_was(adb: PrivateAdb, phone: PhoneProcess) -> None:
    _shell(adb, phone, "echo kept > /sdcard/kept; am start -n com.android.settings/.Settings")
    before = _shell(adb, phone, "dumpsys window | grep mCurrentFocus")
    began_s = time.monotonic()
    phone.control.fault_on("outage:1")
    adb.until(lambda devices: devices.get(phone.serial) != "device")
    assert adb.run("-s", phone.serial, "shell", "true").returncode != 0
    adb.until_state(phone.serial, "device")
    assert time.monotonic() - began_s >= 1
    assert phone.control.faults() == []
    assert _shell(adb, phone, "cat /sdcard/kept") == b"kept\n"
    assert _shell(adb, phone, "dumpsys window | grep mCurrentFocus") == before


def test_an_outage_can_be_ended_and_can_be_there_from_the_start(adb: PrivateAdb) -> None:
    with PhoneProcess.start(adb_server_port=adb.port, faults=["outage:600"]) as phone:
        assert adb.devices().get(phone.serial) in (None, "offline")
        phone.control.fault_off("outage")
        adb.until_state(phone.serial, "device")


def test_a_link_that_breaks_in_a_picture_comes_back(adb: PrivateAdb, phone: PhoneProcess) -> None:
    whole = adb.run("-s", phone.serial, "exec-out", "screencap").stdout
    phone.control.fault_on("drop-link:1")
    half = adb.run("-s", phone.serial, "exec-out", "screencap")
    assert 0 < len(half.stdout) < len(whole)
    assert whole.startswith(half.stdout[:12])
    adb.until_state(phone.serial, "device")
    assert len(adb.run("-s", phone.serial, "exec-out", "screencap").stdout) == len(whole)


def test_a_cut_picture_is_no_error_for_adb(adb: PrivateAdb, phone: PhoneProcess) -> None:
    phone.control.fault_on("cut-stream:1@2")
    first, second, third = (adb.run("-s", phone.serial, "exec-out", "screencap -p") for _ in range(3))
    assert (first.returncode, second.returncode, third.returncode) == (0, 0, 0)
    assert first.stdout == third.stdout
    assert second.stdout == first.stdout[: len(first.stdout) // 2]


def test_a_stalled_picture_is_a_timeout(adb: PrivateAdb, phone: PhoneProcess) -> None:
    device = adbutils.AdbClient(host="127.0.0.1", port=adb.port).device(phone.serial)
    phone.control.fault_on("stall-stream:1")
    with pytest.raises(adbutils.AdbTimeout):
        device.shell("screencap -p", encoding=None, timeout=0.5)
    assert device.shell("echo on") == "on"


def test_refused_streams_are_closed_for_adbutils(adb: PrivateAdb, phone: PhoneProcess) -> None:
    device = adbutils.AdbClient(host="127.0.0.1", port=adb.port).device(phone.serial)
    phone.control.fault_on("refuse:1")
    with pytest.raises(adbutils.AdbError, match="closed"):
        device.shell("true")


def test_slow_acks_make_a_push_slow_and_keep_its_bytes(
    adb: PrivateAdb, phone: PhoneProcess, tmp_path: Path
) -> None:
    (tmp_path / "up").write_bytes(_NOISE)
    phone.control.fault_on("slow-acks:150")
    began_s = time.monotonic()
    assert adb.run("-s", phone.serial, "push", str(tmp_path / "up"), "/sdcard/up").returncode == 0
    assert time.monotonic() - began_s >= 0.3
    phone.control.fault_off("slow-acks")
    assert adb.run("-s", phone.serial, "pull", "/sdcard/up", str(tmp_path / "down")).returncode == 0
    assert (tmp_path / "down").read_bytes() == _NOISE


def test_a_push_and_a_pull_can_fail(adb: PrivateAdb, phone: PhoneProcess, tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"data")
    phone.control.fault_on("fail-send:1")
    failed = adb.run("-s", phone.serial, "push", str(tmp_path / "f"), "/sdcard/never")
    assert failed.returncode == 1
    assert b"Permission denied" in failed.stdout + failed.stderr
    assert _shell(adb, phone, "ls /sdcard/never") == b""
    assert adb.run("-s", phone.serial, "push", str(tmp_path / "f"), "/sdcard/f").returncode == 0
    phone.control.fault_on("fail-recv:1")
    failed = adb.run("-s", phone.serial, "pull", "/sdcard/f", str(tmp_path / "g"))
    assert failed.returncode == 1
    assert b"open failed: Permission denied" in failed.stdout + failed.stderr


def test_push_and_pull_fail_for_adbutils_as_on_a_phone(adb: PrivateAdb, phone: PhoneProcess) -> None:
    device = adbutils.AdbClient(host="127.0.0.1", port=adb.port).device(phone.serial)
    device.sync.push(b"data", "/sdcard/f")
    phone.control.fault_on("fail-send:1")
    with pytest.raises(adbutils.AdbError, match="FAIL"):
        device.sync.push(b"data", "/sdcard/f")
    phone.control.fault_on("fail-recv:1")
    with pytest.raises(adbutils.AdbError, match="open failed: Permission denied"):
        device.sync.read_bytes("/sdcard/f")


def test_a_killed_phone_is_gone_and_is_found_again(adb: PrivateAdb) -> None:
    with PhoneProcess.start(adb_server_port=adb.port) as phone:
        adb.until_state(phone.serial, "device")
        phone.kill()
        adb.until_state(phone.serial, None)
        gone = adb.run("-s", phone.serial, "shell", "true")
        assert gone.returncode == 1
        assert f"device '{phone.serial}' not found".encode() in gone.stderr
    with PhoneProcess.start(adb_server_port=adb.port, port=phone.port) as again:
        adb.until_state(phone.serial, "device")
        assert _shell(adb, again, "echo back") == b"back\n"
