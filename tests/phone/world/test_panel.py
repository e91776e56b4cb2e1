from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.world.panel import (
    ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y,
    ABS_MT_SLOT,
    ABS_MT_TRACKING_ID,
    AXIS_MAX,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    LIFTED,
    MOST_WAITING,
    NODE_COUNT,
    SYN_DROPPED,
    SYN_REPORT,
    RawEvent,
    TouchPanel,
)

RAW = st.integers(0, AXIS_MAX)


def _codes(events: list[RawEvent]) -> list[int]:
    return [event.code for event in events if event.type == EV_ABS]


def _decode(events: list[RawEvent]) -> list[list[tuple[int, int]]]:
    """Contacts as the kernel's protocol B says: state is kept across contacts, a report is a sample."""
    contacts: list[list[tuple[int, int]]] = []
    axes: dict[int, int] = {}
    down = False
    for event in events:
        if event.type == EV_ABS and event.code == ABS_MT_TRACKING_ID:
            down = event.value != LIFTED
            if down:
                contacts.append([])
        elif event.type == EV_ABS:
            axes[event.code] = event.value
        elif down:
            contacts[-1].append((axes[ABS_MT_POSITION_X], axes[ABS_MT_POSITION_Y]))
    return contacts


def test_the_nodes_are_those_of_the_emulator() -> None:
    nodes = TouchPanel().nodes()
    assert [(node.path, node.name) for node in nodes[NODE_COUNT:]] == [
        ("/dev/input/event0", "gpio-keys"),
        ("/dev/input/event12", "qwerty2"),
    ]
    assert nodes[NODE_COUNT].keys == ("KEY_POWER",)
    assert {"KEY_VOLUMEUP", "KEY_VOLUMEDOWN", "KEY_BACK"} <= set(nodes[-1].keys)
    assert all(node.axes == () for node in nodes[NODE_COUNT:])
    assert nodes[0].path == "/dev/input/event1"
    assert nodes[10].name == "virtio_input_multi_touch_11"
    assert all("BTN_TOUCH" not in node.keys for node in nodes)


def test_the_position_axes_reach_from_0_to_32767() -> None:
    axes = {axis.code: axis for axis in TouchPanel().nodes()[0].axes}
    for code in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y):
        assert (axes[code].minimum, axes[code].maximum) == (0, 32767)
    assert axes[ABS_MT_SLOT].maximum == 10


def test_the_first_contact_says_everything_and_no_slot() -> None:
    panel = TouchPanel()
    reader = panel.subscribe()
    panel.down(100, 200, 1_000)
    events = reader.take()
    assert _codes(events)[:3] == [ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y]
    assert ABS_MT_SLOT not in _codes(events)
    assert (events[-1].type, events[-1].code) == (EV_SYN, SYN_REPORT)
    assert all(event.time_us == 1_000 for event in events)


def test_no_key_event_is_ever_sent() -> None:
    panel = TouchPanel()
    reader = panel.subscribe()
    panel.down(1, 2, 0)
    panel.up(1)
    assert all(event.type != EV_KEY for event in reader.take())


def test_a_key_is_reported_by_its_node_each_time_in_a_report_of_its_own() -> None:
    panel = TouchPanel()
    reader = panel.subscribe()
    for value, time_us in ((1, 0), (2, 250_000), (0, 300_000)):
        panel.key("/dev/input/event12", 0x73, value, time_us)
    assert [(event.type, event.value, event.time_us) for event in reader.take()] == [
        (EV_KEY, 1, 0),
        (EV_SYN, 0, 0),
        (EV_KEY, 2, 250_000),
        (EV_SYN, 1, 250_000),
        (EV_KEY, 0, 300_000),
        (EV_SYN, 0, 300_000),
    ]


def test_a_second_tap_on_the_same_place_sends_no_position() -> None:
    panel = TouchPanel()
    reader = panel.subscribe()
    for start in (0, 100):
        panel.down(5, 6, start)
        panel.up(start + 50)
        events = reader.take()
    assert _codes(events) == [ABS_MT_TRACKING_ID, ABS_MT_TRACKING_ID]


def test_an_axis_that_did_not_change_is_not_sent() -> None:
    panel = TouchPanel()
    reader = panel.subscribe()
    panel.down(5, 6, 0)
    reader.take()
    panel.move(5, 9, 10)
    assert _codes(reader.take()) == [ABS_MT_POSITION_Y]


def test_a_move_to_the_same_place_sends_nothing() -> None:
    panel = TouchPanel()
    reader = panel.subscribe()
    panel.down(5, 6, 0)
    reader.take()
    panel.move(5, 6, 10)
    assert reader.take() == []


