"""The control connection, line by line."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress

import pytest
from served_phone import ask, serve_and

from gui_rec.phone.control_lines import MOST_LINE_BYTES
from gui_rec.phone.server import PhoneServer, Ready
from gui_rec.phone.world.panel import ABS_MT_TRACKING_ID, EV_KEY, LIFTED, RawEvent


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
        ({"op": "tap", "x": 1}, "tap: the field 'y' is missing"),
        ({"op": "tap", "x": "a", "y": 1}, "tap: x: expected a number, got 'a'"),
        ({"op": "finger", "path": []}, "finger: a finger's way has 1..10000 points"),
        ({"op": "advance", "seconds": -1}, "backwards"),
        (
            {"op": "fault", "name": "lag"},
            "fault: fault 'lag': expected NAME[:ARGUMENT][@K] of one of old-xml",
        ),
        ({"op": "tap", "x": 1080, "y": 5}, "tap: expected a point on the screen of 1080x2400 px, got 1080 5"),
        ({"op": "long_press", "x": -1, "y": 5}, "on the screen of 1080x2400 px, got -1 5"),
        ({"op": "swipe", "x1": 1, "y1": 1, "x2": 5, "y2": 2400}, "got 5 2400"),
        ({"op": "pinch", "x": 500, "y": 9000, "scale": 2}, "got 500 9000"),
        ({"op": "finger", "path": [[1, 1, 0], [1, -3, 9]]}, "got 1 -3"),
        (
            {"op": "value", "name": "nope", "value": "1"},
            "value: no app has a text 'nope'; known: shop.name.lamp",
        ),
        ({"op": "locale", "name": "fr"}, "locale: expected a language that the phone speaks"),
        ({"op": "fault", "name": "lag", "on": False}, "of one of old-xml"),
        ({"op": "fault", "name": "mute:x"}, "wire fault 'mute:x'"),
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


def test_faults_are_told_as_they_would_be_switched_on() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        assert server.phone.faults.take("lost-tap")
        (told,) = await ask(ready, {"op": "faults"})
        assert told["result"] == ["mute:2@3", "outage:4", "lost-tap:2", "not-idle@2", "slow-page:1.5@4"]
        off = [{"op": "fault", "name": name, "on": False} for name in told["result"]]
        assert [answer["result"] for answer in await ask(ready, *off)] == [None] * 5
        assert (await ask(ready, {"op": "faults"}))[0]["result"] == []

    serve_and(test, faults=("outage:4", "mute:2@3", "lost-tap:3", "not-idle@2", "slow-page:1.5@4"))


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


@pytest.mark.parametrize(
    "gesture",
    [
        {"op": "long_press", "x": 540, "y": 1200, "ms": 500_000},
        {"op": "pinch", "x": 540, "y": 1200, "scale": 2, "ms": 500_000},
        {"op": "key", "name": "power", "ms": 500_000},
    ],
)
@pytest.mark.parametrize("in_advance", [0, 3])
def test_the_hand_leaves_with_its_client(gesture: dict[str, object], in_advance: int) -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        before = {name: value for name, value in server.phone.state().items() if name != "version"}
        subscription = server.phone.panel.subscribe()
        _, writer = await asyncio.open_connection("127.0.0.1", ready.control_port)
        ahead: list[dict[str, object]] = [{"op": "faults"}] * in_advance
        for fields in (gesture, *ahead):
            writer.write(json.dumps({"token": ready.token, **fields}).encode() + b"\n")
        events: list[RawEvent] = []
        while not (events := events + subscription.take()):
            await asyncio.sleep(0.001)
        writer.transport.abort()
        async with asyncio.timeout(5), server.glass:
            events += subscription.take()
        pressed = [event.value for event in events if event.type == EV_KEY]
        contacts = [event.value for event in events if event.code == ABS_MT_TRACKING_ID]
        assert pressed == ([1, 0] if gesture["op"] == "key" else [])
        assert contacts.count(LIFTED) * 2 == len(contacts)
        after = {name: value for name, value in server.phone.state().items() if name != "version"}
        assert after == before
        (tapped,) = await ask(ready, {"op": "tap", "x": 5, "y": 5})
        assert tapped["ok"]

    serve_and(test)


def test_a_line_without_end_is_answered_and_ends_the_connection() -> None:
    async def test(_server: PhoneServer, ready: Ready) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", ready.control_port)
        writer.write(b"x" * (MOST_LINE_BYTES + 70_000))
        answer = json.loads(await asyncio.wait_for(reader.readline(), 5))
        assert answer == {"ok": False, "error": "a line has at most 1048576 bytes"}
        with suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), 5) == b""
        writer.close()

    serve_and(test)


def test_a_change_that_stays_is_told_when_its_fault_is_switched_off() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        off = {"op": "fault", "on": False}
        await ask(ready, {"op": "fault", "name": "size-change:720x1600"})
        assert server.phone.screen.width_px == 720
        (stays, *others) = await ask(
            ready, {**off, "name": "size-change"}, {**off, "name": "mute"}, {**off, "name": "old-xml"}
        )
        assert "adb shell wm size reset" in stays["result"]
        assert [other["result"] for other in others] == ["mute was not on", "old-xml was not on"]
        await ask(ready, {"op": "fault", "name": "rotation-change@9"})
        (waiting, again) = await ask(ready, *[{**off, "name": "rotation-change"}] * 2)
        assert waiting["result"] is None
        assert "accelerometer_rotation" in again["result"]

    serve_and(test)
