"""Debian's adb 29 and the newest one, as client and as server, take the simulated phone for a device."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from adb_under_test import adb_binary, free_port

from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.device import AdbDevice
from gui_rec.model.actions import Key, OpenApp
from gui_rec.phone.process import PhoneProcess
from gui_rec.recorder.session import Recorder
from gui_rec.store.integrity import check
from gui_rec.testing.phone import wait_until_usable
from gui_rec.vision.png import check_png

pytestmark = [pytest.mark.needs_adb29, pytest.mark.e2e, pytest.mark.slow]

ADB_29 = Path(os.environ.get("GUI_REC_DEBIAN_ADB", "/usr/bin/adb"))
PAIRS = [(ADB_29, ADB_29), (ADB_29, adb_binary()), (adb_binary(), ADB_29)]
NAMES = ["both 29", "server 29, newest client", "newest server, client 29"]


@dataclass(frozen=True)
class Pair:
    """A server of one adb, driven by the command line of another."""

    client: Path
    port: int
    home: Path

    @property
    def environ(self) -> dict[str, str]:
        home = {"HOME": str(self.home), "PATH": os.environ["PATH"]}
        return {**home, "ADB_LIBUSB": "0", "ADB_USB": "0", "ADB_EMU": "0"}

    def run(self, *words: str, adb: Path | None = None) -> subprocess.CompletedProcess[bytes]:
        argv = [str(adb or self.client), "-P", str(self.port), *words]
        # The server that `start-server` leaves behind keeps its streams; a pipe would never end.
        output = subprocess.DEVNULL if words == ("start-server",) else subprocess.PIPE
        return subprocess.run(argv, env=self.environ, stdout=output, stderr=output, timeout=30, check=False)


@contextmanager
def pair_of(server: Path, client: Path, home: Path) -> Iterator[Pair]:
    pair = Pair(client, free_port(), home)
    assert pair.run("start-server", adb=server).returncode == 0
    try:
        yield pair
    finally:
        pair.run("kill-server", adb=server)


@pytest.fixture(params=PAIRS, ids=NAMES)
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Pair]:
    server, client = request.param
    with pair_of(server, client, tmp_path) as made:
        yield made


def test_the_versions_are_what_they_are_taken_for(tmp_path: Path) -> None:
    told = Pair(ADB_29, free_port(), tmp_path).run("version").stdout
    assert b"29.0" in told
    assert b"29.0" not in Pair(adb_binary(), free_port(), tmp_path).run("version").stdout


def test_listing_shell_screenshot_and_files(pair: Pair, tmp_path: Path) -> None:
    with PhoneProcess.start(seed=7, adb_server_port=pair.port) as phone:
        wait_until_usable(AdbClient("127.0.0.1", pair.port), phone.serial)
        assert f"{phone.serial}\tdevice".encode() in pair.run("devices").stdout
        on = ("-s", phone.serial)
        assert pair.run(*on, "shell", "echo hi").stdout == b"hi\n"
        assert pair.run(*on, "shell", "exit 5").returncode == 5
        unknown = pair.run(*on, "shell", "nonsense")
        assert (unknown.returncode, unknown.stdout) == (127, b"")
        assert b"nonsense: inaccessible or not found" in unknown.stderr
        size = check_png(pair.run(*on, "exec-out", "screencap", "-p").stdout)
        assert (size.width_px, size.height_px) == (1080, 2400)
        data = bytes(range(256)) * 2000
        (tmp_path / "up").write_bytes(data)
        assert pair.run(*on, "push", str(tmp_path / "up"), "/sdcard/up").returncode == 0
        assert pair.run(*on, "pull", "/sdcard/up", str(tmp_path / "down")).returncode == 0
        assert (tmp_path / "down").read_bytes() == data


@pytest.mark.parametrize("server", [ADB_29, adb_binary()], ids=["29", "newest"])
def test_a_server_that_starts_after_the_phone_lists_it(server: Path, tmp_path: Path) -> None:
    port = free_port()
    pair = Pair(server, port, tmp_path)
    with PhoneProcess.start(adb_server_port=port) as phone:
        assert pair.run("start-server").returncode == 0
        try:
            wait_until_usable(AdbClient("127.0.0.1", port), phone.serial)
        finally:
            pair.run("kill-server")


def test_a_session_is_recorded_through_adb_29(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with (
        pair_of(ADB_29, ADB_29, home) as pair,
        PhoneProcess.start(seed=7, adb_server_port=pair.port) as phone,
    ):
        client = AdbClient("127.0.0.1", pair.port)
        wait_until_usable(client, phone.serial)
        with Recorder(AdbDevice(client, phone.serial), tmp_path / "t.parquet") as recorder:
            opened = recorder.do(OpenApp(name="Settings"))
            recorder.do(Key("HOME"))
    assert opened.post.package == "com.android.settings"
    assert check(tmp_path / "t.parquet").ok
