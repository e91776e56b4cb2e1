from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from panel_lines import PanelWriter
from shop import shop, tap

from gui_rec.capture.steps import CUT_SHORT
from gui_rec.device._api import TouchNode
from gui_rec.errors import DeviceLostError, DeviceTimeoutError
from gui_rec.model.actions import Action, DoubleTap, Gesture, Invalid, Key, LongPress, Swipe, Tap, Type
from gui_rec.model.flags import Flag
from gui_rec.model.geometry import Point, PxPoint, Rect, ScreenSize, to_px
from gui_rec.model.observation import Window
from gui_rec.model.step import Step
from gui_rec.recorder.session import Recorder
from gui_rec.recorder.touch.feed import Chunk
from gui_rec.recorder.touch.watcher import TouchWatcher
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.builders import SIZE, TEXT_FIELD, Element
from gui_rec.testing.fake_device import FakeDevice, Screen

NODE = TouchNode("/dev/input/event1", "panel", 0, 32767, 0, 32767, 10, True)
SECOND = 1_000_000


@dataclass
class Finger:
    """A scripted feed: each entry waits, hands out bytes, and lets the device react as to a finger."""

    device: FakeDevice
    script: list[tuple[float, str, Action | None]]
    ended: bool = False
    _slept: float = field(default=0.0)

    def poll(self, timeout_s: float) -> Chunk | None:
        if not self.script:
            self.ended = True
            return None
        wait_s, lines, effect = self.script[0]
        if wait_s > timeout_s:
            self.device.clock.advance(timeout_s)
            self.script[0] = (wait_s - timeout_s, lines, effect)
            return None
        self.device.clock.advance(wait_s)
        self.script.pop(0)
        if effect is not None:
            self.device._react(effect, SIZE)
        return Chunk(lines.encode(), self.device.clock.now_s)


def raw(x: int, y: int) -> tuple[int, int]:
    return (x * 32768 + SIZE.width_px - 1) // SIZE.width_px, (
        y * 32768 + SIZE.height_px - 1
    ) // SIZE.height_px


def stroke(writer: PanelWriter, *points: tuple[int, int, float]) -> str:
    """Lines of one finger through (x px, y px, seconds)."""
    return writer.write([[(*raw(x, y), round(at * SECOND)) for x, y, at in points]])


def watched(
    out: Path,
    device: FakeDevice,
    script: list[tuple[float, str, Action | None]],
    stop: Callable[[], bool] = lambda: False,
) -> list[Step]:
    with Recorder(device, out, source="touch", clock=device.clock) as recorder:
        return list(TouchWatcher(recorder, Finger(device, script), [NODE], 0.5).steps(stop))


def test_a_version_that_is_not_told_ends_no_session(tmp_path: Path) -> None:
    device = shop()
    device.fail_next("app_version", DeviceTimeoutError("dumpsys package hangs"))
    writer = PanelWriter()
    steps = watched(tmp_path / "run", device, [(2.0, stroke(writer, (54, 50, 1.0)), tap(40))])
    assert [type(step.action) for step in steps] == [Tap]


def test_a_finger_is_recorded_between_two_screens_at_rest_and_nothing_is_sent(tmp_path: Path) -> None:
    device, writer = shop(), PanelWriter()
    device.versions = {"com.example.app": "1.2"}
    steps = watched(
        tmp_path / "run",
        device,
        [(2.0, stroke(writer, (54, 50, 1.0)), tap(40)), (5.0, stroke(writer, (54, 80, 20.0)), tap(70))],
    )
    assert device.performed == []
    assert [step.pre.activity for step in steps] == [".List", ".Item"]
    assert [step.post.activity for step in steps] == [".Item", ".Cart"]
    first = steps[0]
    assert isinstance(first.action, Tap)
    assert to_px(Point(first.action.x, first.action.y), SIZE) == PxPoint(54, 50)
    assert first.sent is None
    assert (first.app_version, device.calls["app_version"]) == ("1.2", 1)
    assert first.target is not None
    assert first.target.text == "Milk"
    assert "ABS_MT_POSITION_X" in (first.action_raw or "")
    assert Flag.PRE_STATE_STALE not in first.flags
    assert list(open_trajectories(tmp_path / "run").steps()) == steps


def down_and_up(lines: str) -> tuple[str, str]:
    """The lines of a stroke until the finger lies still, and those of its lift."""
    cut = lines.rindex("\n", 0, lines.index("ffffffff")) + 1
    return lines[:cut], lines[cut:]


