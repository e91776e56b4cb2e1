from __future__ import annotations

import pytest

from gui_rec.dsl.showui import CODEC
from gui_rec.errors import DslError
from gui_rec.model.actions import Action, Answer, Direction, Key, LongPress, Scroll, Swipe, Tap, Type


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("{'action': 'TAP', 'value': None, 'position': [0.5, 0.25]}", Tap(0.5, 0.25)),
        ("{'action': 'CLICK', 'position': [0.5, 0.25]}", Tap(0.5, 0.25)),
        ("{'action': 'LONG_PRESS', 'value': None, 'position': [0.5, 0.25]}", LongPress(0.5, 0.25)),
        (
            "{'action': 'SWIPE', 'value': None, 'position': [[0.5, 0.75], [0.5, 0.25]]}",
            Swipe(0.5, 0.75, 0.5, 0.25),
        ),
        ("{'action': 'INPUT', 'value': \"it's\", 'position': None}", Type("it's")),
        ("{'action': 'SCROLL', 'value': 'down', 'position': None}", Scroll(Direction.DOWN)),
        ("{'action': 'ANSWER', 'value': '42', 'position': None}", Answer("42")),
        ("{'action': 'ENTER', 'value': None, 'position': None}", Key("ENTER")),
    ],
)
def test_every_action_is_read(text: str, action: Action) -> None:
    assert CODEC.decode(text).actions == (action,)


def test_several_dictionaries_are_several_actions() -> None:
    enter = "{'action': 'ENTER', 'value': None, 'position': None}"
    assert CODEC.decode(f"{enter}, {enter}").actions == (Key("ENTER"), Key("ENTER"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "{'action': 'TAP'}",
        "{'action': 'TAP', 'value': 'x', 'position': [0.5, 0.25]}",
        "{'action': 'TAP', 'action': 'TAP', 'position': [0.5, 0.25]}",
        "{'action': 'TAP', 'position': [1.5, 0.25]}",
        "{'action': 'SWIPE', 'position': [[0.5, 0.75]]}",
        "{'action': 'SWIPE', 'position': [[0.5, 0.75], [0.5, 0.25], [0, 0]]}",
        "{'action': 'SCROLL', 'value': 'on', 'position': None}",
        "{'action': 'ENTER', 'value': None, 'position': [0.5, 0.25]}",
        "{'action': 'FLY', 'value': None, 'position': None}",
        "{'action': __import__('os'), 'position': None}",
        "{action: 'TAP'}",
        "{'action': 'TAP' 'value': None}",
        "{'action' 'TAP'}",
        "{'more': 1}",
        "{'action': 1}",
        "{'action': 'ENTER'} x",
        "{'action': 'ENTER'",
    ],
)
def test_what_is_no_dictionary_of_it_is_an_error(text: str) -> None:
    with pytest.raises(DslError) as caught:
        CODEC.decode(text, repair=True)
    assert caught.value.position is not None
