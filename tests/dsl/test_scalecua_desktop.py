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
    KeyDown,
    Move,
    OpenUrl,
    RightClick,
    Scroll,
    SelectOption,
    Swipe,
    Tap,
)


@pytest.mark.parametrize(
    ("call", "action"),
    [
        ("click(x=0.3674, y=0.9192, clicks=2, button='middle')", Tap(0.3674, 0.9192, Button.MIDDLE, 2)),
        ("doubleClick(x=0.5, y=0.5)", DoubleTap(0.5, 0.5)),
        ("rightClick(x=0.9553, y=0.5117)", RightClick(0.9553, 0.5117)),
        ("moveTo(x=0.45, y=0.27)", Move(0.45, 0.27)),
        ("dragTo(x=0.41, y=0.28, button='left')", DragTo(0.41, 0.28)),
        ("scroll(clicks=-3, x=0.4, y=0.8)", Scroll(Direction.DOWN, x=0.4, y=0.8)),
        ("scroll(5)", Scroll(Direction.UP)),
        ("press(keys='enter')", Key("ENTER")),
        ("press(keys=['backspace'], presses=3)", Key("DEL", 3)),
        ("hotkey('ctrl', 'c')", Hotkey(("ctrl", "c"))),
        ("keyDown(key='shift')", KeyDown("shift")),
    ],
)
def test_the_desktops_functions_are_read_in_both_sets(call: str, action: Action) -> None:
    for codec in (DESKTOP, WEB):
        assert codec.decode(f"<action>\n{call}\n</action>").actions == (action,)


@pytest.mark.parametrize(
    ("call", "action"),
    [
        ("open_url(url='https://example.com')", OpenUrl("https://example.com")),
        ("go_forward()", Key("FORWARD")),
        ("go_backward()", Key("BACK")),
        ("select_option(x=0.5, y=0.25, value='red')", SelectOption(0.5, 0.25, "red")),
        ("swipe(from_coord=[0.5, 0.8], to_coord=[0.5, 0.2])", Swipe(0.5, 0.8, 0.5, 0.2)),
    ],
)
def test_the_webs_own_are_read_there_alone(call: str, action: Action) -> None:
    assert WEB.decode(call).actions == (action,)
    with pytest.raises(DslError, match="one of click"):
        DESKTOP.decode(call)


@pytest.mark.parametrize(
    "call",
    [
        "click()",
        "doubleClick(x=0.5, y=0.5, button='right')",
        "scroll(clicks=0)",
        "scroll()",
        "press()",
        "press(keys='hyper')",
        "press(keys=['a', 'b'])",
        "press(keys='a', presses=0)",
        "hotkey()",
        "hotkey('a', 'b', 'c', 'd', 'e')",
        "keyUp()",
        "navigate_home()",
    ],
)
def test_what_they_have_not_is_an_error(call: str) -> None:
    for codec in (DESKTOP, WEB):
        with pytest.raises(DslError):
            codec.decode(call, repair=True)


def test_the_desktops_set_has_fifteen_functions() -> None:
    assert len(DESKTOP.signatures) == 15