@pytest.mark.parametrize(("held_s", "kept"), [(0.0, True), (4.0, True), (30.0, False)])
def test_a_finger_that_is_down_as_the_session_ends_is_waited_for(
    tmp_path: Path, held_s: float, kept: bool
) -> None:
    device, told = shop(), list[str]()
    down, up = down_and_up(stroke(PanelWriter(), (54, 50, 1.0), (54, 50, 2.0)))
    finger = Finger(device, [(2.0, down, None), (held_s, up, tap(40)), (100.0, "", None)])
    with Recorder(device, tmp_path / "run", source="touch", clock=device.clock) as recorder:
        watcher = TouchWatcher(recorder, finger, [NODE], 0.5, tell=told.append)
        steps = list(watcher.steps(lambda: watcher._hearing.touching))
    assert [type(step.action) for step in steps] == ([LongPress] if kept else [])
    assert ("a touch that was not lifted when the session ended is not recorded" in told) is not kept
    assert all(step.post.activity == ".Item" for step in steps)


def test_a_finger_that_is_quicker_than_the_screen_is_flagged(tmp_path: Path) -> None:
    device, writer = shop(), PanelWriter()

    class Hasty(Finger):
        def poll(self, timeout_s: float) -> Chunk | None:
            chunk = super().poll(timeout_s)
            # The second chunk lay in the queue since before the screen came to rest.
            return chunk if chunk is None or len(self.script) else Chunk(chunk.data, 0.0)

    script: list[tuple[float, str, Action | None]] = [
        (2.0, stroke(writer, (54, 50, 1.0)), tap(40)),
        (5.0, stroke(writer, (54, 80, 20.0)), tap(70)),
    ]
    with Recorder(device, tmp_path / "run", source="touch", clock=device.clock) as recorder:
        steps = list(TouchWatcher(recorder, Hasty(device, script), [NODE], 0.5).steps(lambda: False))
    assert [Flag.PRE_STATE_STALE in step.flags for step in steps] == [False, True]


def test_a_page_that_arrives_late_is_the_pre_state(tmp_path: Path) -> None:
    device, writer = shop(), PanelWriter()
    device.show_after(6.0, "item")
    (step,) = watched(tmp_path / "run", device, [(12.0, stroke(writer, (54, 80, 1.0)), tap(70))])
    assert (step.pre.activity, step.post.activity) == (".Item", ".Cart")


@pytest.mark.parametrize(
    ("points", "kind"),
    [
        ([(54, 50, 1.0)], Tap),
        ([(54, 50, 1.0), (54, 50, 1.2), (55, 51, 1.9)], LongPress),
        ([(54, 200, 1.0), (54, 120, 1.1), (54, 40, 1.2)], Swipe),
        ([(10, 100, 1.0), (54, 20, 1.1), (100, 100, 1.2)], Gesture),
    ],
)
def test_the_kind_of_gesture(points: list[tuple[int, int, float]], kind: type, tmp_path: Path) -> None:
    device = shop()
    (step,) = watched(tmp_path / "run", device, [(2.0, stroke(PanelWriter(), *points), None)])
    assert isinstance(step.action, kind)


def test_two_quick_taps_are_one_double_tap(tmp_path: Path) -> None:
    device, writer = shop(), PanelWriter()
    lines = [stroke(writer, (54, 190, 1.0)), stroke(writer, (54, 190, 1.2)), stroke(writer, (54, 190, 9.0))]
    steps = watched(
        tmp_path / "run", device, [(2.0, lines[0], None), (0.2, lines[1], None), (8.0, lines[2], None)]
    )
    assert [type(step.action) for step in steps] == [DoubleTap, Tap]
    assert (steps[0].action_raw or "").count("SYN_REPORT") == 4


def test_a_second_tap_that_lifts_late_still_makes_a_double_tap(tmp_path: Path) -> None:
    device, writer = shop(), PanelWriter()
    first = stroke(writer, (54, 190, 1.0))
    second = stroke(writer, (54, 190, 1.25), (55, 190, 1.4)).splitlines(keepends=True)
    script: list[tuple[float, str, Action | None]] = [
        (2.0, first, None),
        (0.25, "".join(second[:2]), None),
        (0.15, "".join(second[2:]), None),
    ]
    (step,) = watched(tmp_path / "run", device, script)
    assert isinstance(step.action, DoubleTap)


