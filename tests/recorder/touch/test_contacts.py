from __future__ import annotations

from pathlib import Path

import pytest
from panel_lines import PanelWriter

from gui_rec.model.flags import Flag
from gui_rec.recorder.touch.contacts import GestureTracker, RawGesture
from gui_rec.recorder.touch.getevent import EventReader, InputEvent

DATA = Path(__file__).parents[2] / "data" / "getevent"


def gestures_of(data: bytes | str) -> list[RawGesture]:
    reader, tracker = EventReader(), GestureTracker()
    raw = data.encode() if isinstance(data, str) else data
    found = [
        tracker.feed(event) for event in [*reader.feed(raw), *reader.close()] if isinstance(event, InputEvent)
    ]
    return [gesture for gesture in [*found, tracker.close()] if gesture is not None]


def points(gesture: RawGesture, contact: int = 0) -> list[tuple[int, int]]:
    return [(sample.x, sample.y) for sample in gesture.contacts[contact].samples]


def test_protocol_a_log_is_one_lifted_contact_of_eight_reports() -> None:
    (gesture,) = gestures_of((DATA / "cartucho_typeA_synmt_crlf.txt").read_bytes())
    (contact,) = gesture.contacts
    assert len(contact.samples) == 8
    assert contact.lifted
    assert points(gesture)[0] == (0x1BE, 0x258)
    assert gesture.flags == ()


def test_protocol_b_log_without_time_is_two_contacts_that_never_lift() -> None:
    (gesture,) = gestures_of((DATA / "nsgamescriptor_typeB_two_fingers_no_timestamp.txt").read_bytes())
    assert len(gesture.contacts) == 2
    assert not any(contact.lifted for contact in gesture.contacts)
    assert gesture.flags == (Flag.GESTURE_TRUNCATED,)
    assert points(gesture)[0] == (0x268, 0x20)
    assert points(gesture, 1)[0] == (0x170, 0x118)
    assert all(sample.at_us is None for contact in gesture.contacts for sample in contact.samples)


def test_the_second_tap_on_one_place_sends_no_position() -> None:
    writer = PanelWriter()
    text = writer.write([[(100, 200, 1_000_000)]]) + writer.write([[(100, 200, 2_000_000)]])
    assert text.count("ABS_MT_POSITION_X") == 1
    first, second = gestures_of(text)
    assert points(first) == points(second) == [(100, 200)]


def test_an_unchanged_axis_is_carried_along_a_stroke() -> None:
    text = PanelWriter().write([[(100, 200, 0), (100, 300, 10_000), (100, 400, 20_000)]])
    (gesture,) = gestures_of(text)
    assert points(gesture) == [(100, 200), (100, 300), (100, 400)]
    assert gesture.contacts[0].ended_us == 20_000


def test_a_place_never_told_is_no_place() -> None:
    text = (
        "0003 0039 000009c0\n0001 014a 00000001\n0000 0000 00000000\n0003 0039 ffffffff\n0000 0000 00000000\n"
    )
    (gesture,) = gestures_of(text)
    assert gesture.contacts[0].samples == ()
    assert gesture.flags == (Flag.GESTURE_POSITION_UNKNOWN,)


def test_the_lift_after_a_replay_by_sendevent() -> None:
    text = PanelWriter().write([[(5, 6, 0)]], lift="7fffffff")
    (gesture,) = gestures_of(text)
    assert gesture.contacts[0].lifted


def test_mirrored_single_touch_axes_are_no_second_contact() -> None:
    text = (
        "0003 0039 00000001\n0003 0035 0000000a\n0003 0036 0000000b\n0003 0000 0000000a\n0003 0001 0000000b\n"
        "0001 014a 00000001\n0000 0000 00000000\n0003 0039 ffffffff\n0001 014a 00000000\n0000 0000 00000000\n"
    )
    (gesture,) = gestures_of(text)
    assert len(gesture.contacts) == 1
    assert points(gesture) == [(10, 11)]


def test_a_panel_that_knows_one_finger_only() -> None:
    text = (
        "0003 0000 0000000a\n0003 0001 0000000b\n0001 014a 00000001\n0000 0000 00000000\n"
        "0001 014a 00000000\n0000 0000 00000000\n"
    )
    (gesture,) = gestures_of(text)
    assert points(gesture) == [(10, 11)]
    assert gesture.contacts[0].lifted


def test_dropped_events_are_thrown_away_and_flagged() -> None:
    text = (
        "0003 0039 00000001\n0003 0035 0000000a\n0003 0036 0000000b\n0000 0000 00000000\n"
        "0003 0035 0000ffff\n0000 0003 00000000\n0003 0036 0000eeee\n0000 0000 00000000\n"
        "0003 0035 0000000c\n0000 0000 00000000\n0003 0039 ffffffff\n0000 0000 00000000\n"
    )
    (gesture,) = gestures_of(text)
    # What Y became is among what was dropped: the place after it is not known, and the old one would be wrong.
    assert points(gesture) == [(10, 11)]
    assert gesture.flags == (Flag.GESTURE_DROPPED_EVENTS, Flag.GESTURE_POSITION_UNKNOWN)
    assert not gesture.contacts[0].position_known


def test_a_place_told_anew_after_a_loss_is_known() -> None:
    text = (
        "0003 0039 00000001\n0003 0035 0000000a\n0003 0036 0000000b\n0000 0000 00000000\n"
        "0000 0003 00000000\n0000 0000 00000000\n"
        "0003 0035 0000000c\n0003 0036 0000000d\n0000 0000 00000000\n0003 0039 ffffffff\n0000 0000 00000000\n"
    )
    (gesture,) = gestures_of(text)
    assert points(gesture) == [(10, 11), (12, 13)]
    assert gesture.flags == (Flag.GESTURE_DROPPED_EVENTS,)


