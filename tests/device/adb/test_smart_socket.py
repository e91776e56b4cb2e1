from __future__ import annotations

import threading
from contextlib import suppress

import pytest
from fake_adb_server import Connection, FakeAdbServer, HangUpError, adb_server, block, okay

from gui_rec._clock import Deadline, SystemClock
from gui_rec.device.adb.smart_socket import SmartSocket
from gui_rec.errors import DeviceError, DeviceLostError, DeviceTimeoutError
from gui_rec.testing.clock import FakeClock

CLOCK = SystemClock()


def connect(server: FakeAdbServer, timeout_s: float = 5.0) -> SmartSocket:
    return SmartSocket(("127.0.0.1", server.port), Deadline.after(CLOCK, timeout_s))


def test_requests_and_blocks() -> None:
    with adb_server(lambda c, request: c.send(okay(request.upper()))) as server, connect(server) as socket:
        for text in ("host:a", "host:ü"):
            socket.ask(text)
            assert socket.read_block().decode() == text.upper()
    assert server.requests == ["host:a", "host:ü"]


def test_an_empty_block() -> None:
    with adb_server(lambda c, request: c.send(b"OKAY0000")) as server, connect(server) as socket:
        socket.ask("host:devices")
        assert socket.read_block() == b""


def test_a_whole_stream_up_to_its_limit() -> None:
    def behave(connection: Connection, request: str) -> None:
        connection.send(okay() + b"x" * 1_000)
        raise HangUpError

    with adb_server(behave) as server:
        with connect(server) as socket:
            socket.ask("exec:x")
            assert len(socket.read_to_end(1_000)) == 1_000
        with connect(server) as socket:
            socket.ask("exec:x")
            with pytest.raises(DeviceError, match="more than 999"):
                socket.read_to_end(999)


def test_an_output_that_began_may_not_pause_for_long() -> None:
    def behave(connection: Connection, request: str) -> None:
        connection.send(okay() + b"half a picture")
        connection.hold()

    with adb_server(behave) as server, connect(server, timeout_s=60.0) as socket:
        socket.ask("exec:screencap -p")
        started_s = CLOCK.monotonic_s()
        with pytest.raises(DeviceTimeoutError):
            socket.read_to_end(1_000, pause_s=0.2)
        assert CLOCK.monotonic_s() - started_s < 30.0


def test_a_deadline_that_has_passed_sends_nothing() -> None:
    with adb_server(lambda c, request: c.hold()) as server:
        clock = FakeClock()
        socket = SmartSocket(("127.0.0.1", server.port), Deadline.after(clock, 1.0))
        clock.advance(2.0)
        with socket, pytest.raises(DeviceTimeoutError):
            socket.ask("host:version")
        assert server.requests == []
        with pytest.raises(DeviceTimeoutError):
            SmartSocket(("127.0.0.1", server.port), Deadline(clock, clock.now_s))


def test_closing_wakes_a_reader() -> None:
    with adb_server(lambda c, request: c.hold()) as server:
        socket = connect(server)
        socket.send("exec:getevent")
        ended = threading.Event()

        def read() -> None:
            with suppress(DeviceLostError):
                assert socket.read_some() == b""
            ended.set()

        reader = threading.Thread(target=read)
        reader.start()
        socket.close()
        assert ended.wait(5)
        reader.join(5)


def test_a_long_request_is_named_in_short() -> None:
    def behave(connection: Connection, request: str) -> None:
        connection.send(b"FAIL" + block("odd"))

    with adb_server(behave) as server, connect(server) as socket:
        with pytest.raises(DeviceError) as raised:
            socket.ask("shell:" + "x" * 5_000)
        assert len(str(raised.value)) < 200
