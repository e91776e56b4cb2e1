from __future__ import annotations

import pytest

from gui_rec.dsl.scalecua_desktop import DESKTOP, WEB
from gui_rec.errors import DslError
from gui_rec.model.actions import (
    Action,
    Button,
    Direction,
    DoubleTap,
    DragTo,
    Hotkey,
    Key,
    KeyUp,
    LongPress,
    OpenApp,
    Scroll,
    Swipe,
    Tap,
)


@pytest.mark.parametrize(
    ("action", "call"),
    [
        (Tap(0.5, 0.25), "click(x=0.5000, y=0.2500)"),
        (DoubleTap(0.5, 0.25), "doubleClick(x=0.5000, y=0.2500)"),
        (DragTo(0.5, 0.25, Button.RIGHT), "dragTo(x=0.5000, y=0.2500, button='right')"),
        (Scroll(Direction.DOWN, x=0.5, y=0.25), "scroll(clicks=-5, x=0.5000, y=0.2500)"),
        (Key("DEL", 3), "press(keys='backspace', presses=3)"),
        (Hotkey(("ctrl", "'")), r"hotkey('ctrl', '\'')"),
        (KeyUp("shift"), "keyUp(key='shift')"),
    ],
)
def test_it_is_written_as_the_prompt_shows_it(action: Action, call: str) -> None:
    assert DESKTOP.encode(action) == WEB.encode(action) == call


@pytest.mark.parametrize(
    "action",
    [Scroll(Direction.LEFT), Key("HOME"), Hotkey(("a",) * 5), LongPress(0.5, 0.5), OpenApp(name="Shop")],
)
def test_what_they_have_not_is_refused(action: Action) -> None:
    for codec in (DESKTOP, WEB):
        with pytest.raises(DslError, match="cannot say"):
            codec.encode(action)


def test_only_the_web_goes_back_and_swipes() -> None:
    assert WEB.encode(Key("BACK")) == "go_backward()"
    for action in (Key("BACK"), Swipe(0, 0, 1, 1)):
        assert not DESKTOP.fidelity(action).expressible
