from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from fake_adb_server import (
    Connection,
    HangUpError,
    adb_server,
    block,
    fail,
    frame,
    okay,
    phone_behaviour,
    shell_v2_output,
)

from gui_rec.device.adb.client import AdbClient
from gui_rec.errors import DeviceError, DeviceLostError, DeviceTimeoutError, DeviceUnavailableError

SERIAL = "adb-0123 (2)._adb-tls-connect._tcp"
SHORT_S = 0.15


def test_a_query_is_answered() -> None:
    with adb_server(lambda c, request: c.send(okay("0029"))) as server:
        assert AdbClient(port=server.port).version() == 41
        assert server.requests == ["host:version"]


def test_a_version_that_is_no_number_is_an_error() -> None:
    with (
        adb_server(lambda c, request: c.send(okay("what"))) as server,
        pytest.raises(DeviceError, match="hex"),
    ):
        AdbClient(port=server.port).version()


def test_a_command_runs_with_its_output_and_status() -> None:
    outputs = {"shell,v2,raw:ls 'a b'": shell_v2_output(b"out", b"err", 3)}
    with adb_server(phone_behaviour(outputs)) as server:
        client = AdbClient(port=server.port)
        result = client.shell(SERIAL, ["ls", "a b"], 5)
        assert (result.stdout, result.stderr, result.exit_status) == (b"out", b"err", 3)
        assert (result.text, result.all_text) == ("out", "outerr")
        client.shell(SERIAL, ["true"], 5)
    assert server.requests == [
        f"host-serial:{SERIAL}:features",
        f"host:transport:{SERIAL}",
        "shell,v2,raw:ls 'a b'",
        f"host:transport:{SERIAL}",
        "shell,v2,raw:true",
    ]


def test_a_device_without_shell_v2_prints_its_own_end() -> None:
    outputs = {"shell:ls; echo gui-rec-exit:$?": b"a\nb\ngui-rec-exit:7\r\n"}
    with adb_server(phone_behaviour(outputs, features="cmd")) as server:
        result = AdbClient(port=server.port).shell(SERIAL, ["ls"], 5)
    assert (result.stdout, result.exit_status) == (b"a\nb\n", 7)


def test_without_that_end_the_output_is_cut() -> None:
    outputs = {"shell:ls; echo gui-rec-exit:$?": b"a\nb\n"}
    with adb_server(phone_behaviour(outputs, features="cmd")) as server, pytest.raises(DeviceLostError):
        AdbClient(port=server.port).shell(SERIAL, ["ls"], 5)


def test_exec_gives_raw_bytes() -> None:
    data = bytes(range(256)) * 5000
    with adb_server(phone_behaviour({"exec:screencap -p": data})) as server:
        assert AdbClient(port=server.port).exec("S", ["screencap", "-p"], 5) == data


def test_tell_waits_for_the_end_of_the_connection() -> None:
    def behave(connection: Connection, request: str) -> None:
        raise HangUpError

    with adb_server(behave) as server:
        AdbClient(port=server.port).tell("host:emulator:5555")
        assert server.requests == ["host:emulator:5555"]


def test_a_stream_is_read_in_pieces() -> None:
    with adb_server(phone_behaviour({"exec:getevent -lt": b"one\ntwo\n"})) as server:
        with AdbClient(port=server.port).stream("S", ["getevent", "-lt"], 5) as stream:
            got = b""
            while chunk := stream.read_some():
                got += chunk
        assert got == b"one\ntwo\n"


def silent(connection: Connection, request: str) -> None:
    connection.hold()


def silent_after_transport(connection: Connection, request: str) -> None:
    if request.endswith(":features"):
        connection.send(okay("shell_v2"))
        raise HangUpError
    if request.startswith("host:transport:"):
        connection.send(okay())
    else:
        connection.hold()


def half_a_status(connection: Connection, request: str) -> None:
    connection.send(b"OK")
    connection.hold()


def half_the_output(connection: Connection, request: str) -> None:
    if request.startswith("shell"):
        connection.send(okay() + frame(1, b"half")[:7])
        connection.hold()
    silent_after_transport(connection, request)


