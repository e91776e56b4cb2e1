from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.errors import UsageError
from gui_rec.model.actions import Invalid, Key, OpenApp, Tap
from gui_rec.model.geometry import ScreenSize
from gui_rec.recorder.turns import read_turn

SCREEN = ScreenSize(1080, 2400)
COT = "<think>\nIt is below.\n</think>\n<operation>\nOpen the shop\n</operation>\n<action>\n{}\n</action>"


def test_the_words_and_every_call_of_an_answer() -> None:
    turn = read_turn(COT.format("open_app(app_name='Shop')\nnavigate_back()"), "scalecua", screen=SCREEN)
    assert turn.actions == (OpenApp(name="Shop"), Key("BACK"))
    assert (turn.thought, turn.operation) == ("It is below.", "Open the shop")
    assert (turn.space, turn.is_valid) == ("norm01", True)


def test_a_dialect_of_json_has_the_canonical_space() -> None:
    turn = read_turn('{"type": "tap", "x": 0.5, "y": 0.25}', "canonical", screen=None)
    assert turn.actions == (Tap(0.5, 0.25),)
    assert turn.space == "norm01"


def test_what_cannot_be_read_is_invalid_and_says_where() -> None:
    turn = read_turn("click(x=0.5", "scalecua", screen=SCREEN)
    (action,) = turn.actions
    assert isinstance(action, Invalid)
    assert action.raw == "click(x=0.5"
    assert "at 11" in action.reason or "11" in action.reason
    assert not turn.is_valid


def test_a_lenient_reading_says_what_it_repaired() -> None:
    turn = read_turn("callUser()", "scalecua", screen=SCREEN, repair=True)
    assert turn.is_valid
    assert turn.repairs


def test_a_dialect_that_is_none() -> None:
    with pytest.raises(UsageError, match="klingon"):
        read_turn("click()", "klingon", screen=None)


@given(st.text())
def test_any_text_is_a_turn(text: str) -> None:
    for dialect in ("scalecua", "canonical"):
        turn = read_turn(text, dialect, screen=SCREEN, repair=True)
        assert turn.actions
        assert turn.is_valid != isinstance(turn.actions[0], Invalid)
