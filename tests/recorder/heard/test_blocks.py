from __future__ import annotations

import pytest
from hearing import SCREEN, a_series, x, y
from hypothesis import given
from hypothesis import strategies as st

from gui_rec._clock import SystemClock
from gui_rec.device.adb import input_text
from gui_rec.device.adb.quote import sequence
from gui_rec.model.actions import Action, DoubleTap, Hotkey, Key, Swipe, Tap, Type
from gui_rec.recorder.heard._api import Kind
from gui_rec.recorder.heard.blocks import Block, blocks_of
from gui_rec.recorder.heard.grammar import parse
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.heard.units import row_of


def blocks(line: str) -> list[Block]:
    return blocks_of(row_of(line, parse(line), SCREEN), SCREEN, a_series())


def actions(line: str) -> list[Action | None]:
    return [block.heard.action for block in blocks(line)]


TAP = "input tap 5 5"
SELECT = "input keycombination CTRL_LEFT A"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f"{TAP}; {TAP}", [DoubleTap(x(5), y(5))]),
        (f"{TAP} && {TAP}", [DoubleTap(x(5), y(5))]),
        (f"{TAP}; sleep 0.1; {TAP}", [DoubleTap(x(5), y(5))]),
        (f"{TAP}; {TAP}; {TAP}", [Tap(x(5), y(5), clicks=3)]),
        (f"{TAP}; sleep 1; {TAP}", [Tap(x(5), y(5))] * 2),
        (f"{TAP}; input tap 5 6", [Tap(x(5), y(5)), Tap(x(5), y(6))]),
        (f"{TAP} || {TAP}", [Tap(x(5), y(5))] * 2),
        (f"{TAP}; ls; {TAP}", [Tap(x(5), y(5))] * 2),
        (f"ls && {TAP}; {TAP}", [Tap(x(5), y(5))] * 2),
        (f"ls && {TAP} && {TAP}", [DoubleTap(x(5), y(5))]),
        ("input text a; input text b && input text %sc", [Type("ab c")]),
        ("input text a; input keyevent 66; input text b", [Type("a"), Key("ENTER"), Type("b")]),
        (f"{SELECT}; input keyevent DEL; input text a", [Type("a", clear_before=True)]),
        (f"{SELECT}; input keyevent DEL", [Type("", clear_before=True)]),
        (f"{SELECT}; input text a", [Hotkey(("CTRL_LEFT", "A")), Type("a")]),
        (f"input keyevent MOVE_END{' 67' * 120}; input text a", [Type("a", clear_before=True)]),
        ("input keyevent MOVE_END 67 67; input text a", [Key("MOVE_END"), Key("DEL", 2), Type("a")]),
        (f"input keyevent MOVE_END{' 67' * 120}", [Key("MOVE_END"), Key("DEL", 100), Key("DEL", 20)]),
    ],
)
def test_commands_that_are_one_act(line: str, expected: list[Action]) -> None:
    assert actions(line) == expected


def test_twelve_taps_are_ten_and_two() -> None:
    assert actions("; ".join([TAP] * 12)) == [Tap(x(5), y(5), clicks=10), DoubleTap(x(5), y(5))]


@given(
    st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=700),
    st.booleans(),
    st.booleans(),
)
def test_what_gui_rec_types_is_heard_back(text: str, clears: bool, selects: bool) -> None:
    clearing = input_text.clearing_commands(select_all=selects) if clears else []
    line = sequence(*clearing, *input_text.typing_commands(text)).line
    assert actions(line) == [Type(text, clear_before=clears)]


def test_a_touch_in_pieces_is_one_act_up_to_its_end() -> None:
    line = (
        "input motionevent DOWN 5 5; sleep 0.6; echo x; input motionevent UP 5 5; input motionevent DOWN 6 6"
    )
    first, second = blocks(line)
    assert (first.first, first.last, first.heard.kind) == (0, 3, Kind.ACTION)
    assert (second.first, second.last, second.heard.kind) == (4, 4, Kind.SERIES)


def test_an_act_in_the_middle_parts_a_touch() -> None:
    kinds = [
        block.heard.kind for block in blocks(f"input motionevent DOWN 5 5; {TAP}; input motionevent UP 5 5")
    ]
    assert kinds == [Kind.SERIES, Kind.ACTION, Kind.ACTION]


@given(st.lists(st.sampled_from([TAP, "ls", "sleep 0.1", "input text a", SELECT, "input keyevent DEL 4", "cd x"]), min_size=1),
       st.data())  # fmt: skip
def test_blocks_hold_every_act_once_and_in_order(commands: list[str], data: st.DataObject) -> None:
    line = commands[0]
    for one in commands[1:]:
        line += data.draw(st.sampled_from(["; ", " && ", " || "])) + one
    units = row_of(line, parse(line), SCREEN)
    found = blocks_of(units, SCREEN, a_series())
    held = [at for block in found for at in range(block.first, block.last + 1)]
    assert held == sorted(set(held))
    assert {at for at, unit in enumerate(units) if unit.acts} <= set(held)


def test_the_time_that_reading_a_line_takes_is_not_the_touchs() -> None:
    line = "input motionevent DOWN 5 5; input motionevent MOVE 5 700; input motionevent UP 5 900"
    (block,) = blocks_of(row_of(line, parse(line), SCREEN), SCREEN, Series(SystemClock()))
    assert block.heard.action == Swipe(x(5), y(5), x(5), y(900), None)
