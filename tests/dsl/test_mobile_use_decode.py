from __future__ import annotations

import json

import pytest

from gui_rec.dsl.mobile_use import GUI_OWL
from gui_rec.errors import DslError
from gui_rec.model.actions import (
    Action,
    Answer,
    AskUser,
    Direction,
    DoubleTap,
    Finish,
    FinishStatus,
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


def _text(**arguments: object) -> str:
    return json.dumps({"name": "mobile_use", "arguments": arguments})


@pytest.mark.parametrize(
    ("arguments", "action"),
    [
        ({"action": "click", "coordinate": [400, 400, 600, 600]}, Tap(0.5, 0.5)),
        ({"action": "double_click", "coordinate": [500, 500]}, DoubleTap(0.5, 0.5)),
        ({"action": "long_press", "coordinate": [500, 500], "time": 2}, LongPress(0.5, 0.5, 2000)),
        ({"action": "long_press", "coordinate": [500, 500]}, LongPress(0.5, 0.5)),
        (
            {"action": "swipe", "coordinate": [500, 750], "coordinate2": [500, 250]},
            Swipe(0.5, 0.75, 0.5, 0.25),
        ),
        (
            {"action": "swipe", "direction": "up"},
            Scroll(Direction.DOWN, None, None, None, 0.5, 0.75, 0.5, 0.25),
        ),
        (
            {"action": "drag", "start_coordinate": [500, 750], "end_coordinate": [500, 250]},
            Swipe(0.5, 0.75, 0.5, 0.25),
        ),
        ({"action": "type", "text": "价格"}, Type("价格")),
        ({"action": "key", "text": "volume_up"}, Key("VOLUME_UP")),
        ({"action": "system_button", "button": "Menu"}, Key("APP_SWITCH")),
        ({"action": "system_button", "button": "enter"}, Key("ENTER")),
        ({"action": "open", "text": "Shop"}, OpenApp(name="Shop")),
        ({"action": "wait", "time": 0.5}, Wait(500)),
        ({"action": "answer", "text": "42"}, Answer("42")),
        ({"action": "interact", "text": "which?"}, AskUser("which?")),
        ({"action": "terminate", "status": "fail"}, Finish(FinishStatus.FAILURE)),
    ],
)
def test_every_spelling_is_read(arguments: dict[str, object], action: Action) -> None:
    assert GUI_OWL.decode(_text(**arguments), screen=_SCREEN).actions == (action,)


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"action": "click"},
        {"action": "click", "coordinate": "500,500"},
        {"action": "click", "coordinate": [500, 1001]},
        {"action": "click", "coordinate": [500, 500], "more": 1},
        {"action": "swipe", "coordinate": [500, 500]},
        {"action": "swipe", "direction": "forward"},
        {"action": "key", "text": "a; reboot"},
        {"action": "system_button", "button": "Power"},
        {"action": "terminate"},
        {"action": "terminate", "status": "done"},
        {"action": "type", "text": 5},
        {"action": "wait", "time": -1},
        {"action": "fly"},
    ],
)
def test_what_is_no_action_is_an_error(arguments: dict[str, object]) -> None:
    with pytest.raises(DslError):
        GUI_OWL.decode(_text(**arguments), screen=_SCREEN, repair=True)
