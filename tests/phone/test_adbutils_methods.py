"""Every method of adbutils that talks to a device, against the phone: shell, files, sockets, apps, films."""

from __future__ import annotations

import gc
import io
import os
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import adbutils
import pytest
from adbutils import BrightnessMode, Network
from adbutils.errors import AdbInstallError, AdbSyncError
from apk_files import apk
from private_adb import PrivateAdb, private_adb

from gui_rec.phone.process import PhoneProcess

# adbutils leaves sockets and a file to the garbage collector.
_LEFT_OPEN = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
pytestmark = [pytest.mark.e2e, _LEFT_OPEN]
TMP = "/data/local/tmp"
SHOP = "com.example.shop"


@pytest.fixture(scope="module")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateAdb]:
    with private_adb(tmp_path_factory.mktemp("adb")) as server:
        yield server


@pytest.fixture(scope="module")
def client(adb: PrivateAdb) -> adbutils.AdbClient:
    return adbutils.AdbClient(host="127.0.0.1", port=adb.port)


@pytest.fixture(scope="module")
def device(adb: PrivateAdb, client: adbutils.AdbClient) -> Iterator[adbutils.AdbDevice]:
    with PhoneProcess.start(adb_server_port=adb.port) as phone:
        assert adb.run("wait-for-device", serial=phone.serial).returncode == 0
        yield client.device(phone.serial)


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    yield
    gc.collect()


