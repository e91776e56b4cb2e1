"""Debian's adb 29 and the newest one, as client and as server, take the simulated phone for a device."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from adb_host import Host
from adb_under_test import adb_binary, free_port

from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.device import AdbDevice
from gui_rec.model.actions import Key, OpenApp
from gui_rec.phone.process import PhoneProcess
from gui_rec.phone.wire import packets
from gui_rec.phone.wire.packets import Command, Packet
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


@pytest.fixture
def on_phone(pair: Pair) -> Iterator[tuple[str, str]]:
    """The words that name a phone which the pair can use."""
    with PhoneProcess.start(seed=7, adb_server_port=pair.port) as phone:
        wait_until_usable(AdbClient("127.0.0.1", pair.port), phone.serial)
        yield "-s", phone.serial


@contextmanager
def echo_server() -> Iterator[int]:
    """A server of the host that sends back what it gets, once; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(20)

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                while data := connection.recv(65536):
                    connection.sendall(data)

        thread = threading.Thread(target=serve)
        thread.start()
        yield int(listener.getsockname()[1])
        thread.join()


def test_bytes_go_through_the_phone_and_back_to_the_host(pair: Pair, on_phone: tuple[str, str]) -> None:
    """`forward` to a name of the phone which `reverse` carries to the host: both ways of opening at once."""
    data = os.urandom(3_000_000)
    with echo_server() as echo:
        assert pair.run(*on_phone, "reverse", "tcp:7912", f"tcp:{echo}").returncode == 0
        port = int(pair.run(*on_phone, "forward", "tcp:0", "tcp:7912").stdout)
        with socket.create_connection(("127.0.0.1", port), timeout=20) as through:
            sending = threading.Thread(target=through.sendall, args=(data,))
            sending.start()
            found = bytearray()
            while len(found) < len(data):
                found += through.recv(65536)
            sending.join()
    assert found == data


def test_forwards_and_reverses_are_listed_refused_and_taken_away(
    pair: Pair, on_phone: tuple[str, str]
) -> None:
    assert pair.run(*on_phone, "reverse", "localabstract:a", "tcp:1000").returncode == 0
    again = pair.run(*on_phone, "reverse", "--no-rebind", "localabstract:a", "tcp:2000")
    assert again.returncode == 1
    assert b"cannot rebind existing socket" in again.stderr
    port = pair.run(*on_phone, "reverse", "tcp:0", "tcp:3000").stdout.strip()
    listing = pair.run(*on_phone, "reverse", "--list").stdout.split()
    assert [word for word in listing if not word.startswith(b"host-")] == (
        [b"localabstract:a", b"tcp:1000", b"tcp:" + port, b"tcp:3000"]
    )
    assert pair.run(*on_phone, "reverse", "--remove", "localabstract:a").returncode == 0
    missing = pair.run(*on_phone, "reverse", "--remove", "localabstract:a")
    assert missing.returncode == 1
    assert b"listener 'localabstract:a' not found" in missing.stderr
    assert pair.run(*on_phone, "reverse", "--remove-all").returncode == 0
    assert pair.run(*on_phone, "reverse", "--list").stdout.strip() == b""
    forwarded = int(pair.run(*on_phone, "forward", "tcp:0", "localabstract:nobody").stdout)
    with socket.create_connection(("127.0.0.1", forwarded), timeout=20) as refused:
        assert refused.recv(1) == b""
    assert pair.run(*on_phone, "forward", "--remove-all").returncode == 0


def test_folders_times_and_modes_are_kept(pair: Pair, on_phone: tuple[str, str], tmp_path: Path) -> None:
    source, back = tmp_path / "source", tmp_path / "back"
    (source / "deep" / "er").mkdir(parents=True)
    (source / "deep" / "er" / "file").write_bytes(b"x" * 70_000)
    (source / "tool").write_bytes(b"#!/system/bin/sh\n")
    (source / "tool").chmod(0o755)
    os.utime(source / "tool", (1_600_000_000, 1_600_000_000))
    assert pair.run(*on_phone, "push", str(source), "/data/local/tmp/").returncode == 0
    assert pair.run(*on_phone, "pull", "-a", "/data/local/tmp/source", str(back)).returncode == 0
    assert (back / "deep" / "er" / "file").read_bytes() == b"x" * 70_000
    assert (back / "tool").stat().st_mtime == 1_600_000_000
    assert pair.run(*on_phone, "shell", "/data/local/tmp/source/tool").returncode == 0
    names = {
        line.split()[-1] for line in pair.run(*on_phone, "ls", "/data/local/tmp/source").stdout.splitlines()
    }
    assert names == {b".", b"..", b"deep", b"tool"}
    failed = pair.run(*on_phone, "push", str(source / "tool"), "/data/local/tmp/source/tool/x")
    assert failed.returncode == 1


@pytest.mark.parametrize("features", [b"", b"shell_v2", b"stat_v2,ls_v2,sendrecv_v2,fixed_push_mkdir"])
def test_a_host_of_any_version_is_served(features: bytes) -> None:
    """What an adb older than both, or one with other features, is answered: by its own packets."""
    with PhoneProcess.start(seed=7, options=["--no-announce"]) as phone:
        assert asyncio.run(_listing_as(phone.port, features)).startswith(b"DENT")


async def _listing_as(port: int, features: bytes) -> bytes:
    host = Host(*await asyncio.open_connection("127.0.0.1", port))
    host.send(Packet(Command.CNXN, 0x01000000, 4096, b"host::features=" + features + b"\0"), check=True)
    assert (await host.receive()).command is Command.CNXN
    okay = await host.open(b"sync:")
    host.send(packets.write(1, okay.arg0, b"LIST\x0b\0\0\0/data/localQUIT\0\0\0\0"))
    data = await host.read_stream()
    host.writer.close()
    return data


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
