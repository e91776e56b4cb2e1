from __future__ import annotations

from pathlib import Path

import pytest

from gui_rec.device.adb import server
from gui_rec.device.adb.server import (
    PrivateAdbServer,
    address_by_environ,
    ensure_server,
    find_adb,
    free_port,
    private_environ,
)
from gui_rec.errors import DeviceUnavailableError, UsageError


@pytest.mark.parametrize(
    ("environ", "address"),
    [
        ({}, ("127.0.0.1", 5037)),
        ({"ANDROID_ADB_SERVER_PORT": "5038"}, ("127.0.0.1", 5038)),
        ({"ANDROID_ADB_SERVER_ADDRESS": "10.0.0.2"}, ("10.0.0.2", 5037)),
        ({"ADB_SERVER_SOCKET": "tcp:5039", "ANDROID_ADB_SERVER_PORT": "1"}, ("127.0.0.1", 5039)),
        ({"ADB_SERVER_SOCKET": "tcp:host:5040"}, ("host", 5040)),
        ({"ADB_SERVER_SOCKET": "tcp:[::1]:5041"}, ("::1", 5041)),
    ],
)
def test_the_address_follows_adbs_own_variables(environ: dict[str, str], address: tuple[str, int]) -> None:
    assert address_by_environ(environ) == address


@pytest.mark.parametrize(
    "environ",
    [
        {"ANDROID_ADB_SERVER_PORT": "x"},
        {"ANDROID_ADB_SERVER_PORT": "0"},
        {"ANDROID_ADB_SERVER_PORT": "70000"},
        {"ADB_SERVER_SOCKET": "localabstract:adb"},
        {"ADB_SERVER_SOCKET": "tcp:"},
        {"ADB_SERVER_SOCKET": "tcp:host:port"},
    ],
)
def test_an_address_that_cannot_be_meant_is_refused(environ: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        address_by_environ(environ)


def test_the_named_adb_wins(tmp_path: Path) -> None:
    named = tmp_path / "adb"
    named.write_text("")
    named.chmod(0o755)
    assert find_adb({"GUI_REC_ADB": str(named)}) == named
    named.chmod(0o644)
    with pytest.raises(UsageError, match="GUI_REC_ADB"):
        find_adb({"GUI_REC_ADB": str(named)})


def test_else_the_one_in_adbutils_then_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "adbutils" in str(find_adb({}))
    monkeypatch.setattr(server, "_bundled", lambda: None)
    own = tmp_path / "adb"
    own.write_text("")
    own.chmod(0o755)
    assert find_adb({"PATH": str(tmp_path)}) == own
    with pytest.raises(DeviceUnavailableError, match="platform-tools"):
        find_adb({"PATH": str(tmp_path / "empty")})


def test_a_private_environment_names_only_its_own_server() -> None:
    environ = private_environ(
        {"ADB_SERVER_SOCKET": "tcp:1", "ANDROID_SERIAL": "mine", "PATH": "/bin", "HOME": "/home/me"},
        "/tmp/h",
        41,
    )
    assert address_by_environ(environ) == ("127.0.0.1", 41)
    assert "ANDROID_SERIAL" not in environ
    assert environ["HOME"] == "/tmp/h"
    assert environ["PATH"] == "/bin"
    assert (environ["ADB_LIBUSB"], environ["ADB_EMU"]) == ("0", "0")


def test_a_server_elsewhere_is_never_started() -> None:
    with pytest.raises(DeviceUnavailableError):
        ensure_server({"ADB_SERVER_SOCKET": f"tcp:127.0.0.2:{free_port()}"})


@pytest.mark.e2e
def test_a_private_server_lives_as_long_as_its_block() -> None:
    with PrivateAdbServer() as own:
        client = own.client
        assert client.version() >= 41
        assert client.devices() == ""
        assert ensure_server(own.environ).address == client.address
        home = Path(own.environ["HOME"])
        assert home.is_dir()
    with pytest.raises(DeviceUnavailableError):
        client.version()
    assert not home.exists()


@pytest.mark.e2e
def test_ensuring_starts_a_server_that_is_not_there() -> None:
    with PrivateAdbServer() as own:
        server._run(find_adb(), own.port, "kill-server", own.environ)
        assert ensure_server(own.environ).version() >= 41


def test_an_adb_that_fails_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "adb"
    broken.write_text("#!/bin/sh\necho cannot bind >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("GUI_REC_ADB", str(broken))
    with pytest.raises(DeviceUnavailableError, match="cannot bind"), PrivateAdbServer():
        pass
