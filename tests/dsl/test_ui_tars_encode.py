from __future__ import annotations

import pytest

from gui_rec.dsl.ui_tars import DOUBAO, UI_TARS_1
from gui_rec.errors import DslError
from gui_rec.model.actions import (
    Action,
    Direction,
    DoubleTap,
    Finish,
    FinishStatus,
    Key,
    LongPress,
    Scroll,
    Swipe,
    Tap,
    Type,
    Wait,
)

_DOWN = Scroll(Direction.DOWN, None, None, None, 0.5, 0.75, 0.5, 0.25)


@pytest.mark.parametrize(
    ("action", "point", "box"),
    [
        (
            Tap(0.5, 0.25),
            "click(point='<point>500 250</point>')",
            "click(start_box='<|box_start|>(500,250)<|box_end|>')",
        ),
        (
            Swipe(0.5, 0.75, 0.5, 0.25),
            "drag(start_point='<point>500 750</point>', end_point='<point>500 250</point>')",
            "scroll(start_box='<|box_start|>(500,750)<|box_end|>', end_box='<|box_start|>(500,250)<|box_end|>')",
        ),
        (
            _DOWN,
            "scroll(point='<point>500 750</point>', direction='down')",
            "scroll(start_box='<|box_start|>(500,750)<|box_end|>', end_box='<|box_start|>(500,250)<|box_end|>')",
        ),
        (
            LongPress(0.5, 0.25, 1500),
            "long_press(point='<point>500 250</point>')",
            "long_press(start_box='<|box_start|>(500,250)<|box_end|>', time='1.5')",
        ),
        (Type("a", press_enter=True), r"type(content='a\n')", r"type(content='a\n')"),
        (Finish(), "finished()", "finished()"),
        (Finish(message=""), "finished(content='')", "finished(content='')"),
    ],
)
def test_each_writes_places_its_own_way(action: Action, point: str, box: str) -> None:
    assert (DOUBAO.encode(action), UI_TARS_1.encode(action)) == (point, box)


@pytest.mark.parametrize(
    ("action", "lost"),
    [
        (_DOWN, "the finger's points"),
        (Scroll(Direction.UP), "no place"),
        (Finish(FinishStatus.FAILURE), "status failure"),
        (Type("x", clear_before=True), "clear_before"),
    ],
)
def test_what_is_lost_is_named(action: Action, lost: str) -> None:
    assert lost in DOUBAO.fidelity(action).note


@pytest.mark.parametrize(
    "action",
    [
        DoubleTap(0.5, 0.5),
        Key("ENTER"),
        Wait(),
        Type("x\n"),
        Type("x", x=0.5, y=0.5),
        Tap(0.5, 0.5, clicks=2),
    ],
)
def test_what_the_phones_set_has_not_is_refused(action: Action) -> None:
    with pytest.raises(DslError, match="cannot say"):
        DOUBAO.encode(action)
