"""The person's adb server leaves its port for a while and comes back, with its devices."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from gui_rec._clock import Deadline, SystemClock
from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.server import PrivateAdbServer, free_port, start_server
from gui_rec.errors import DeviceError, DeviceUnavailableError
from gui_rec.recorder.proxy.takeover import taken_over


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PrivateAdbServer]:
    with PrivateAdbServer() as made:
        for name, value in made.environ.items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("ADB_SERVER_SOCKET", raising=False)
        yield made


def listens(port: int) -> bool:
    try:
        AdbClient("127.0.0.1", port).version()
    except DeviceUnavailableError:
        return False
    return True


def test_the_port_is_free_meanwhile_and_served_again_afterwards(server: PrivateAdbServer) -> None:
    with taken_over(server.port) as elsewhere:
        assert not listens(server.port)
        assert listens(elsewhere)
        assert os.environ["ANDROID_ADB_SERVER_PORT"] == str(elsewhere)
    assert listens(server.port)
    assert not listens(elsewhere)
    assert os.environ["ANDROID_ADB_SERVER_PORT"] == str(server.port)


def test_it_is_put_back_whatever_happens(server: PrivateAdbServer) -> None:
    with pytest.raises(KeyboardInterrupt), taken_over(server.port):
        raise KeyboardInterrupt
    assert listens(server.port)


def test_a_server_elsewhere_stays_where_it_is(
    server: PrivateAdbServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADB_SERVER_SOCKET", "tcp:127.0.0.1:1")
    with taken_over(free_port()) as elsewhere:
        assert elsewhere == server.port
        assert "ADB_SERVER_SOCKET" not in os.environ
    assert os.environ["ADB_SERVER_SOCKET"] == "tcp:127.0.0.1:1"
    assert listens(server.port)


def test_where_it_cannot_start_elsewhere_it_stays(
    server: PrivateAdbServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def only_there(port: int) -> None:
        if port != server.port:
            raise DeviceUnavailableError("no room")
        start_server(port)

    monkeypatch.setattr("gui_rec.recorder.proxy.takeover.start_server", only_there)
    with pytest.raises(DeviceError, match="no room"), taken_over(server.port):
        raise AssertionError("the server did not move")
    assert listens(server.port)


HOLDS = """
import sys, time
from gui_rec.recorder.proxy.takeover import taken_over
with taken_over(int(sys.argv[1])) as elsewhere:
    print(elsewhere, flush=True)
    time.sleep(60)
"""


def test_it_is_given_back_by_another_when_gui_rec_is_killed(server: PrivateAdbServer) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLDS, str(server.port)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        elsewhere = int(holder.stdout.readline())
        assert not listens(server.port)
        holder.kill()
    clock = SystemClock()
    deadline = Deadline.after(clock, 30.0)
    while not listens(server.port) or listens(elsewhere):
        assert not deadline.passed
        clock.sleep_s(0.1)