@contextmanager
def echo_server() -> Iterator[int]:
    """A server of the host that sends back what it gets; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                while data := connection.recv(65536):
                    connection.sendall(data)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield int(listener.getsockname()[1])
        thread.join(10)


def test_shell_and_its_versions(device: adbutils.AdbDevice) -> None:
    assert device.shell(["echo", "-n", "a  & b?"]) == "a  & b?"
    assert device.shell("echo -n raw", encoding=None) == b"raw"
    old = device.shell2("echo -n out; echo err >&2; sh -c 'exit 7'")
    assert (old.returncode, old.output) == (7, "outerr\n")
    new = device.shell2("echo out; echo err >&2; exit 7", v2=True)
    assert (new.returncode, new.stdout, new.stderr) == (7, "out\n", "err\n")
    with device.open_shell("echo open") as stream:
        assert stream.read_until_close() == "open\n"


def test_a_stream_takes_input(device: adbutils.AdbDevice) -> None:
    with device.shell("cat", stream=True) as stream:
        stream.send(b"there\n")
        assert stream.read_exact(6) == b"there\n"


def test_what_the_server_knows(client: adbutils.AdbClient, device: adbutils.AdbDevice) -> None:
    serial = device.serial
    assert device.get_serialno() == serial
    assert device.get_state() == "device"
    assert {"shell_v2", "cmd", "stat_v2"} <= set(device.get_features().split(","))
    assert [info.serial for info in client.list()] == [serial]
    (info,) = client.list(extended=True)
    assert client.device(transport_id=info.transport_id).shell("echo hi") == "hi"
    assert [found.serial for found in client.device_list()] == [serial]
    client.wait_for(serial, state="device", timeout=5)
    event = next(iter(client.track_devices()))
    assert (event.serial, event.status, event.present) == (serial, "device", True)
    assert device.info["serialno"] == serial


def test_files_by_sync(device: adbutils.AdbDevice, tmp_path: Path) -> None:
    name = f"{TMP}/Hi-世界.bin"
    data = bytes(range(256)) * 1000
    assert device.sync.push(io.BytesIO(data), name) == len(data)
    found = device.sync.stat(name)
    assert (found.size, found.mode & 0o170000, found.mtime is not None) == (len(data), 0o100000, True)
    assert device.sync.exists(name)
    assert not device.sync.exists(f"{TMP}/none")
    assert device.sync.read_bytes(name) == data
    assert b"".join(device.sync.iter_content(name)) == data
    assert device.sync.pull_file(name, tmp_path / "pulled") == len(data)
    assert (tmp_path / "pulled").read_bytes() == data
    device.sync.push("text ü".encode(), name)
    assert device.sync.read_text(name) == "text ü"
    listed = {entry.path: entry.size for entry in device.sync.list(TMP)}
    assert listed["Hi-世界.bin"] == 7
    assert {".", ".."} <= set(listed)
    device.remove(name)
    assert not device.sync.exists(name)


def test_folders_by_sync(device: adbutils.AdbDevice, tmp_path: Path) -> None:
    device.shell(f"mkdir -p {TMP}/d/e; echo 1 > {TMP}/d/one; echo 2 > {TMP}/d/e/two")
    device.sync.pull(f"{TMP}/d", tmp_path, exist_ok=True)
    found = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.name: path.read_text() for path in found} == {"one": "1\n", "two": "2\n"}
    (tmp_path / "up.txt").write_text("up")
    device.sync.push(tmp_path / "up.txt", f"{TMP}/d/")
    assert device.sync.read_text(f"{TMP}/d/up.txt") == "up"
    device.rmtree(f"{TMP}/d")
    assert not device.sync.exists(f"{TMP}/d")
    with pytest.raises(AdbSyncError):
        device.sync.push(io.BytesIO(b"x"), TMP)


def test_pictures(device: adbutils.AdbDevice) -> None:
    shot = device.screenshot(error_ok=False)
    assert shot.mode == "RGB"
    buffer = device.framebuffer()
    assert buffer.size == shot.size == (1080, 2400)


def test_forward(device: adbutils.AdbDevice, client: adbutils.AdbClient) -> None:
    port = device.forward_port("tcp:7912")
    assert device.forward_port("tcp:7912") == port
    device.forward("localabstract:gui-rec-test", "localabstract:agent")
    listed = {(item.serial, item.local, item.remote) for item in device.forward_list()}
    assert listed == {
        (device.serial, f"tcp:{port}", "tcp:7912"),
        (device.serial, "localabstract:gui-rec-test", "localabstract:agent"),
    }
    with socket.create_connection(("127.0.0.1", port), timeout=10) as refused:
        assert refused.recv(1) == b""
    with pytest.raises(adbutils.AdbError, match="closed"):
        device.create_connection(Network.LOCAL_ABSTRACT, "agent")
    device.forward_remove(f"tcp:{port}")
    device.forward_remove_all()
    assert device.forward_list() == []


def test_reverse(device: adbutils.AdbDevice) -> None:
    with echo_server() as port:
        device.reverse("tcp:12345", f"tcp:{port}")
        device.reverse("localabstract:agent", f"tcp:{port}", norebind=True)
        with pytest.raises(adbutils.AdbError, match="cannot rebind existing socket"):
            device.reverse("tcp:12345", "tcp:1", norebind=True)
        assert {(item.remote, item.local) for item in device.reverse_list()} == {
            ("tcp:12345", f"tcp:{port}"),
            ("localabstract:agent", f"tcp:{port}"),
        }
        with device.create_connection(Network.TCP, 12345) as through:
            _echo_whole(through, os.urandom(3_000_000))
    device.reverse_remove("tcp:12345")
    assert [item.remote for item in device.reverse_list()] == ["localabstract:agent"]
    device.reverse_remove_all()
    assert device.reverse_list() == []


def _echo_whole(connection: socket.socket, data: bytes) -> None:
    """Send `data` through the phone to the host and read it back."""
    sending = threading.Thread(target=connection.sendall, args=(data,))
    sending.start()
    found = bytearray()
    while len(found) < len(data):
        part = connection.recv(65536)
        assert part
        found += part
    sending.join()
    assert found == data


def test_input(device: adbutils.AdbDevice) -> None:
    device.click(0.5, 0.5)
    device.drag(500, 1500, 500, 900, 0.05)
    device.swipe(0.5, 0.8, 0.5, 0.4, 0.05)
    device.send_keys("1234")
    device.volume_up(2)
    device.volume_down(1)
    device.volume_mute()
    device.keyevent("HOME")
    assert device.app_current().package == "com.android.launcher3"


def test_switches(device: adbutils.AdbDevice) -> None:
    for mode in (BrightnessMode.AUTO, BrightnessMode.MANUAL):
        device.brightness_mode = mode
        assert device.brightness_mode == mode
    for on, text in ((False, "0"), (True, "1")):
        device.switch_wifi(on)
        assert device.shell("settings get global wifi_on") == text
    device.open_browser("https://example.org")
    assert device.root() == "adbd cannot run as root in production builds\n"
    assert device.tcpip(5555).strip() == "restarting in TCP mode port: 5555"


def test_an_app_is_cleared_and_what_cannot_be_uninstalled_stays(device: adbutils.AdbDevice) -> None:
    device.app_start(SHOP)
    device.app_clear(SHOP)
    assert device.app_current().package != SHOP
    device.uninstall(SHOP)
    assert SHOP in device.list_packages()
    assert device.package_info(SHOP) == device.package_info(SHOP)


def test_install_and_its_failure(device: adbutils.AdbDevice, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.apk", tmp_path / "bad.apk"
    good.write_bytes(apk("com.github.uiautomator"))
    bad.write_bytes(b"no apk")
    device.install_remote(_pushed(device, good))
    assert "com.github.uiautomator" in device.list_packages()
    device.uninstall("com.github.uiautomator")
    assert "com.github.uiautomator" not in device.list_packages()
    with pytest.raises(AdbInstallError, match="INSTALL_FAILED_INVALID_APK"):
        device.install_remote(_pushed(device, bad))


def _pushed(device: adbutils.AdbDevice, path: Path) -> str:
    remote = f"{TMP}/{path.name}"
    device.sync.push(path, remote)
    return remote


def test_a_film(device: adbutils.AdbDevice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert not device.is_recording()
    device.start_recording(str(tmp_path / "film.mp4"))
    assert device.is_recording()
    device.shell("sleep 0.5")
    device.stop_recording()
    data = (tmp_path / "film.mp4").read_bytes()
    assert data[4:8] == b"ftyp"
    assert b"\xff\xd8\xff" in data
    assert not [name for name in device.shell("ls /sdcard").split() if name.endswith(".mp4")]


def test_the_log(device: adbutils.AdbDevice, tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    following = device.logcat(path, clear=True, command="logcat -v time", re_filter="I/TAG")
    while not path.exists() or not re.search(r"I/TAG.*hello", path.read_text()):
        device.shell(["log", "-p", "i", "-t", "TAG", "hello"])
    following.stop()


def test_a_command_that_takes_too_long(device: adbutils.AdbDevice) -> None:
    stream = device.open_transport(timeout=0.2)
    with stream:
        stream.send_command("shell:sleep 10")
        stream.check_okay()
        with pytest.raises(adbutils.AdbTimeout):
            stream.read_until_close()


def test_the_server_is_asked_to_disconnect_what_is_not_there(client: adbutils.AdbClient) -> None:
    assert client.server_version() == 41
    with pytest.raises(adbutils.AdbError, match="no such device"):
        client.disconnect("127.0.0.1:1234", raise_error=True)
