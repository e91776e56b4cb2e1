from __future__ import annotations

import pytest
from fake_adb_server import Connection, HangUpError, adb_server, fail, okay, shell_v2_output
from scripted_phone import scripted_phone

from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.quote import command
from gui_rec.device.adb.session import AdbSession
from gui_rec.errors import DeviceLostError, DeviceUnavailableError

LINE = command(["input", "tap", "1", "2"])


def test_what_was_sent_is_recorded() -> None:
    with scripted_phone(lambda line: (b"out", b"err", 3)) as phone:
        sent = phone.session.dispatch(LINE, "input tap", timeout_s=5)
    assert (sent.what, sent.method, sent.exit_status, sent.output) == (
        "input tap 1 2",
        "input tap",
        3,
        "outerr",
    )
    assert sent.started_us <= sent.ended_us


def test_a_broken_answer_leaves_the_outcome_open() -> None:
    with scripted_phone(lambda line: None) as phone:
        sent = phone.session.dispatch(LINE, "input tap", timeout_s=5)
        assert phone.lines == ["input tap 1 2"], "once"
    assert sent.exit_status is None
    assert "no answer" in sent.output


def test_a_device_that_cannot_be_reached_got_nothing() -> None:
    with adb_server(lambda c, request: c.send(fail("device 'S' not found"))) as server:
        session = AdbSession(AdbClient(port=server.port), "S")
        with pytest.raises(DeviceUnavailableError):
            session.dispatch(LINE, "input tap", timeout_s=5)
        assert not any(request.startswith("shell") for request in server.requests)


def test_a_device_that_answered_once_and_is_gone_is_lost() -> None:
    gone: list[bool] = []

    def behave(connection: Connection, request: str) -> None:
        if request.endswith(":features"):
            connection.send(okay("shell_v2"))
            raise HangUpError
        if gone:
            connection.send(fail("device 'S' not found"))
            raise HangUpError
        connection.send(okay())
        if request.startswith("shell"):
            connection.send(shell_v2_output())
            raise HangUpError

    with adb_server(behave) as server:
        session = AdbSession(AdbClient(port=server.port), "S")
        session.run("true")
        gone.append(True)
        with pytest.raises(DeviceLostError, match="went away"):
            session.run("true")
        with pytest.raises(DeviceLostError):
            session.raw("true", timeout_s=5)
        with pytest.raises(DeviceLostError):
            session.stream("true")
        with pytest.raises(DeviceLostError):
            session.dispatch(LINE, "input tap", timeout_s=5)
