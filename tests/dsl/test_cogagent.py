from __future__ import annotations

import pytest

from gui_rec.dsl.cogagent import CODEC
from gui_rec.errors import DslError
from gui_rec.model.actions import (
    Action,
    Answer,
    Direction,
    Finish,
    Hotkey,
    Key,
    LongPress,
    OpenApp,
    Scroll,
    Tap,
    Type,
)

_BOX = "box=[[400,200,600,300]]"


@pytest.mark.parametrize(
    ("call", "action"),
    [
        (f"CLICK({_BOX}, element_type='Button', element_info='Save, all')", Tap(0.5, 0.25)),
        (f"LONG_PRESS({_BOX})", LongPress(0.5, 0.25)),
        (f"TYPE({_BOX}, text='a, b')", Type("a, b", x=0.5, y=0.25)),
        ("TYPE(text='a')", Type("a")),
        (f"SCROLL_DOWN({_BOX}, step_count=5)", Scroll(Direction.DOWN, x=0.5, y=0.25)),
        ("KEY_PRESS(key='Enter')", Key("ENTER")),
        ("KEY_PRESS(key='ctrl+c')", Hotkey(("ctrl", "c"))),
        ("LAUNCH(app='Shop', url='None')", OpenApp(name="Shop")),
        (f"QUOTE_TEXT({_BOX}, output='42')", Answer("42")),
        ("END()", Finish()),
    ],
)
def test_every_operation_is_read(call: str, action: Action) -> None:
    said = CODEC.decode(f"Action: tap save\nGrounded Operation: {call}\n<<一般操作>>")
    assert (said.actions, said.operation) == ((action,), "tap save")
    assert CODEC.decode(call).actions == (action,)


def test_plan_and_status_are_words_and_a_sensitive_operation_is_marked() -> None:
    text = f"Status: new\nPlan: one, two\nAction: pay\nGrounded Operation: CLICK({_BOX})\n<<敏感操作>>"
    said = CODEC.decode(text)
    assert said.actions == (Tap(0.5, 0.25, sensitive=True),)
    assert (said.thought, said.operation) == ("one, two", "pay")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Action: tap",
        "Action: a\nAction: b\nGrounded Operation: END()",
        "Grounded Operation: CLICK()",
        "CLICK(box=[400,200,600])",
        "CLICK(box=[[600,200,400,300]])",
        "CLICK(box=[[400,200,600,1300]])",
        "END() and more",
        "KEY_PRESS()",
        "KEY_PRESS(key='')",
        "FLY()",
    ],
)
def test_what_is_no_operation_is_an_error(text: str) -> None:
    with pytest.raises(DslError):
        CODEC.decode(text, repair=True)


def test_it_is_never_written() -> None:
    with pytest.raises(DslError, match="read, never written"):
        CODEC.encode(Finish())
