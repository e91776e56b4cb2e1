from __future__ import annotations

import threading

import pytest
from fake_adb_server import Connection, adb_server, fail, okay
from scripted_phone import scripted_phone

from gui_rec.device.adb.client import AdbClient
from gui_rec.device.adb.session import AdbSession
from gui_rec.device.adb.touches import touch_lines, touch_nodes
from gui_rec.errors import DeviceLostError

LINE = b"[  190139.057988] EV_ABS       ABS_MT_TRACKING_ID   00000066            \r\n"


def panel(path: str, axes: tuple[str, ...], props: str) -> str:
    lines = "\n".join(f"    ABS (0003): {axis} : value 0, min 0, max 99" for axis in axes)
    return f'add device 1: {path}\n  name:     "x"\n{lines}\n  input props:\n    {props}\n'


def test_the_likeliest_panel_comes_first() -> None:
    multi = ("ABS_MT_POSITION_X", "ABS_MT_POSITION_Y", "ABS_MT_SLOT")
    text = (
        panel("/dev/input/event0", ("ABS_X", "ABS_Y"), "<none>")
        + panel("/dev/input/event1", multi, "<none>")
        + panel("/dev/input/event2", multi, "INPUT_PROP_DIRECT")
    )
    with scripted_phone(lambda line: text.encode()) as phone:
        nodes = touch_nodes(phone.session)
        assert phone.lines == ["getevent -lp"]
    assert [node.path[-1] for node in nodes] == ["2", "1", "0"]


def streaming(connection: Connection, request: str) -> None:
    connection.send(okay())
    if request.startswith("shell,pty:"):
        connection.send(LINE)
        connection.hold()


def test_events_come_as_they_are_until_the_listener_leaves() -> None:
    with adb_server(streaming) as server:
        session = AdbSession(AdbClient(port=server.port), "S")
        with touch_lines(session) as chunks:
            got = b""
            for chunk in chunks:
                got += chunk
                if got.endswith(b"\n"):
                    break
        assert got == LINE
        assert server.requests[-1] == "shell,pty:getevent -lt", "on a terminal each line comes at once"


def test_an_adbd_that_knows_no_terminals_gives_every_shell_one() -> None:
    def old(connection: Connection, request: str) -> None:
        if request.startswith("shell,pty:"):
            connection.send(fail("closed"))
            return
        connection.send(okay())
        if request.startswith("shell:"):
            connection.send(LINE)
            connection.hold()

    with adb_server(old) as server:
        session = AdbSession(AdbClient(port=server.port), "S")
        with touch_lines(session) as chunks:
            assert next(chunks) == LINE
        assert server.requests[-1] == "shell:getevent -lt"


def test_a_device_that_is_gone_is_lost_whatever_is_asked() -> None:
    def gone(connection: Connection, request: str) -> None:
        connection.send(okay() if request.startswith("host:") else fail("closed"))

    with adb_server(gone) as server:
        session = AdbSession(AdbClient(port=server.port), "S")
        with pytest.raises(DeviceLostError), touch_lines(session):
            pass


def test_leaving_wakes_a_reader_in_another_thread() -> None:
    with adb_server(streaming) as server:
        session = AdbSession(AdbClient(port=server.port), "S")
        got: list[bytes] = []
        with touch_lines(session) as chunks:
            first = threading.Event()

            def read() -> None:
                for chunk in chunks:
                    got.append(chunk)
                    first.set()

            reader = threading.Thread(target=read)
            reader.start()
            assert first.wait(5)
        reader.join(5)
        assert not reader.is_alive()
        assert b"".join(got) == LINE


def test_a_stream_that_ends_by_itself_is_a_lost_device() -> None:
    with scripted_phone(lambda line: LINE) as phone, touch_lines(phone.session) as chunks:
        assert next(chunks) == LINE
        with pytest.raises(DeviceLostError):
            next(chunks)


@pytest.mark.parametrize(
    ("told", "nodes"),
    [
        ({}, ["first", "second", "third"]),
        ({"first": 0}, ["second", "third"]),
        ({"first": 0, "third": 1}, ["third"]),
        ({"first": 0, "second": 2, "third": 0}, []),
    ],
)
def test_for_another_display_its_own_panels_are_listened_to(told: dict[str, int], nodes: list[str]) -> None:
    listing = "".join(
        f'add device {number}: /dev/input/event{number}\n  name:     "{name}"\n  events:\n'
        "    ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0\n"
        "                ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0\n"
        "                ABS_MT_POSITION_Y     : value 0, min 0, max 2399, fuzz 0, flat 0, resolution 0\n"
        "  input props:\n    INPUT_PROP_DIRECT\n"
        for number, name in enumerate(("first", "second", "third"))
    )
    said = "".join(
        f"  Device {number}: {name}\n      Viewport INTERNAL: displayId={display}, uniqueId=x\n"
        for number, (name, display) in enumerate(told.items())
    )
    with scripted_phone(lambda line: (listing if "getevent" in line else said).encode()) as phone:
        assert [node.name for node in touch_nodes(phone.session, 1)] == nodes
        assert len(touch_nodes(phone.session)) == 3