def drip(connection: Connection, request: str) -> None:
    if not request.startswith("shell"):
        silent_after_transport(connection, request)
        return
    connection.send(okay())
    connection.socket.settimeout(0.01)
    while True:
        try:
            if not connection.socket.recv(1):
                raise HangUpError
        except TimeoutError:
            connection.socket.sendall(frame(1, b"x"))


@pytest.mark.parametrize("behave", [silent, silent_after_transport, half_a_status, half_the_output, drip])
def test_the_deadline_covers_the_whole_call(behave: Callable[[Connection, str], None]) -> None:
    with adb_server(behave) as server:
        started_s = time.monotonic()
        with pytest.raises(DeviceTimeoutError, match="in time"):
            AdbClient(port=server.port).shell("S", ["true"], SHORT_S)
        assert time.monotonic() - started_s < SHORT_S * 10


@pytest.mark.parametrize("reply", [b"", b"OK", b"OKAY", b"OKAY00", b"OKAY0005abc"])
def test_a_cut_answer_is_an_error(reply: bytes) -> None:
    def behave(connection: Connection, request: str) -> None:
        connection.send(reply)
        raise HangUpError

    with adb_server(behave) as server, pytest.raises(DeviceLostError, match="ended after"):
        AdbClient(port=server.port).query("host:version")


@pytest.mark.parametrize("reply", [b"HTTP/1.1 400 Bad Request", b"OKAYzzzz"])
def test_something_that_is_no_adb_server_is_named(reply: bytes) -> None:
    def behave(connection: Connection, request: str) -> None:
        connection.send(reply)
        raise HangUpError

    with adb_server(behave) as server, pytest.raises(DeviceUnavailableError, match="expected"):
        AdbClient(port=server.port).query("host:version")


def test_output_without_an_exit_status_is_cut() -> None:
    outputs = {"shell,v2,raw:true": frame(1, b"all?")}
    with (
        adb_server(phone_behaviour(outputs)) as server,
        pytest.raises(DeviceLostError, match="before the end"),
    ):
        AdbClient(port=server.port).shell("S", ["true"], 5)


@pytest.mark.parametrize(
    ("text", "error", "advice"),
    [
        ("device 'S' not found", DeviceUnavailableError, "gui-rec devices"),
        ("device offline", DeviceUnavailableError, "reconnect"),
        (
            "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set",
            DeviceUnavailableError,
            "accept",
        ),
        ("device still authorizing", DeviceUnavailableError, "accept"),
        ("device still connecting", DeviceUnavailableError, "wait"),
        ("more than one device/emulator", DeviceUnavailableError, "--device"),
        ("no devices/emulators found", DeviceUnavailableError, "connect a phone"),
        ("insufficient permissions for device: missing udev rules", DeviceUnavailableError, "udev"),
        ("closed", DeviceLostError, "cable"),
        ("something new", DeviceError, "something new"),
    ],
)
def test_a_refusal_says_what_it_means(text: str, error: type[DeviceError], advice: str) -> None:
    with adb_server(lambda c, request: c.send(fail(text))) as server:
        client = AdbClient(port=server.port)
        with pytest.raises(error, match=advice) as raised:
            client.exec("S", ["true"], 5)
        assert type(raised.value) is error
        with pytest.raises(error):
            client.stream("S", ["true"], 5)


def test_a_service_that_is_refused_is_an_error() -> None:
    def behave(connection: Connection, request: str) -> None:
        connection.send(okay() if request.startswith("host:") else fail("closed"))

    with adb_server(behave) as server, pytest.raises(DeviceLostError):
        AdbClient(port=server.port).stream("S", ["true"], 5)


def test_no_server_is_named() -> None:
    with adb_server(silent) as server:
        port = server.port
    with pytest.raises(DeviceUnavailableError, match="start-server"):
        AdbClient(port=port).version()


def test_an_endless_answer_is_cut_off() -> None:
    def behave(connection: Connection, request: str) -> None:
        connection.send(okay() + block("x" * 60_000) * 3)
        raise HangUpError

    with adb_server(behave) as server, pytest.raises(DeviceError, match="more than"):
        AdbClient(port=server.port).tell("host:emulator:1")


def test_a_request_that_no_adb_takes_is_refused() -> None:
    with adb_server(silent) as server, pytest.raises(DeviceError, match="65535"):
        AdbClient(port=server.port).query("host:" + "x" * 70_000)