def test_a_finger_whose_lift_was_dropped_does_not_stay_for_ever() -> None:
    down = "0003 0039 0000000{id}\n0003 0035 0000000{id}\n0003 0036 0000000{id}\n0000 0000 00000000\n"
    lift = "0003 0039 ffffffff\n0000 0000 00000000\n"
    tracker, reader = GestureTracker(), EventReader()

    def feed(text: str) -> list[RawGesture]:
        events = [event for event in reader.feed(text.encode()) if isinstance(event, InputEvent)]
        return [found for event in events if (found := tracker.feed(event)) is not None]

    assert feed(down.format(id=1)) == []
    assert not tracker.unsure
    assert feed("0000 0003 00000000\n" + lift) == []
    assert tracker.unsure
    (gesture,) = feed("0003 002f 00000001\n" + down.format(id=2) + lift)
    assert [contact.lifted for contact in gesture.contacts] == [False, True]
    assert Flag.GESTURE_TRUNCATED in gesture.flags
    assert tracker.fingers_down == 0


def test_a_loss_while_nobody_touches_is_no_fault_of_the_next_gesture() -> None:
    text = "0000 0003 00000000\n0000 0000 00000000\n" + PanelWriter().write([[(5, 6, 0)]])
    (gesture,) = gestures_of(text)
    assert gesture.flags == ()


def test_the_slot_in_force_at_first_may_be_another_than_the_first() -> None:
    text = (
        "0003 0039 00000001\n0003 0035 00000001\n0003 0036 00000001\n"
        "0003 002f 00000000\n0003 0039 00000002\n0003 0035 00000009\n0003 0036 00000009\n0000 0000 00000000\n"
        "0003 0039 ffffffff\n0003 002f 00000001\n0003 0039 ffffffff\n0000 0000 00000000\n"
    )
    tracker = GestureTracker(slot=1)
    found = [
        tracker.feed(event) for event in EventReader().feed(text.encode()) if isinstance(event, InputEvent)
    ]
    (gesture,) = [item for item in found if item is not None]
    assert sorted(points(gesture, i) for i in range(2)) == [[(1, 1)], [(9, 9)]]


def test_a_palm_is_no_finger() -> None:
    palm = (
        "0003 0039 00000001\n0003 0037 00000002\n0003 0035 00000001\n0003 0036 00000001\n0000 0000 00000000\n"
        "0003 0039 ffffffff\n0000 0000 00000000\n"
    )
    assert gestures_of(palm) == []
    finger = "0003 0037 00000000\n" + PanelWriter().write([[(5, 6, 0)]])
    (gesture,) = gestures_of(palm + finger)
    assert points(gesture) == [(5, 6)]


def test_a_key_beside_a_protocol_a_glass_lifts_no_finger() -> None:
    packet = "0003 0035 0000000a\n0003 0036 0000000b\n0000 0002 00000000\n0000 0000 00000000\n"
    key = "0001 009e 00000001\n0000 0000 00000000\n"
    (gesture,) = gestures_of(packet + key + packet + "0000 0000 00000000\n")
    assert points(gesture) == [(10, 11), (10, 11)]


def test_protocol_a_without_tracking_ids_goes_by_nearness() -> None:
    def packet(x: int, y: int) -> str:
        return f"0003 0035 {x:08x}\n0003 0036 {y:08x}\n0000 0002 00000000\n"

    end = "0000 0000 00000000\n"
    text = packet(10, 10) + packet(500, 500) + end + packet(505, 500) + packet(12, 10) + end + end
    (gesture,) = gestures_of(text)
    assert sorted(points(gesture, i) for i in range(2)) == [[(10, 10), (12, 10)], [(500, 500), (505, 500)]]


def test_a_gesture_keeps_the_lines_it_came_from() -> None:
    writer = PanelWriter()
    first, second = gestures_of(writer.write([[(1, 2, 0)]]) + writer.write([[(3, 4, 9_000)]]))
    assert "ABS_MT_POSITION_X    00000001" in first.raw
    assert "00000001" not in second.raw


def test_a_new_contact_in_an_open_slot_closes_the_old_one() -> None:
    text = (
        "0003 0039 00000001\n0003 0035 00000001\n0003 0036 00000001\n0000 0000 00000000\n"
        "0003 0039 00000002\n0003 0035 00000009\n0000 0000 00000000\n0003 0039 ffffffff\n0000 0000 00000000\n"
    )
    (gesture,) = gestures_of(text)
    assert [points(gesture, i) for i in range(2)] == [[(1, 1)], [(9, 1)]]


def test_a_finger_that_stays_for_ever_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui_rec.recorder.touch.contacts._MAX_SAMPLES", 3)
    lines = ["EV_ABS ABS_MT_TRACKING_ID 00000001"]
    for place in range(6):
        lines += [f"EV_ABS ABS_MT_POSITION_X {place:08x}", f"EV_ABS ABS_MT_POSITION_Y {place:08x}"]
        lines += ["EV_SYN SYN_REPORT 00000000"]
    lines += ["EV_ABS ABS_MT_TRACKING_ID ffffffff", "EV_SYN SYN_REPORT 00000000", ""]
    (gesture,) = gestures_of("\n".join(lines))
    assert len(gesture.contacts[0].samples) == 3
    assert gesture.flags == (Flag.GESTURE_TRUNCATED,)
