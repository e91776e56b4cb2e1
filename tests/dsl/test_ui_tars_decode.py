from __future__ import annotations

import pytest

from gui_rec.dsl.ui_tars import UI_TARS_1
from gui_rec.errors import DslError
from gui_rec.model.actions import (
    Action,
    Direction,
    DoubleTap,
    Finish,
    Hotkey,
    LongPress,
    OpenApp,
    RightClick,
    Scroll,
    Swipe,
    Takeover,
    Type,
    Wait,
)

_A, _B = "'(250,500)'", "'(750,500)'"


@pytest.mark.parametrize(
    ("call", "action"),
    [
        (f"left_double(start_box={_A})", DoubleTap(0.25, 0.5)),
        (f"right_single(start_box={_A})", RightClick(0.25, 0.5)),
        (f"long_press(start_box={_A}, time='')", LongPress(0.25, 0.5)),
        (f"long_press(start_box={_A}, time='1.5')", LongPress(0.25, 0.5, 1500)),
        (f"scroll(start_box={_A}, end_box={_B})", Swipe(0.25, 0.5, 0.75, 0.5)),
        (f"scroll(point={_A}, direction='down')", Scroll(Direction.DOWN, x=0.25, y=0.5)),
        (f"drag(start_point={_A}, end_point={_B})", Swipe(0.25, 0.5, 0.75, 0.5)),
        (f"drag(start_box={_A}, end_box={_B})", Swipe(0.25, 0.5, 0.75, 0.5)),
        (r"type(content='it\'s\n')", Type("it's", press_enter=True)),
        (r"type(content='two\nlines')", Type("two\nlines")),
        ("open_app(app_name='Shop')", OpenApp(name="Shop")),
        ("hotkey(key='ctrl c')", Hotkey(("ctrl", "c"))),
        ("wait()", Wait()),
        ("call_user()", Takeover()),
        ("finished()", Finish()),
    ],
)
def test_every_function_is_read(call: str, action: Action) -> None:
    assert UI_TARS_1.decode(call).actions == (action,)


@pytest.mark.parametrize(
    "call",
    [
        "type()",
        "open_app()",
        f"scroll(point={_A})",
        f"scroll(point={_A}, direction='on')",
        f"long_press(point={_A}, time='soon')",
        f"long_press(point={_A}, time='-1')",
        f"long_press(point={_A}, time='inf')",
        f"drag(start_point={_A})",
        "hotkey(key='')",
        "swipe()",
    ],
)
def test_what_lacks_a_part_is_an_error(call: str) -> None:
    with pytest.raises(DslError):
        UI_TARS_1.decode(call)
