"""uiautomator2's server: what it answers becomes a hierarchy or a typed reason, never something older."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from fake_adb_server import Connection, FakeAdbServer, HangUpError, adb_server, fail, okay, shell_v2_output
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.session import AdbSession
from gui_rec.device.adb.u2 import _result, dump_by_u2, forget_toast, is_running, last_toast
from gui_rec.errors import CaptureError, DeviceError, DeviceLostError
from gui_rec.testing.builders import hierarchy_xml

XML = hierarchy_xml(())


def http(body: bytes, status: str = "200 OK") -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def chunked(body: bytes) -> bytes:
    half = len(body) // 2
    parts = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:half], body[half:]))
    return b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + parts + b"0\r\n\r\n"


@contextmanager
def server(
    answer: bytes | None, *, phone_is_there: bool = True
) -> Iterator[tuple[AdbSession, FakeAdbServer]]:
    """A phone whose tcp:9008 says `answer` to any request; None where nobody listens there."""

    def behave(connection: Connection, request: str) -> None:
        if request.endswith(":features"):
            connection.send(okay("shell_v2"))
            raise HangUpError
        if request.startswith("host:transport") and not phone_is_there:
            connection.send(fail("device 'S' not found"))
            raise HangUpError
        if request == "tcp:9008" and answer is None:
            connection.send(fail("closed"))
            raise HangUpError
        connection.send(okay())
        if request == "tcp:9008":
            connection.socket.recv(65536)
            connection.send(answer or b"")
            raise HangUpError
        if request.startswith("shell"):
            connection.send(shell_v2_output())
            raise HangUpError

    with adb_server(behave) as running:
        yield AdbSession(AdbClient(port=running.port), "S"), running


def rpc(result: object = None, error: object = None) -> bytes:
    body = {"jsonrpc": "2.0", "id": 1, "result": result} if error is None else {"id": 1, "error": error}
    return json.dumps(body).encode()


@pytest.mark.parametrize("answer", [http(rpc(XML)), chunked(rpc(XML))])
def test_a_hierarchy_comes_whole(answer: bytes) -> None:
    with server(answer) as (session, _):
        assert dump_by_u2(session) == XML


@pytest.mark.parametrize(
    ("answer", "reason", "said"),
    [
        (http(rpc("")), "dump_null_root", "no window"),
        (http(rpc(None)), "dump_null_root", "no window"),
        (http(rpc(error={"code": -32602, "message": "bad params"})), "dump_crashed", "3.7 or newer"),
        (http(b"oops"), "dump_crashed", "answered 200: oops"),
        (http(b"[]"), "dump_crashed", "answered 200"),
        (http(b"busy", "503 Service Unavailable"), "dump_crashed", "answered 503: busy"),
        (http(rpc("<html/>")), "dump_crashed", "uiautomator2:"),
        (http(rpc('<hierarchy rotation="0" />')), "dump_empty", "uiautomator2:"),
        (http(rpc(XML[:-20])), "dump_crashed", "uiautomator2:"),
        (b"no http at all", "dump_crashed", "no HTTP"),
        (b"", "dump_crashed", "no HTTP"),
        (http(rpc(XML))[:-30], "dump_crashed", "no HTTP"),
        (None, "dump_crashed", "server is gone"),
    ],
)
def test_what_is_no_hierarchy_has_its_reason(answer: bytes | None, reason: str, said: str) -> None:
    with server(answer) as (session, _), pytest.raises(CaptureError, match=said) as caught:
        dump_by_u2(session)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("answer", "there"),
    [(http(b"pong"), True), (http(b"no", "404 Not Found"), False), (b"x", False), (None, False)],
)
def test_whether_it_runs(answer: bytes | None, there: bool) -> None:
    with server(answer) as (session, _):
        assert is_running(session) is there


def test_a_phone_that_went_away_is_no_server_that_is_not_there() -> None:
    with server(None, phone_is_there=False) as (session, _):
        with pytest.raises(DeviceError):
            is_running(session)
        session._answered = True
        with pytest.raises(DeviceLostError):
            dump_by_u2(session)


@settings(deadline=None)
@given(status=st.sampled_from([404, 500]) | st.just(200), body=st.binary(max_size=60))
def test_garbage_is_never_a_hierarchy(status: int, body: bytes) -> None:
    with pytest.raises(CaptureError, match="uiautomator2"):
        _result(status, body)


@pytest.mark.parametrize(
    ("answer", "toast"),
    [
        ({"result": "Saved"}, "Saved"),
        ({"result": None}, ""),
        ({"result": "x" * 5000}, "x" * 1000),
        ({"error": {"code": -32601, "message": "Method not found"}}, None),
        ([1], None),
    ],
)
def test_a_toast_is_its_text_nothing_or_not_known(answer: object, toast: str | None) -> None:
    with server(http(json.dumps(answer).encode())) as (session, _):
        assert last_toast(session) == toast


@pytest.mark.parametrize("answer", [http(b"no JSON"), http(b"{}", "500 Error"), b"no HTTP", None])
def test_a_server_that_is_not_understood_or_gone_tells_of_no_toast(answer: bytes | None) -> None:
    with server(answer) as (session, _):
        assert last_toast(session) is None
        forget_toast(session)


def test_a_phone_that_is_gone_is_an_error_for_toasts_too() -> None:
    with server(None, phone_is_there=False) as (session, _), pytest.raises(DeviceError):
        last_toast(session)
