from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.dsl.aitw import CODEC, TAP_DISTANCE
from gui_rec.errors import DslError
from gui_rec.model.actions import Action, Finish, FinishStatus, Key, LongPress, Swipe, Tap, Type
from gui_rec.model.geometry import ScreenSize

_SCREEN = ScreenSize(1000, 2000)
_NONE = "[-1.0, -1.0]"


def _row(kind: int, touch: object = _NONE, lift: object = _NONE, text: str = "") -> str:
    return json.dumps(
        {
            "result_action_type": kind,
            "result_action_text": text,
            "result_touch_yx": touch,
            "result_lift_yx": lift,
        }
    )


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (_row(4, "[0.25, 0.5]", "[0.25, 0.5]"), Tap(0.5, 0.25)),
        (_row(4, [0.25, 0.5], [0.25, 0.5]), Tap(0.5, 0.25)),
        (_row(4, "[0.25, 0.5]", "[0.28, 0.52]"), Tap(0.5, 0.25)),
        (_row(4, "[0.25, 0.5]", "[0.75, 0.5]"), Swipe(0.5, 0.25, 0.5, 0.75)),
        (_row(3, text="milk"), Type("milk")),
        (_row(3), Type("")),
        (_row(5), Key("BACK")),
        (_row(6), Key("HOME")),
        (_row(7), Key("ENTER")),
        (_row(10), Finish(FinishStatus.SUCCESS)),
        (_row(11), Finish(FinishStatus.INFEASIBLE)),
        ('{"result_action_type": 5}', Key("BACK")),
    ],
)
def test_rows_as_they_are_published_are_read(text: str, action: Action) -> None:
    assert CODEC.decode(text, screen=_SCREEN).actions == (action,)


@pytest.mark.parametrize(
    "text",
    [
        _row(4),
        _row(4, "[0.25]", "[0.25, 0.5]"),
        _row(4, "0.25, 0.5", "[0.25, 0.5]"),
        _row(4, "[0.25, 1.5]", "[0.25, 0.5]"),
        _row(4, "[0.25, 0.5]", "[0.25, 0.5]", "text"),
        _row(5, "[0.25, 0.5]"),
        _row(5, text="text"),
        _row(9),
        '{"result_action_type": true}',
        '{"result_action_type": [4]}',
    ],
)
def test_a_row_that_says_two_things_or_none_is_an_error(text: str) -> None:
    with pytest.raises(DslError):
        CODEC.decode(text, screen=_SCREEN, repair=True)


@given(x=st.floats(0, 1), y=st.floats(0, 1))
def test_a_stroke_too_short_to_be_one_is_refused(x: float, y: float) -> None:
    end = min(1.0, x + TAP_DISTANCE / 2)
    with pytest.raises(DslError, match="is a tap"):
        CODEC.encode(Swipe(x, y, end, y), screen=_SCREEN)


@pytest.mark.parametrize(
    "action", [LongPress(0.5, 0.5), Finish(FinishStatus.FAILURE), Type("a", press_enter=True)]
)
def test_what_it_has_no_number_for_is_refused(action: Action) -> None:
    with pytest.raises(DslError, match="cannot say"):
        CODEC.encode(action, screen=_SCREEN)
