from __future__ import annotations

import json

import pytest

from gui_rec.dsl.androidworld import CODEC, WAIT_MS
from gui_rec.errors import DslError
from gui_rec.model.actions import (
    Action,
    Answer,
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


@pytest.mark.parametrize(
    ("record", "action"),
    [
        ({"action_type": "click", "x": 500, "y": 500}, Tap(0.5, 0.25)),
        ({"action_type": "double_tap", "x": 500, "y": 500}, DoubleTap(0.5, 0.25)),
        ({"action_type": "long_press", "x": 500, "y": 500}, LongPress(0.5, 0.25)),
        ({"action_type": "input_text", "text": "a"}, Type("a", press_enter=True)),
        (
            {"action_type": "input_text", "text": "a", "x": 500, "y": 500, "clear_text": True},
            Type("a", True, True, 0.5, 0.25),
        ),
        ({"action_type": "scroll", "direction": "down"}, Scroll(Direction.DOWN)),
        ({"action_type": "swipe", "direction": "up"}, Scroll(Direction.DOWN)),
        ({"action_type": "swipe", "direction": "left"}, Scroll(Direction.LEFT)),
        ({"action_type": "keyboard_enter"}, Key("ENTER")),
        ({"action_type": "open_app", "app_name": "Shop"}, OpenApp(name="Shop")),
        ({"action_type": "wait"}, Wait(WAIT_MS)),
        ({"action_type": "answer", "text": "42"}, Answer("42")),
        ({"action_type": "status", "goal_status": "infeasible"}, Finish(FinishStatus.INFEASIBLE)),
    ],
)
def test_every_type_is_read(record: dict[str, object], action: Action) -> None:
    said = CODEC.decode(f"Reason: so\nAction: {json.dumps(record)}", screen=_SCREEN)
    assert (said.actions, said.thought) == ((action,), "so")


@pytest.mark.parametrize(
    "record",
    [
        {"action_type": "click", "index": 0},
        {"action_type": "scroll", "direction": "down", "index": 3},
        {"action_type": "click", "x": 1},
        {"action_type": "click", "x": 1001, "y": 1},
        {"action_type": "input_text"},
        {"action_type": "input_text", "text": "a", "clear_text": "yes"},
        {"action_type": "status", "goal_status": "done"},
        {"action_type": "unknown"},
        {"x": 1, "y": 1},
    ],
)
def test_what_cannot_be_performed_as_it_stands_is_an_error(record: dict[str, object]) -> None:
    with pytest.raises(DslError):
        CODEC.decode(json.dumps(record), screen=_SCREEN, repair=True)


def test_text_without_enter_is_said_with_its_loss() -> None:
    assert "Enter" in CODEC.fidelity(Type("a")).note
    assert CODEC.fidelity(Type("a", press_enter=True)).note == ""


@pytest.mark.parametrize("action", [Swipe(0, 0, 1, 1), Key("APP_SWITCH"), Finish(), Tap(0.5, 0.5, clicks=2)])
def test_what_it_has_no_type_for_is_refused(action: Action) -> None:
    with pytest.raises(DslError, match="cannot say"):
        CODEC.encode(action, screen=_SCREEN)


def test_the_words_before_the_action_are_whole() -> None:
    with pytest.raises(DslError, match="Action:"):
        CODEC.decode('Reason: so {"action_type": "wait"}')
    with pytest.raises(DslError, match="begins with"):
        CODEC.encode(Wait(WAIT_MS), thought="a\nAction: b", wrapping="reason")
