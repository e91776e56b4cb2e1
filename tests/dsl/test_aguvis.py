from __future__ import annotations

import pytest

from gui_rec.dsl.aguvis import CODEC
from gui_rec.errors import DslError
from gui_rec.model.actions import (
    Action,
    Answer,
    Direction,
    DoubleTap,
    Finish,
    FinishStatus,
    Hotkey,
    Key,
    LongPress,
    OpenApp,
    Scroll,
    Swipe,
    Tap,
    Type,
    Wait,
)


@pytest.mark.parametrize(
    ("call", "action"),
    [
        ("pyautogui.click(x=0.5, y=0.25)", Tap(0.5, 0.25)),
        ("pyautogui.doubleClick(x=0.5, y=0.25)", DoubleTap(0.5, 0.25)),
        ("pyautogui.write(message='a, b')", Type("a, b")),
        ("pyautogui.press(keys='enter')", Key("ENTER")),
        ("pyautogui.press(keys='f5')", Hotkey(("f5",))),
        ("pyautogui.hotkey(keys=['ctrl', 'c'])", Hotkey(("ctrl", "c"))),
        ("pyautogui.scroll(page=-0.5)", Scroll(Direction.DOWN, 0.5)),
        ("mobile.swipe(from_coord=[0.5, 0.75], to_coord=[0.5, 0.25])", Swipe(0.5, 0.75, 0.5, 0.25)),
        ("mobile.home()", Key("HOME")),
        ("mobile.back()", Key("BACK")),
        ("mobile.wait(seconds=3)", Wait(3000)),
        ("mobile.long_press(x=0.5, y=0.25)", LongPress(0.5, 0.25)),
        ("mobile.open_app(app_name='Shop')", OpenApp(name="Shop")),
        ("terminate(status='success')", Finish(FinishStatus.SUCCESS)),
        ("answer(answer='42')", Answer("42")),
    ],
)
def test_every_call_is_read(call: str, action: Action) -> None:
    assert CODEC.decode(call).actions == (action,)


@pytest.mark.parametrize(
    "call",
    [
        "",
        "os.system('id')",
        "pyautogui.click()",
        "pyautogui.click(x=1.5, y=0.25)",
        "pyautogui.scroll(page=0)",
        "pyautogui.scroll(page=2)",
        "pyautogui.hotkey(keys='ctrl')",
        "pyautogui.hotkey(keys=[])",
        "a.b.c.d.click(x=0.5, y=0.25)",
        "terminate(status='done')",
        "mobile.home",
    ],
)
def test_what_is_no_call_of_it_is_an_error(call: str) -> None:
    with pytest.raises(DslError):
        CODEC.decode(call, repair=True)