def test_a_stream_that_ends_in_the_middle_is_lifted_and_flagged(tmp_path: Path) -> None:
    device = shop()
    lines = stroke(PanelWriter(), (54, 50, 1.0)).splitlines(keepends=True)
    (step,) = watched(tmp_path / "run", device, [(2.0, "".join(lines[:4]), None)])
    assert Flag.GESTURE_TRUNCATED in step.flags


def test_other_nodes_are_not_listened_to(tmp_path: Path) -> None:
    device = shop()
    mine, other = PanelWriter("/dev/input/event1: "), PanelWriter("/dev/input/event2: ")
    script: list[tuple[float, str, Action | None]] = [
        (2.0, stroke(other, (1, 1, 1.0)), None),
        (2.0, "add device 3: /dev/input/event2\n", None),
        (2.0, stroke(mine, (54, 190, 9.0)), None),
    ]
    assert len(watched(tmp_path / "run", device, script)) == 1


def test_a_panel_that_goes_away_ends_the_session(tmp_path: Path) -> None:
    device = shop()
    with pytest.raises(DeviceLostError, match="event1"):
        watched(tmp_path / "run", device, [(2.0, "remove device 1: /dev/input/event1\n", None)])


def test_a_device_lost_after_the_touch_keeps_the_step(tmp_path: Path) -> None:
    device = shop()

    class Cut(Finger):
        def poll(self, timeout_s: float) -> Chunk | None:
            chunk = super().poll(timeout_s)
            if chunk is not None:
                self.device.lose()
            return chunk

    script: list[tuple[float, str, Action | None]] = [(2.0, stroke(PanelWriter(), (54, 190, 1.0)), None)]
    with (
        pytest.raises(DeviceLostError, match="step 0"),
        Recorder(device, tmp_path / "run", source="touch", clock=device.clock) as recorder,
    ):
        list(TouchWatcher(recorder, Cut(device, script), [NODE], 0.5).steps(lambda: False))
    (step,) = open_trajectories(tmp_path / "run").steps()
    assert not step.post.is_usable


def test_a_touch_whose_outcome_nobody_waited_for_is_kept_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, writer = shop(), PanelWriter()
    reacted = FakeDevice._react

    def react(self: FakeDevice, action: Action, size: ScreenSize) -> None:
        monkeypatch.setattr(FakeDevice, "screenshot", interrupt)
        reacted(self, action, size)

    def interrupt(_self: FakeDevice) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(FakeDevice, "_react", react)
    with pytest.raises(KeyboardInterrupt):
        watched(tmp_path / "run", device, [(2.0, stroke(writer, (54, 50, 1.0)), tap(40))])
    (step,) = open_trajectories(tmp_path / "run").steps()
    assert isinstance(step.action, Tap)
    assert step.result_detail == CUT_SHORT
    assert (step.settled, step.post.is_usable) == (False, False)


def test_a_step_that_the_next_finger_overtook_is_not_called_settled(tmp_path: Path) -> None:
    device, writer = shop(), PanelWriter()
    first, second = stroke(writer, (54, 50, 1.0)), stroke(writer, (54, 80, 3.0))
    steps = watched(tmp_path / "run", device, [(2.0, first, tap(40)), (0.0, second, tap(70))])
    assert [step.settled for step in steps] == [False, True]
    assert Flag.UNSETTLED in steps[0].flags
    assert Flag.PRE_STATE_STALE in steps[1].flags


def key_lines(label: str, node: str = "/dev/input/event0") -> str:
    return "".join(f"[ 1.000000] {node}: EV_KEY       {label:<20} {value:<20}\n" for value in ("DOWN", "UP"))


def test_a_hardware_key_of_another_node_is_a_step(tmp_path: Path) -> None:
    device = shop()
    script: list[tuple[float, str, Action | None]] = [
        (2.0, stroke(PanelWriter(), (54, 50, 1.0)), tap(40)),
        (5.0, key_lines("KEY_BACK"), Key("BACK")),
    ]
    steps = watched(tmp_path / "run", device, script)
    assert steps[1].action == Key("BACK")
    assert (steps[1].pre.activity, steps[1].post.activity) == (".Item", ".List")
    assert "KEY_BACK" in (steps[1].action_raw or "")


