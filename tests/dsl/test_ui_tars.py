"""UI-TARS's answers: three members, two ways to write a place, one grammar."""

from __future__ import annotations

import pytest

from gui_rec.dsl.ui_tars import DOUBAO, UI_TARS_1, UI_TARS_15
from gui_rec.errors import DslError
from gui_rec.model.actions import Key, Tap
from gui_rec.model.geometry import ScreenSize

_SCREEN = ScreenSize(1000, 2000)
_CALLS = ("click(point='<point>500 500</point>')", "click(start_box='<|box_start|>(500,500)<|box_end|>')")


@pytest.mark.parametrize("call", [*_CALLS, "click(start_box='[400, 400, 600, 600]')"])
def test_every_way_to_write_a_place_is_read_by_the_thousandth(call: str) -> None:
    for codec in (DOUBAO, UI_TARS_1):
        assert codec.decode(f"Thought: I see\nAction: {call}", screen=_SCREEN).actions == (Tap(0.5, 0.5),)


def test_the_weights_speak_in_pixels_of_the_resized_picture() -> None:
    # 1000x2000 is resized to 1008x1988.
    said = UI_TARS_15.decode("Action: click(point='<point>504 994</point>')", screen=_SCREEN)
    assert said.actions == (Tap(0.5, 0.5),)
    assert str(UI_TARS_15.space_on(_SCREEN)) == "resized(1008,1988)"


def test_several_actions_stand_apart_by_an_empty_line() -> None:
    said = UI_TARS_1.decode("Thought: two\nsteps\nAction: press_home()\n\npress_back()")
    assert said.actions == (Key("HOME"), Key("BACK"))
    assert said.thought == "two\nsteps"


@pytest.mark.parametrize(
    "text",
    [
        "Thought: no action",
        "Thought: x\nAction:",
        "Action: click(point='500 500')",
        "Action: click(start_box='(1,2,3)')",
        "Action: click()",
        "Action: click(point='<point>1 2</point>', start_box='(1,2)')",
        "Action: click(start_box='(600,600,400,400)')",
        "Action: click(point='<point>5000 1</point>')",
    ],
)
def test_half_an_answer_is_an_error(text: str) -> None:
    with pytest.raises(DslError) as caught:
        UI_TARS_1.decode(text, screen=_SCREEN, repair=True)
    assert caught.value.position is not None


def test_words_that_would_begin_the_action_are_refused() -> None:
    with pytest.raises(DslError, match="begins with"):
        UI_TARS_1.encode(Key("BACK"), thought="so\nAction: press_home()", wrapping="thought")
