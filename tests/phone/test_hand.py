"""Two fingers and typing, over the control connection of a phone."""

from __future__ import annotations

import asyncio

import pytest
from served_phone import ask, serve_and

from gui_rec.phone.server import PhoneServer, Ready
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.phone.world.panel import (
    ABS_MT_POSITION_X,
    ABS_MT_SLOT,
    ABS_MT_TRACKING_ID,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    LIFTED,
    RawEvent,
)
from gui_rec.ui.parse import parse_hierarchy


def _ways(events: list[RawEvent]) -> dict[int, list[int]]:
    """Slot -> its X positions, raw; fails when a finger moves that is not down."""
    ways: dict[int, list[int]] = {}
    down: set[int] = set()
    slot = 0
    for event in events:
        if event.type != EV_ABS:
            continue
        if event.code == ABS_MT_SLOT:
            slot = event.value
        elif event.code == ABS_MT_TRACKING_ID:
            (down.discard if event.value == LIFTED else down.add)(slot)
        elif event.code == ABS_MT_POSITION_X:
            assert slot in down
            ways.setdefault(slot, []).append(event.value)
    assert not down
    return ways


@pytest.mark.parametrize("scale", [2.0, 0.5])
def test_a_pinch_is_two_fingers_with_a_slot_each(scale: float) -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        before = server.phone.state()["screen"]
        subscription = server.phone.panel.subscribe()
        (done,) = await ask(ready, {"op": "pinch", "x": 540, "y": 1200, "scale": scale, "ms": 50})
        assert done["ok"]
        ways = _ways(subscription.take())
        assert list(ways) == [0, 1]
        apart = [right - left for left, right in zip(ways[0], ways[1], strict=True)]
        assert apart[-1] / apart[0] == pytest.approx(scale, rel=0.05)
        assert sorted(apart, reverse=scale < 1) == apart
        assert server.phone.state()["screen"] == before
        (tapped,) = await ask(ready, {"op": "tap", "x": 540, "y": 1200})
        assert tapped["ok"]
        assert list(_ways(subscription.take())) == [0]

    serve_and(test)


def test_a_pinch_without_room_touches_nothing() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        subscription = server.phone.panel.subscribe()
        edge, huge = await ask(
            ready,
            {"op": "pinch", "x": 2, "y": 1200, "scale": 2},
            {"op": "pinch", "x": 540, "y": 1200, "scale": 11},
        )
        assert "no room beside the edge" in edge["error"]
        assert "0.1..10" in huge["error"]
        assert subscription.take() == []

    serve_and(test)


def test_typing_touches_keys_on_every_page() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        _focus_the_user_name(server)
        subscription = server.phone.panel.subscribe()
        (done,) = await ask(ready, {"op": "type", "text": "aB (7)"})
        assert done["ok"], done
        assert _user_name(server) == "aB (7)"
        lifts = [event for event in subscription.take() if event.value == LIFTED]
        # Six characters, shift once, once to the symbols, which have the figures and the space too.
        assert len(lifts) == 6 + 2

    serve_and(test)


def test_typing_that_cannot_be_touches_nothing() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        subscription = server.phone.panel.subscribe()
        (hidden,) = await ask(ready, {"op": "type", "text": "a"})
        assert "no soft keyboard" in hidden["error"]
        _focus_the_user_name(server)
        (foreign,) = await ask(ready, {"op": "type", "text": "aé"})
        assert "no key for 'é'" in foreign["error"]
        assert subscription.take() == []
        assert _user_name(server) == ""

    serve_and(test)


def test_typing_ends_when_the_keyboard_leaves() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        _focus_the_user_name(server)
        (cut,) = await ask(ready, {"op": "type", "text": "a\nb\nc"})
        assert not cut["ok"]
        assert "4 of 5 characters were typed" in cut["error"]

    serve_and(test)


def _focus_the_user_name(server: PhoneServer) -> None:
    phone = server.phone
    phone.launch("com.example.shop")
    nodes = parse_hierarchy(phone.hierarchy()).walk()
    middle = next(node.bounds for node in nodes if (node.resource_id or "").endswith("/username")).center
    phone.tap(middle.x, middle.y)


def _user_name(server: PhoneServer) -> object:
    screen = server.phone.state()["screen"]
    assert isinstance(screen, dict)
    return screen["vars"].get("username", "")