def test_the_person_hears_each_time_that_the_next_touch_may_come(tmp_path: Path) -> None:
    device, writer, waits = shop(), PanelWriter(), list[float]()
    script: list[tuple[float, str, Action | None]] = [
        (2.0, stroke(writer, (54, 50, 1.0)), tap(40)),
        (5.0, stroke(writer, (54, 80, 20.0)), tap(70)),
    ]
    with Recorder(device, tmp_path / "run", source="touch", clock=device.clock) as recorder:
        watcher = TouchWatcher(recorder, Finger(device, script), [NODE], 0.5, rested=waits.append)
        steps = list(watcher.steps(lambda: False))
    assert len(waits) == len(steps) == 2
    assert all(1.0 <= wait <= 3.0 for wait in waits)


def test_another_panel_that_speaks_is_taken_with_its_own_range(tmp_path: Path) -> None:
    device, told = shop(), list[str]()
    silent = replace(NODE, path="/dev/input/event5", name="silent_ts")
    speaking = TouchNode("/dev/input/event2", "vivo_ts", 0, 107, 0, 239, 10, False)
    line = PanelWriter("/dev/input/event2: ").write([[(54, 50, SECOND)]])
    with Recorder(device, tmp_path / "run", source="touch", clock=device.clock) as recorder:
        feed = Finger(device, [(2.0, line, None)])
        (step,) = TouchWatcher(recorder, feed, [silent, speaking], 0.5, tell=told.append).steps(lambda: False)
    assert isinstance(step.action, Tap)
    assert to_px(Point(step.action.x, step.action.y), SIZE) == PxPoint(54, 50)
    assert "vivo_ts" in told[0]


def test_a_screen_that_was_turned_between_two_gestures_is_asked_for_its_rotation(tmp_path: Path) -> None:
    device, writer = shop(), PanelWriter()
    lines = stroke(writer, (54, 50, 1.0), (54, 50, 1.1)).splitlines(keepends=True)

    class Turning(Finger):
        def poll(self, timeout_s: float) -> Chunk | None:
            if len(self.script) == 2:
                self.device.rotation = 1
            return super().poll(timeout_s)

    script: list[tuple[float, str, Action | None]] = [
        (0.0, "".join(lines[:4]), None),
        (0.1, "".join(lines[4:]), None),
    ]
    with Recorder(device, tmp_path / "run", source="touch", clock=device.clock) as recorder:
        (step,) = TouchWatcher(recorder, Turning(device, script), [NODE], 0.5).steps(lambda: False)
    assert isinstance(step.action, Tap)
    turned = ScreenSize(SIZE.height_px, SIZE.width_px)
    assert to_px(Point(step.action.x, step.action.y), turned) == PxPoint(50, SIZE.width_px - 1 - 54)
    assert {Flag.ROTATION_CHANGED, Flag.PRE_STATE_STALE} <= set(step.flags), (
        "the finger saw the turned screen"
    )


IME = Window("com.example.ime", "InputMethod", Rect(0, 160, 108, 240), "INPUT_METHOD")


def note_taker(*, password: bool = False) -> FakeDevice:
    field = Element(
        Rect(4, 40, 104, 60),
        "",
        "com.example.app:id/note",
        class_name=TEXT_FIELD,
        focused=True,
        password=password,
    )
    after = Screen((Element(Rect(4, 40, 104, 60), "Sent", "com.example.app:id/sent"),), activity=".Sent")
    return FakeDevice({"note": Screen((field,), keyboard=True, windows=(IME,)), "sent": after}, "note")


