from __future__ import annotations

import pytest
from hearing import SCREEN, action, heard, words, x, y
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.device.adb.quote import command
from gui_rec.model.actions import Action, DoubleTap, Drag, Hotkey, Key, LongPress, Swipe, Tap, Type
from gui_rec.recorder.heard._api import Kind
from gui_rec.recorder.heard.input_words import add_note, hear_input
from gui_rec.recorder.heard.series import Motion
from gui_rec.recorder.touch.gestures import LONG_PRESS_MS


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("input tap 540 1200", Tap(x(540), y(1200))),
        ("input touchscreen tap 540.9 1200.2", Tap(x(540), y(1200))),
        ("input touchscreen -d 0 tap 1 2", Tap(x(1), y(2))),
        ("input -d DEFAULT_DISPLAY tap 1 2", Tap(x(1), y(2))),
        ("cmd input tap 1 2", Tap(x(1), y(2))),
        ("/system/bin/input tap 1 2", Tap(x(1), y(2))),
        ("input swipe 1 2 3 4", Swipe(x(1), y(2), x(3), y(4), None)),
        ("input swipe 1 2 3 4 250", Swipe(x(1), y(2), x(3), y(4), 250)),
        ("input swipe 1 2 3 4 -1", Swipe(x(1), y(2), x(3), y(4), None)),
        ("input swipe 5 5 5 5 500", LongPress(x(5), y(5), 500)),
        (f"input swipe 5 5 5 5 {LONG_PRESS_MS}", LongPress(x(5), y(5), LONG_PRESS_MS)),
        (f"input swipe 5 5 5 5 {LONG_PRESS_MS - 1}", Tap(x(5), y(5))),
        ("input swipe 5 5 5 5", Tap(x(5), y(5))),
        ("input draganddrop 1 2 3 4 900", Drag(x(1), y(2), x(3), y(4), duration_ms=900)),
        ("input text hello%sworld", Type("hello world")),
        ("input text 'it'\\''s'", Type("it's")),
        ('input text "a b"', Type("a b")),
        ("input text %%s", Type("% ")),
        ("input keyevent 4", Key("BACK")),
        ("input keyevent KEYCODE_HOME", Key("HOME")),
        ("input keyevent ENTER", Key("ENTER")),
        ("input keyevent 67 67 67", Key("DEL", 3)),
        ("input keyevent --async --delay 50 67 67", Key("DEL", 2)),
        ("input keyevent --doubletap 26", Key("POWER", 2)),
        ("input keyboard keyevent 4", Key("BACK")),
        ("input keycombination 113 29", Hotkey(("CTRL_LEFT", "A"))),
        ("input keycombination -t 100 POWER VOLUME_DOWN", Hotkey(("POWER", "VOLUME_DOWN"))),
    ],
)
def test_what_input_does(line: str, expected: Action) -> None:
    assert action(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "input -d 2 tap 1 2",
        "input tap 1 2 3",
        "input tap 1080 5",
        "input tap -1 5",
        "input swipe -5 5 9 9",
        "input swipe 1 2 3 4 5 6",
        "input swipe 1 2 3 4 99999999",
        "input text hello world",
        "input text café",
        "input keyevent --longpress 26",
        "input keyevent --unknown 26",
        "input keyevent 4 NO_SUCH",
        "input keyevent 999",
        "input roll 1 2",
        "input press",
        "input mouse scroll 5 5 --axis VSCROLL,-1",
        "input tap $X 2",
        "input motionevent MOVE 1 1",
    ],
)
def test_what_acts_but_cannot_be_told_is_opaque_and_says_why(line: str) -> None:
    found = heard(line)
    assert found.kind is Kind.OPAQUE
    assert found.note


@pytest.mark.parametrize(
    "line",
    ["input", "input tap", "input tap 5", "input tap a b", "input swipe 1 2 3", "input swipe 1 2 3 4 x", "input text",
     "input text ''", "input keyevent", "input keyevent --delay x 4", "input keyevent back", "input keycombination 4",
     "input keycombination 4 NO", "input motionevent UP", "input motionevent JUMP 1 2", "input dance", "input -h"],
)  # fmt: skip
def test_what_input_refuses_is_no_act(line: str) -> None:
    found = heard(line)
    assert found.kind is Kind.QUERY
    assert found.note


def test_an_end_outside_the_screen_is_at_its_edge_and_noted() -> None:
    found = heard("input swipe 500 500 500 -300 200")
    assert found.action == Swipe(x(500), y(500), x(500), y(0), 200)
    assert found.note is not None
    assert "outside" in found.note


def test_keys_that_differ_are_runs_with_their_words() -> None:
    line = "input keyevent KEYCODE_MOVE_END 67 67 4"
    said = hear_input(words(line)[1:], SCREEN)
    assert [(run.action, line[run.first.start : run.last.end]) for run in said.keys] == [
        (Key("MOVE_END"), "KEYCODE_MOVE_END"),
        (Key("DEL", 2), "67 67"),
        (Key("BACK"), "4"),
    ]


def test_more_than_a_hundred_presses_are_several_actions() -> None:
    said = hear_input(words("input keyevent " + "67 " * 250)[1:], SCREEN)
    assert [run.action for run in said.keys] == [Key("DEL", 100), Key("DEL", 100), Key("DEL", 50)]


@pytest.mark.parametrize(
    ("line", "piece"),
    [
        ("input motionevent DOWN 1 2", Motion("DOWN", 1, 2)),
        ("input motionevent up 1.5 2", Motion("UP", 1.5, 2)),
        ("input touchscreen motionevent CANCEL", Motion("CANCEL", 0, 0)),
    ],
)
def test_motion_events_are_pieces_of_a_touch(line: str, piece: Motion) -> None:
    assert hear_input(words(line)[1:], SCREEN).piece == piece


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1))
def test_any_ascii_text_is_heard_as_android_types_it(text: str) -> None:
    found = action(command(["input", "text", text]).line)
    assert found == Type(text.replace("%s", " "))


def test_a_tap_twice_is_the_lines_matter() -> None:
    assert action("input tap 5 5; input tap 5 5") == DoubleTap(x(5), y(5))


def test_notes_are_put_together() -> None:
    first = add_note(heard("input tap 1 2"), "one")
    assert (first.note, add_note(first, "two").note) == ("one", "one; two")
