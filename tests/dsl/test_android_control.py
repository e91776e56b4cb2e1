"""AndroidControl's actions; real ones stand in its published episodes."""

from __future__ import annotations

import json

import pytest

from gui_rec.dsl.android_control import CODEC
from gui_rec.errors import DslError
from gui_rec.model.actions import (
    Action,
    Direction,
    Finish,
    Key,
    LongPress,
    OpenApp,
    Scroll,
    Swipe,
    Tap,
    Type,
    Wait,
)
from gui_rec.model.geometry import ScreenSize

_SCREEN = ScreenSize(1000, 2000)


@pytest.mark.parametrize(
    ("record", "action"),
    [
        ({"action_type": "click", "x": 500, "y": 500}, Tap(0.5, 0.25)),
        ({"action_type": "click", "x": 500.4, "y": 500.0}, Tap(0.5, 0.25)),
        ({"action_type": "long_press", "x": 500, "y": 500}, LongPress(0.5, 0.25)),
        ({"action_type": "scroll", "direction": "up"}, Scroll(Direction.UP)),
        ({"action_type": "open_app", "app_name": "Shop"}, OpenApp(name="Shop")),
        ({"action_type": "input_text", "text": "a"}, Type("a")),
        (
            {"action_type": "type", "x": 500, "y": 500, "text": "a"},
            Type("a", press_enter=True, x=0.5, y=0.25),
        ),
        ({"action_type": "navigate_home"}, Key("HOME")),
        ({"action_type": "wait"}, Wait()),
    ],
)
def test_every_type_is_read(record: dict[str, object], action: Action) -> None:
    assert CODEC.decode(json.dumps(record), screen=_SCREEN).actions == (action,)


def test_pixels_need_the_screen() -> None:
    with pytest.raises(DslError, match="screen's size"):
        CODEC.decode('{"action_type": "click", "x": 1, "y": 1}')


@pytest.mark.parametrize(
    "action",
    [
        Swipe(0, 0, 1, 1),
        Finish(),
        Type("a", press_enter=True),
        Type("a", x=0.5, y=0.5),
        Key("ENTER"),
        Key("HOME", 2),
    ],
)
def test_what_it_has_no_type_for_is_refused(action: Action) -> None:
    with pytest.raises(DslError, match="cannot say"):
        CODEC.encode(action, screen=_SCREEN)
