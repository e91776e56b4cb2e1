"""Two fingers and typing, over the control connection of a phone."""

from __future__ import annotations

import pytest
from served_phone import ask, serve_and

from gui_rec.phone.server import PhoneServer, Ready
from gui_rec.phone.world.panel import (
    ABS_MT_POSITION_X,
    ABS_MT_SLOT,
    ABS_MT_TRACKING_ID,
    EV_ABS,
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
