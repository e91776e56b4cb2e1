"""Many phones, many streams, large files: nothing is lost. How fast it is, is measured elsewhere."""

from __future__ import annotations

import concurrent.futures
import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from adb_under_test import PrivateAdb, free_port, private_adb

from gui_rec.device.adb.client import AdbClient
from gui_rec.phone.process import PhoneProcess

pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.timeout(300)]
_PHONES = 16
_LARGE_BYTES = 100_000_000


@pytest.fixture(scope="module")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateAdb]:
    with private_adb(tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest.fixture(scope="module")
def phone(adb: PrivateAdb) -> Iterator[PhoneProcess]:
    with PhoneProcess.start(adb_server_port=adb.port, seed=3) as running:
        adb.until_state(running.serial, "device")
        yield running


def _lines(client: AdbClient, serial: str, words: list[str]) -> list[str]:
    return [client.shell(serial, ["echo", word], timeout_s=60).stdout.decode() for word in words]


def test_three_thousand_streams_one_after_the_other(adb: PrivateAdb, phone: PhoneProcess) -> None:
    client = AdbClient("127.0.0.1", adb.port)
    for number in range(3000):
        answer = client.exec(phone.serial, ["echo", str(number)], timeout_s=30)
        assert answer == f"{number}\n".encode()


def test_forty_shells_at_once(adb: PrivateAdb, phone: PhoneProcess) -> None:
    client = AdbClient("127.0.0.1", adb.port)
    words = [[f"{thread}-{number}" for number in range(50)] for thread in range(40)]
    with concurrent.futures.ThreadPoolExecutor(40) as threads:
        answers = list(threads.map(lambda mine: _lines(client, phone.serial, mine), words))
    assert answers == [[f"{word}\n" for word in mine] for mine in words]


def test_forty_streams_that_all_wait(adb: PrivateAdb, phone: PhoneProcess) -> None:
    """Each echoes what it is sent while the others are open too."""
    client = AdbClient("127.0.0.1", adb.port)
    line = "read A; sleep 0.2; echo got $A"
    with concurrent.futures.ThreadPoolExecutor(40) as threads:
        command = ["-s", phone.serial, "shell", line]
        ran = list(threads.map(lambda number: adb.run(*command, stdin=b"%d\n" % number), range(40)))
    assert [one.stdout for one in ran] == [b"got %d\n" % number for number in range(40)]
    assert client.exec(phone.serial, ["echo", "on"], timeout_s=30) == b"on\n"


def test_a_hundred_megabytes_there_and_back(adb: PrivateAdb, phone: PhoneProcess, tmp_path: Path) -> None:
    data = os.urandom(1_000_003) * (_LARGE_BYTES // 1_000_003) + b"end"
    up, down = tmp_path / "up", tmp_path / "down"
    up.write_bytes(data)
    on = ("-s", phone.serial)
    assert adb.run(*on, "push", str(up), "/sdcard/large", timeout_s=120).returncode == 0
    digest = hashlib.md5(data).hexdigest()
    assert adb.run(*on, "shell", "md5sum /sdcard/large", timeout_s=120).stdout.split()[0].decode() == digest
    assert adb.run(*on, "pull", "/sdcard/large", str(down), timeout_s=120).returncode == 0
    assert down.read_bytes() == data
    assert adb.run(*on, "exec-out", "cat /sdcard/large", timeout_s=120).stdout == data
    assert adb.run(*on, "shell", "rm /sdcard/large").returncode == 0


def test_sixteen_phones_keep_their_own_state_beside_a_server_that_restarts(tmp_path: Path) -> None:
    adb = PrivateAdb(free_port(), tmp_path)
    adb.start()
    try:
        with contextlib.ExitStack() as stack:
            phones = [
                stack.enter_context(PhoneProcess.start(adb_server_port=adb.port, seed=number, timeout_s=120))
                for number in range(_PHONES)
            ]
            serials = {phone.serial for phone in phones}
            assert len(serials) == _PHONES
            _until_all(adb, serials)
            client = AdbClient("127.0.0.1", adb.port)
            for phone in phones:
                client.shell(phone.serial, ["touch", f"/sdcard/{phone.serial}"], timeout_s=60)
            for _ in range(2):
                adb.kill()
                adb.start()
                _until_all(adb, serials)
                with concurrent.futures.ThreadPoolExecutor(_PHONES) as threads:
                    found = list(threads.map(lambda phone: _marks(client, phone.serial), phones))
                assert found == [[phone.serial] for phone in phones]
    finally:
        adb.kill()


def _until_all(adb: PrivateAdb, serials: set[str]) -> None:
    adb.until(lambda devices: all(devices.get(serial) == "device" for serial in serials), timeout_s=120)


def _marks(client: AdbClient, serial: str) -> list[str]:
    names = client.shell(serial, ["ls", "/sdcard"], timeout_s=60).stdout.decode().split()
    return [name for name in names if name.startswith("emulator-")]
