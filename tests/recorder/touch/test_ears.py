"""Eleven equal nodes, decoys, pens and keys: which of them is heard, and what the person is told."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from panel_lines import PanelWriter

from gui_rec.device._api import TouchNode
from gui_rec.errors import ActionUnsupportedError
from gui_rec.model.flags import Flag
from gui_rec.recorder.touch.ears import Ears, KeyPress, Touch, TouchOrKey

SECOND = 1_000_000


def node(number: int, name: str = "panel", **about: bool | int | None) -> TouchNode:
    made = TouchNode(f"/dev/input/event{number}", name, 0, 4095, 0, 4095, 10, True)
    return replace(made, **about)  # type: ignore[arg-type]


@dataclass
class Desk:
    """Ears on nodes, and what they said."""

    nodes: list[TouchNode]
    told: list[str] = field(default_factory=list)
    at_s: float = 0.0

    def __post_init__(self) -> None:
        self.ears = Ears(self.nodes, self.told.append)
        self._writers: dict[int, PanelWriter] = {}

    def hear(self, text: str) -> list[TouchOrKey]:
        self.at_s += 1
        return list(self.ears.feed(text.encode(), self.at_s))

    def tap(self, number: int, at_s: float, x: int = 100, y: int = 200) -> list[TouchOrKey]:
        writer = self._writers.setdefault(number, PanelWriter(f"/dev/input/event{number}: "))
        return self.hear(writer.write([[(x, y, round(at_s * SECOND))]]))


def key(number: int, label: str, value: str) -> str:
    return f"[       1.000000] /dev/input/event{number}: EV_KEY       {label:<20} {value:<20}\n"


def test_of_an_emulators_eleven_the_first_is_confirmed_by_a_touch() -> None:
    desk = Desk([node(i, f"virtio_input_multi_touch_{i}", direct=False) for i in range(11, 0, -1)])
    assert desk.ears.node.path == "/dev/input/event1"
    assert not desk.ears.confirmed
    (touch,) = desk.tap(1, 1)
    assert isinstance(touch, Touch)
    assert touch.node.path == "/dev/input/event1"
    assert desk.ears.confirmed
    assert desk.told == []


def test_another_panel_that_speaks_first_is_taken_and_the_person_is_told() -> None:
    """On one phone the direct node is not the one that Android reads."""
    desk = Desk([node(5, "synaptics_tcm_touch"), node(2, "vivo_ts", direct=False)])
    (touch,) = desk.tap(2, 1)
    assert isinstance(touch, Touch)
    assert touch.node.name == "vivo_ts"
    assert desk.told == ["The touch screen is /dev/input/event2 (vivo_ts): the touch came from it."]
    assert len(desk.tap(2, 2, 300, 400)) == 1
    assert len(desk.told) == 1


def test_one_finger_told_by_two_nodes_is_one_touch() -> None:
    desk = Desk([node(5, "synaptics_tcm_touch"), node(2, "vivo_ts", direct=False)])
    assert [len(desk.tap(number, 1)) for number in (2, 5)] == [1, 0]
    assert [len(desk.tap(number, 3)) for number in (2, 5)] == [1, 0]


def test_the_better_node_is_taken_back_once_it_speaks() -> None:
    desk = Desk([node(1, "main_touch"), node(2, "second", direct=False)])
    assert len(desk.tap(2, 1)) == 1
    assert len(desk.tap(1, 5)) == 1
    assert desk.ears.node.name == "main_touch"
    assert desk.tap(2, 9) == []
    assert "left out" in desk.told[-1]


def test_a_fingerprint_reader_never_becomes_the_screen() -> None:
    desk = Desk([node(4, "vivo_ts"), node(6, "vivo_fp", direct=False, slots=None)])
    assert desk.tap(6, 1) == []
    assert desk.tap(6, 2, 7, 8) == []
    assert desk.ears.node.name == "vivo_ts"
    assert desk.told == ["/dev/input/event6 (vivo_fp): touches on it are left out, it is not the screen"], (
        "once is enough"
    )


def test_a_touch_that_makes_no_sense_on_its_node_confirms_nothing() -> None:
    desk = Desk([node(1), node(2, direct=False)])
    assert desk.tap(2, 1, x=9999) == []
    assert desk.ears.node.path == "/dev/input/event1"


def test_a_pad_and_a_node_for_pens_only_are_no_screens() -> None:
    with pytest.raises(ActionUnsupportedError):
        Desk([node(1, finger=False)])


def test_a_pen_on_the_screen_is_recorded_by_its_own_range() -> None:
    desk = Desk([node(1), replace(node(3, "Wacom Pen", pen=True), max_x=20000, max_y=30000)])
    (touch,) = desk.tap(3, 1, 15000, 25000)
    assert isinstance(touch, Touch)
    assert touch.node.max_x == 20000
    assert desk.ears.node.path == "/dev/input/event1"
    assert "pen" in desk.told[0]


def test_keys_come_from_other_nodes() -> None:
    desk = Desk([node(1)])
    assert desk.hear(key(0, "KEY_POWER", "DOWN")) == []
    assert desk.ears.touching
    assert desk.hear(key(0, "KEY_POWER", "REPEAT")) == []
    (press,) = desk.hear(key(0, "KEY_POWER", "UP"))
    assert isinstance(press, KeyPress)
    assert (press.code, press.began_s, press.ended_s) == ("POWER", 1.0, 3.0)
    assert press.raw.count("KEY_POWER") == 2
    assert not desk.ears.touching


def test_a_release_without_a_press_is_no_key() -> None:
    desk = Desk([node(1)])
    assert desk.hear(key(12, "KEY_BACK", "UP")) == []


def test_a_key_without_a_name_is_told_once() -> None:
    desk = Desk([node(1)])
    for _ in range(2):
        assert desk.hear(key(9, "KEY_FN_F7", "DOWN") + key(9, "KEY_FN_F7", "UP")) == []
    assert len(desk.told) == 1
    assert "left out" in desk.told[0]
    assert desk.hear(key(1, "BTN_TOOL_FINGER", "DOWN")) == []
    assert len(desk.told) == 1


def test_while_nothing_is_confirmed_any_panel_may_be_the_touched_one() -> None:
    desk = Desk([node(1), node(2, direct=False)])
    down = PanelWriter("/dev/input/event2: ").write([[(5, 6, SECOND)]]).splitlines(keepends=True)[:4]
    desk.hear("".join(down))
    assert desk.ears.touching
    desk.tap(1, 5)
    assert not desk.ears.touching


def test_a_removed_node_is_no_longer_trusted() -> None:
    desk = Desk([node(1), node(2, direct=False)])
    desk.tap(1, 1)
    down = PanelWriter("/dev/input/event1: ").write([[(5, 6, 2 * SECOND)]]).splitlines(keepends=True)[:4]
    (cut,) = desk.hear("".join(down) + "remove device 1: /dev/input/event1\n")
    assert isinstance(cut, Touch)
    assert Flag.GESTURE_TRUNCATED in cut.gesture.flags
    assert desk.ears.node.path == "/dev/input/event2"
    assert "went away" in desk.told[0]
    desk.hear("remove device 2: /dev/input/event2\n")
    assert desk.ears.gone


def test_a_node_that_comes_back_is_asked_about_and_heard_again() -> None:
    desk = Desk([node(1)])
    desk.hear("add device 1: /dev/input/event1\n")
    assert not desk.ears.changed, "the stream begins with what is known"
    desk.hear("remove device 1: /dev/input/event1\nadd device 1: /dev/input/event1\n")
    assert desk.ears.changed
    desk.ears.renew([node(1, max_x=9999)])
    assert not desk.ears.gone
    (touch,) = desk.tap(1, 4)
    assert isinstance(touch, Touch)
    assert touch.node.max_x == 9999


def test_a_finger_whose_lift_was_dropped_is_given_up_after_a_while() -> None:
    desk = Desk([node(1)])
    down = PanelWriter("/dev/input/event1: ").write([[(5, 6, SECOND)]]).splitlines(keepends=True)[:4]
    desk.hear("".join(down))
    assert list(desk.ears.give_up(99.0, 2.0)) == [], "a finger may stay as long as it likes"
    lost = "[       1.500000] /dev/input/event1: EV_SYN       SYN_DROPPED          00000000\n"
    desk.hear(lost + lost.replace("SYN_DROPPED", "SYN_REPORT "))
    assert list(desk.ears.give_up(desk.at_s + 1, 2.0)) == []
    (touch,) = desk.ears.give_up(desk.at_s + 3, 2.0)
    assert isinstance(touch, Touch)
    assert Flag.GESTURE_DROPPED_EVENTS in touch.gesture.flags
    assert not desk.ears.touching


def test_noise_and_a_cut_tail_are_no_touches() -> None:
    desk = Desk([node(1)])
    assert desk.hear("could not get driver version for /dev/input/mice, Not a typewriter\r\n") == []
    text = PanelWriter("/dev/input/event1: ", end="\r\n").write([[(5, 6, SECOND)]])
    assert desk.hear(text[:-20]) == []
    (touch,) = desk.ears.close(9.0)
    assert isinstance(touch, Touch)
    assert touch.gesture.contacts[0].samples


PATHS = [f"/dev/input/event{i}" for i in range(4)]
CODES = [
    *("0000", "0001", "0002", "0003", "002f", "0035", "0036", "0037", "0039", "014a", "0074"),
    *(
        "SYN_REPORT",
        "SYN_MT_REPORT",
        "SYN_DROPPED",
        "ABS_MT_SLOT",
        "ABS_MT_TRACKING_ID",
        "KEY_BACK",
        "BTN_TOUCH",
    ),
]
WORDS = st.one_of(
    st.tuples(
        st.sampled_from(["0000", "0001", "0003", "EV_ABS", "EV_SYN", "EV_KEY", "0004"]),
        st.sampled_from(CODES),
        st.sampled_from(
            ["00000000", "00000001", "00000002", "00000fff", "ffffffff", "7fffffff", "UP", "DOWN"]
        ),
    ).map(" ".join),
    st.text(max_size=30),
)
LINES = st.one_of(
    st.tuples(st.sampled_from(PATHS), WORDS).map(lambda pair: f"{pair[0]}: {pair[1]}"),
    st.tuples(st.sampled_from(["add", "remove"]), st.sampled_from(PATHS)).map(
        lambda pair: f"{pair[0]} device 1: {pair[1]}"
    ),
    WORDS,
)


@settings(max_examples=150, deadline=None)
@given(lines=st.lists(LINES, max_size=60), cut=st.integers(1, 40))
def test_whatever_a_stream_says_is_survived_and_what_is_down_at_its_end_is_lifted(
    lines: list[str], cut: int
) -> None:
    desk = Desk([node(1), node(2, direct=False), replace(node(3, "Wacom Pen", pen=True), max_x=9)])
    data = "\r\n".join(lines).encode("utf-8", "surrogatepass")
    heard: list[TouchOrKey] = []
    for start in range(0, len(data), cut):
        heard += desk.ears.feed(data[start : start + cut], float(start))
    heard += desk.ears.close(1e6)
    for item in heard:
        assert item.began_s <= item.ended_s
        if isinstance(item, Touch):
            assert item.gesture.contacts
    assert not any(ear.tracker.fingers_down for ear in desk.ears._ears.values())
