"""Devices that cannot be used: one clear line, exit 3, nothing written. Through a real adb server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from trajectories import record

from gui_rec._clock import Deadline, SystemClock
from gui_rec.device.adb.server import PrivateAdbServer
from gui_rec.errors import ExitCode
from gui_rec.phone.process import PhoneProcess
from gui_rec.testing.phone import wait_until_usable

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def server() -> Iterator[PrivateAdbServer]:
    with PrivateAdbServer() as running:
        yield running


def wait_until_listed(server: PrivateAdbServer, serial: str, state: str) -> None:
    deadline, clock = Deadline.after(SystemClock(), 20.0), SystemClock()
    while [serial, state] not in [line.split()[:2] for line in server.client.devices().splitlines()]:
        assert not deadline.passed, server.client.devices()
        clock.sleep_s(0.05)


def fails(server: PrivateAdbServer, words: Sequence[str]) -> str:
    """Run a command that must end with exit 3 and one line; the line."""
    argv = [sys.executable, "-m", "gui_rec", *words]
    environ = {**os.environ, **server.environ}
    done = subprocess.run(argv, env=environ, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == ExitCode.DEVICE, done.stdout + done.stderr
    assert done.stdout == ""
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


def commands(tmp_path: Path, *device: str) -> list[list[str]]:
    """A recording and a replay that must not begin."""
    script = tmp_path / "script.jsonl"
    script.write_text('{"type": "key", "code": "BACK"}\n', encoding="utf-8")
    recording = record(tmp_path / "given.parquet")
    wanted = ["record", "--source", "script", "--script", str(script), "-o", str(tmp_path / "new.parquet")]
    return [[*wanted, *device], ["replay", str(recording), "--report", str(tmp_path / "report"), *device]]


@pytest.mark.parametrize(
    ("fault", "state", "advice"),
    [
        pytest.param("offline", "offline", "unplug", marks=pytest.mark.slow),
        pytest.param("unauthorized", "unauthorized", "Allow USB debugging", marks=pytest.mark.slow),
        ("booting", "device", "still starting"),
    ],
)
def test_a_device_that_is_not_ready(
    server: PrivateAdbServer, tmp_path: Path, fault: str, state: str, advice: str
) -> None:
    with PhoneProcess.start(faults=[fault], adb_server_port=server.port) as phone:
        wait_until_listed(server, phone.serial, state)
        for words in commands(tmp_path, "--device", phone.serial):
            line = fails(server, words)
            assert phone.serial in line
            assert advice in line
    assert not (tmp_path / "new.parquet").exists()
    assert not (tmp_path / "report").exists()


@pytest.mark.slow
def test_a_wrong_serial_and_no_device_at_all(server: PrivateAdbServer, tmp_path: Path) -> None:
    for words in commands(tmp_path):
        assert "gui-rec phone" in fails(server, words)
        assert "no such device" in fails(server, [*words, "--device", "nosuch"])


@pytest.mark.slow
def test_several_devices_must_be_told_apart(server: PrivateAdbServer, tmp_path: Path) -> None:
    with ExitStack() as stack:
        phones = [stack.enter_context(PhoneProcess.start(adb_server_port=server.port)) for _ in range(2)]
        for phone in phones:
            wait_until_usable(server.client, phone.serial)
        for words in commands(tmp_path):
            line = fails(server, words)
            assert "--device" in line
            assert all(phone.serial in line for phone in phones)


def test_no_adb_server_and_no_adb(tmp_path: Path) -> None:
    """A server that is elsewhere is not started by us."""
    environ = {**os.environ, "ANDROID_ADB_SERVER_ADDRESS": "127.0.0.2", "ANDROID_ADB_SERVER_PORT": "9"}
    argv = [sys.executable, "-m", "gui_rec", "devices"]
    done = subprocess.run(argv, env=environ, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == ExitCode.DEVICE
    assert "127.0.0.2" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
