"""The control connection, line by line."""

from __future__ import annotations

import asyncio
import json
import time

import pytest
from served_phone import ask, serve_and

from gui_rec.phone.server import PhoneServer, Ready


def test_control_needs_the_token() -> None:
    async def test(_server: PhoneServer, ready: Ready) -> None:
        good, bad, closed = await ask(
            ready, {"op": "faults"}, {"op": "state", "token": "x"}, {"op": "faults"}
        )
        assert good == {"ok": True, "result": []}
        assert (bad["ok"], bad["denied"]) == (False, True)
        assert closed == {"closed": True}

    serve_and(test)


@pytest.mark.parametrize(
    ("request_fields", "message"),
    [
        ({"op": "fly"}, "unknown op 'fly'; known: advance, fault"),
        ({"op": "tap", "x": 1}, "tap: KeyError"),
        ({"op": "tap", "x": "a", "y": 1}, "tap: ValueError"),
        ({"op": "finger", "path": []}, "finger: ValueError"),
        ({"op": "advance", "seconds": -1}, "backwards"),
        ({"op": "fault", "name": "lag"}, "UsageError"),
        ({"op": "fault", "name": "lag", "on": False}, "bare name"),
        ({"op": "fault", "name": "secure-screen:1", "on": False}, "bare name"),
    ],
)
def test_what_it_does_not_understand_is_said(request_fields: dict[str, object], message: str) -> None:
    async def test(_server: PhoneServer, ready: Ready) -> None:
        refused, fine = await ask(ready, request_fields, {"op": "faults"})
        assert not refused["ok"]
        assert message in refused["error"]
        assert fine["ok"]

    serve_and(test)


@pytest.mark.parametrize("line", [b"no json\n", b"[1]\n", b"\xff\n"])
def test_what_is_no_object_is_refused(line: bytes) -> None:
    async def test(_server: PhoneServer, ready: Ready) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", ready.control_port)
        writer.write(line)
        answer = json.loads(await asyncio.wait_for(reader.readline(), 5))
        assert answer["ok"] is False
        writer.close()

    serve_and(test)


def test_faults_go_to_where_they_belong() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        assert server.wire_faults.names() == ["mute"]
        assert server.phone.faults.names() == ("not-idle",)
        await ask(ready, {"op": "fault", "name": "cut-stream"}, {"op": "fault", "name": "old-xml"})
        await ask(
            ready,
            {"op": "fault", "name": "mute", "on": False},
            {"op": "fault", "name": "not-idle", "on": False},
        )
        assert (await ask(ready, {"op": "faults"}))[0]["result"] == ["cut-stream", "old-xml"]

    serve_and(test, faults=("mute", "not-idle"))


def test_time_is_moved_and_values_are_overridden() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        before_us, version = server.phone.uptime_us(), server.phone.version
        await ask(ready, {"op": "advance", "seconds": 100}, {"op": "set_wall", "wall_us": 5_000_000})
        assert server.phone.uptime_us() - before_us >= 100_000_000
        assert server.clock.wall_us() < 100_000_000
        await ask(ready, {"op": "value", "name": "shop.price.lamp", "value": 31})
        assert server.phone.config.values["shop.price.lamp"] == "31"
        assert server.phone.version > version
        await ask(ready, {"op": "value", "name": "shop.price.lamp", "value": None})
        assert "shop.price.lamp" not in server.phone.config.values

    serve_and(test)


def test_a_finger_shows_on_the_panel() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        subscription = server.phone.panel.subscribe()
        answers = await ask(
            ready,
            {"op": "tap", "x": 540, "y": 1200},
            {"op": "swipe", "x1": 540, "y1": 1800, "x2": 540, "y2": 1000, "ms": 50},
            {"op": "long_press", "x": 10, "y": 10, "ms": 30},
            {"op": "finger", "path": [[1, 1, 0], [2, 2, 10]]},
        )
        assert [answer["ok"] for answer in answers] == [True] * 4
        events = subscription.take()
        assert len([event for event in events if event.value == 0xFFFFFFFF]) == 4
        assert (await ask(ready, {"op": "state"}))[0]["result"]["awake"] is True

    serve_and(test)


def test_stop_sets_the_end() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        await ask(ready, {"op": "stop"})
        await asyncio.wait_for(server.stopped.wait(), 5)

    serve_and(test)


def test_a_finger_moves_in_real_time_with_the_stamps_asked_for() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        subscription = server.phone.panel.subscribe()
        asked = asyncio.ensure_future(
            ask(ready, {"op": "finger", "path": [[10, 10, 5], [10, 500, 105], [10, 900, 305]]})
        )
        while not subscription.take():
            await asyncio.sleep(0.001)
        assert not asked.done()
        await asked
        events = subscription.take()
        stamps = sorted({event.time_us for event in events})
        assert [stamp - stamps[0] for stamp in stamps] == [0, 200_000, 201_000]

    serve_and(test)


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 60_000,
        b'{"token": "T", "op": "long_press", "x": 1, "y": 1, "ms": Infinity}',
        b'{"token": "T", "op": "tap", "x": 1e308, "y": 1e308}',
        b'{"token": "T", "op": "advance", "seconds": NaN}',
        b'{"token": "T", "op": "snapshot_list", "folder": "/' + b"a" * 5000 + b'"}',
        b'{"token": "\\ud800"}',
    ],
)
def test_a_line_that_cannot_be_meant_is_answered_in_one_line(line: bytes) -> None:
    async def test(_server: PhoneServer, ready: Ready) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", ready.control_port)
        writer.write(line.replace(b'"T"', json.dumps(ready.token).encode()) + b"\n")
        answer = json.loads(await asyncio.wait_for(reader.readline(), 5))
        assert not answer["ok"]
        writer.close()
        assert (await ask(ready, {"op": "state"}))[0]["ok"]

    serve_and(test)


def test_the_phone_ends_while_a_finger_is_on_the_glass(caplog: pytest.LogCaptureFixture) -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", ready.control_port)
        fields = {"token": ready.token, "op": "long_press", "x": 5, "y": 5, "ms": 500_000}
        writer.write(json.dumps(fields).encode() + b"\n")
        while not server.glass.locked():
            await asyncio.sleep(0.001)
        writer.close()

    began_s = time.monotonic()
    serve_and(test)
    assert time.monotonic() - began_s < 20
    assert caplog.records == []