def test_the_power_key_reports_on_its_own_node_and_puts_the_phone_to_sleep() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        subscription = server.phone.panel.subscribe()
        (done,) = await ask(ready, {"op": "key", "name": "power", "ms": 80})
        assert done["ok"], done
        events = subscription.take()
        assert [(e.node, e.type, e.code, e.value) for e in events] == [
            ("/dev/input/event0", EV_KEY, 0x74, 1),
            ("/dev/input/event0", EV_SYN, 0, 0),
            ("/dev/input/event0", EV_KEY, 0x74, 0),
            ("/dev/input/event0", EV_SYN, 0, 0),
        ]
        assert events[2].time_us - events[0].time_us == 80_000
        assert server.phone.wakefulness == "Asleep"

    serve_and(test)


def test_a_held_power_key_opens_the_power_menu_while_it_is_held() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        (done,) = await ask(ready, {"op": "key", "name": "power", "ms": 520})
        assert done["ok"], done
        assert server.phone.state()["system_dialog"] == "power-menu"
        assert server.phone.wakefulness == "Awake"

    serve_and(test)


def test_a_sleeping_phone_wakes_when_the_power_key_goes_down() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        server.phone.key("POWER")
        subscription = server.phone.panel.subscribe()
        held = asyncio.ensure_future(ask(ready, {"op": "key", "name": "power", "ms": 200}))
        while not subscription.take():
            await asyncio.sleep(0.001)
        assert server.phone.wakefulness == "Awake"
        await held
        assert server.phone.wakefulness == "Awake"

    serve_and(test)


def test_a_held_volume_key_repeats_and_turns_it_up_with_each() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        subscription = server.phone.panel.subscribe()
        server.phone.settings.put("system", "volume_music", "3")
        (done,) = await ask(ready, {"op": "key", "name": "volume_up", "ms": 320})
        assert done["ok"], done
        keys = [event for event in subscription.take() if event.type == EV_KEY]
        assert [event.value for event in keys] == [1, 2, 2, 2, 0]
        assert [event.time_us - keys[0].time_us for event in keys] == [0, 250_000, 283_000, 316_000, 320_000]
        assert {(event.node, event.code) for event in keys} == {("/dev/input/event12", 0x73)}
        assert server.phone.settings.get("system", "volume_music") == "7"

    serve_and(test)


def test_back_and_home_act_when_they_are_let_go() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        server.phone.launch("com.example.shop")
        held = asyncio.ensure_future(ask(ready, {"op": "key", "name": "home", "ms": 200}))
        subscription = server.phone.panel.subscribe()
        while not subscription.take():
            await asyncio.sleep(0.001)
        assert server.phone.state()["package"] == "com.example.shop"
        await held
        assert server.phone.state()["package"] == "com.android.launcher3"

    serve_and(test)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": "camera"}, "expected one of power"),
        ({"name": "back", "ms": -1}, "0..600000 ms"),
        ({"name": "back", "ms": "soon"}, "ms: expected a number, got 'soon'"),
        ({}, "the field 'name' is missing"),
    ],
)
def test_a_key_that_is_none_presses_nothing(fields: dict[str, object], words: str) -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        subscription = server.phone.panel.subscribe()
        (refused,) = await ask(ready, {"op": "key", **fields})
        assert words in refused["error"]
        assert subscription.take() == []

    serve_and(test)


def test_a_pinch_on_the_glass_zooms_the_picture_below_it() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        phone = server.phone
        phone.start_activity("com.example.shop/.ProductActivity")
        server.clock.advance(5)
        (done,) = await ask(ready, {"op": "pinch", "x": 540, "y": 700, "scale": 2, "ms": 50})
        assert done["ok"], done
        assert 'content-desc="Desk lamp, 200 %"' in phone.hierarchy()

    serve_and(test)


def test_a_finger_on_the_second_display_shows_on_the_second_node() -> None:
    async def test(server: PhoneServer, ready: Ready) -> None:
        subscription = server.phone.panel.subscribe()
        (done,) = await ask(ready, {"op": "touch_second", "x": 640, "y": 656})
        assert done["ok"]
        events = subscription.take()
        assert {event.node for event in events} == {"/dev/input/event2"}
        assert list(_ways(events)) == [0]
        assert events[-1].time_us - events[0].time_us >= 60_000
        (outside,) = await ask(ready, {"op": "touch_second", "x": 640, "y": 9999})
        assert "second display" in outside["error"]
        assert subscription.take() == []

    serve_and(test, phone=PhoneConfig(displays=2))