def key_tap(writer: PanelWriter, number: int, at_s: float) -> str:
    return stroke(writer, (5 + 10 * (number % 10), 170 + 20 * (number // 10), at_s))


def test_touches_of_the_keyboard_are_one_step_whose_text_is_read_off_the_field(tmp_path: Path) -> None:
    device, writer = note_taker(), PanelWriter()
    script: list[tuple[float, str, Action | None]] = [
        (3.0 if i == 0 else 0.2, key_tap(writer, i, 1.0 + 0.2 * i), Type(letter))
        for i, letter in enumerate("hello")
    ]
    script += [(9.0, key_tap(writer, 7, 30.0), Type("!"))]
    first, second = watched(tmp_path / "run", device, script)
    assert first.action == Type("hello")
    assert (first.action_raw or "").count("ABS_MT_TRACKING_ID") == 10
    assert first.settled
    assert first.target is not None
    assert first.target.resource_id == "com.example.app:id/note"
    assert first.flags == ()
    assert second.action == Type("!")
    assert second.pre.ui_xml == first.post.ui_xml
    assert device.performed == []


def test_two_quick_touches_of_one_key_are_two_letters(tmp_path: Path) -> None:
    device, writer = note_taker(), PanelWriter()
    script: list[tuple[float, str, Action | None]] = [
        (3.0, key_tap(writer, 3, 1.0), Type("l")),
        (0.1, key_tap(writer, 3, 1.1), Type("l")),
    ]
    (step,) = watched(tmp_path / "run", device, script)
    assert step.action == Type("ll")


def test_a_key_that_comes_while_the_screen_is_awaited_belongs_to_the_same_text(tmp_path: Path) -> None:
    device, writer = note_taker(), PanelWriter()
    script: list[tuple[float, str, Action | None]] = [
        (3.0, key_tap(writer, 1, 1.0), Type("a")),
        (1.2, key_tap(writer, 2, 2.2), Type("b")),
    ]
    (step,) = watched(tmp_path / "run", device, script)
    assert step.action == Type("ab")


def test_a_touch_elsewhere_ends_the_text_and_is_never_in_it(tmp_path: Path) -> None:
    device, writer = note_taker(), PanelWriter()
    script: list[tuple[float, str, Action | None]] = [
        (3.0, key_tap(writer, 1, 1.0), Type("a")),
        (0.3, stroke(writer, (54, 100, 1.3)), None),
    ]
    text, elsewhere = watched(tmp_path / "run", device, script)
    assert isinstance(text.action, Invalid), "nobody saw the field between the two"
    assert Flag.TEXT_UNVERIFIED in text.flags
    assert isinstance(elsewhere.action, Tap)
    assert Flag.PRE_STATE_STALE in elsewhere.flags


def test_a_key_of_the_phone_ends_the_text(tmp_path: Path) -> None:
    device, writer = note_taker(), PanelWriter()
    script: list[tuple[float, str, Action | None]] = [
        (3.0, key_tap(writer, 1, 1.0), Type("a")),
        (6.0, key_lines("KEY_VOLUMEUP"), None),
    ]
    text, key = watched(tmp_path / "run", device, script)
    assert text.action == Type("a")
    assert key.action == Key("VOLUME_UP")


def test_a_password_is_stored_as_a_slot_without_the_places_of_its_keys(tmp_path: Path) -> None:
    device, writer = note_taker(password=True), PanelWriter()
    script: list[tuple[float, str, Action | None]] = [
        (3.0 if i == 0 else 0.2, key_tap(writer, i, 1.0 + 0.2 * i), Type("•")) for i in range(4)
    ]
    (step,) = watched(tmp_path / "run", device, script)
    assert step.action == Type("${password}")
    assert step.result_detail == "4 character(s) of a password"
    assert step.action_raw is None
    assert {Flag.MASKED, Flag.TEXT_UNVERIFIED} <= set(step.flags)


def test_a_device_that_was_away_after_a_touch_shows_what_came_of_it(tmp_path: Path) -> None:
    device, writer = shop(), PanelWriter()
    finger = Finger(device, [(2.0, stroke(writer, (54, 50, 1.0)), tap(40))])
    with Recorder(device, tmp_path / "run", source="touch", clock=device.clock) as recorder:
        steps = TouchWatcher(recorder, finger, [NODE], 0.5).steps(lambda: bool(finger.ended))
        device.fail_next("focus", DeviceLostError("unplugged"), times=3)
        step = next(steps)
    assert Flag.DEVICE_RECONNECTED in step.post.flags
    assert step.result_code is None
    assert step.post.activity == ".Item"


def test_the_first_touch_after_a_gap_says_so(tmp_path: Path) -> None:
    device, writer = shop(), PanelWriter()
    script = [(2.0, stroke(writer, (54, 110, at))) for at in (1.0, 9.0)]
    finger = Finger(device, [(wait_s, lines, None) for wait_s, lines in script])
    with Recorder(device, tmp_path / "run", source="touch", clock=device.clock) as recorder:
        watcher = TouchWatcher(recorder, finger, [NODE], 0.5, after_gap=True)
        steps = list(watcher.steps(lambda: False))
    assert [Flag.DEVICE_RECONNECTED in step.flags for step in steps] == [True, False]