def test_a_lift_is_all_ones() -> None:
    panel = TouchPanel()
    reader = panel.subscribe()
    panel.down(5, 6, 0)
    reader.take()
    panel.up(9)
    assert [event.value for event in reader.take()] == [LIFTED, 0]


def test_tracking_ids_differ_from_contact_to_contact() -> None:
    panel = TouchPanel()
    reader = panel.subscribe()
    for _ in range(3):
        panel.down(1, 1, 0)
        panel.up(1)
    ids = [e.value for e in reader.take() if e.code == ABS_MT_TRACKING_ID and e.value != LIFTED]
    assert len(set(ids)) == 3


def test_a_closed_subscription_hears_nothing() -> None:
    panel = TouchPanel()
    first, second = panel.subscribe(), panel.subscribe()
    first.close()
    first.close()
    panel.down(1, 1, 0)
    assert first.take() == []
    assert second.take() != []


def test_a_callback_hears_each_event_at_once() -> None:
    heard: list[RawEvent] = []
    panel = TouchPanel()
    reader = panel.subscribe(heard.append)
    panel.down(1, 1, 0)
    assert heard == reader.take()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.tuples(RAW, RAW), min_size=1, max_size=6), min_size=1, max_size=4))
def test_events_decode_back_to_the_paths(paths: list[list[tuple[int, int]]]) -> None:
    panel = TouchPanel()
    reader = panel.subscribe()
    for path in paths:
        panel.down(*path[0], 0)
        for point in path[1:]:
            panel.move(*point, 1)
        panel.up(2)
    decoded = _decode(reader.take())
    expected = [[p for n, p in enumerate(path) if n == 0 or p != path[n - 1]] for path in paths]
    assert decoded == expected


def test_a_second_finger_has_a_slot_of_its_own_that_is_named_only_when_it_changes() -> None:
    panel = TouchPanel()
    reader = panel.subscribe()
    panel.down(10, 20, 0)
    panel.down(30, 40, 1, slot=1)
    reader.take()
    panel.move(30, 41, 2, slot=1)
    assert _codes(reader.take()) == [ABS_MT_POSITION_Y]
    panel.move(11, 20, 3)
    assert [(event.code, event.value) for event in reader.take()[:2]] == [
        (ABS_MT_SLOT, 0),
        (ABS_MT_POSITION_X, 11),
    ]
    panel.up(4, slot=1)
    assert [(event.code, event.value) for event in reader.take()[:2]] == [
        (ABS_MT_SLOT, 1),
        (ABS_MT_TRACKING_ID, LIFTED),
    ]


def test_slots_are_saved_and_restored() -> None:
    panel, twin = TouchPanel(), TouchPanel()
    panel.down(10, 20, 0)
    panel.down(30, 40, 1, slot=1)
    panel.up(2, slot=1)
    twin.restore(*panel.saved())
    assert twin.saved() == panel.saved()
    readers = [each.subscribe() for each in (panel, twin)]
    for each in (panel, twin):
        each.move(11, 20, 3)
        each.down(30, 40, 4, slot=1)
    first, second = (reader.take() for reader in readers)
    assert first == second
    assert _codes(first) == [ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_SLOT, ABS_MT_TRACKING_ID]


def test_who_does_not_read_loses_what_waits_and_is_told() -> None:
    panel = TouchPanel()
    subscription = panel.subscribe()
    event = RawEvent(1, "/dev/input/event1", EV_ABS, 0x35, 7)
    for _ in range(MOST_WAITING):
        subscription.put(event)
    subscription.put(event)
    assert subscription.take() == [RawEvent(1, "/dev/input/event1", EV_SYN, SYN_DROPPED, 0), event]


def test_the_second_displays_glass_speaks_through_the_second_node_and_keeps_its_own_slots() -> None:
    panel = TouchPanel()
    reader = panel.subscribe()
    panel.down(100, 200, 1)
    panel.second.down(100, 200, 2)
    events = reader.take()
    assert {event.node for event in events if event.time_us == 1} == {"/dev/input/event1"}
    second = [event for event in events if event.time_us == 2]
    assert {event.node for event in second} == {"/dev/input/event2"}
    assert [event.code for event in second][1:3] == [ABS_MT_POSITION_X, ABS_MT_POSITION_Y], (
        "nothing was sent there yet"
    )
    panel.restore(*panel.saved())
    panel.second.up(3)
    panel.second.down(100, 200, 4)
    again = [event.code for event in reader.take() if event.time_us == 4]
    assert ABS_MT_POSITION_X in again, "after a restore it sends all its axes"
