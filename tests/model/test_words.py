"""Actions in few words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from strategies import actions

from gui_rec.model.actions import (
    Action,
    Direction,
    Finish,
    FinishStatus,
    Gesture,
    Key,
    Note,
    OpenApp,
    Scroll,
    Swipe,
    Tap,
    TimedPoint,
    Type,
    WaitFor,
)
from gui_rec.model.observation import Observation
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step
from gui_rec.model.words import action_words, rest_words


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Tap(0.5, 0.25), "tap 0.500,0.250"),
        (Tap(0.5, 0.25, clicks=2), "tap 0.500,0.250 clicks=2"),
        (Tap(0.5, 0.25, sensitive=True, message="Pay?"), "tap 0.500,0.250 sensitive=True 'Pay?'"),
        (Swipe(0.5, 0.75, 0.5, 0.25, 300), "swipe 0.500,0.750 -> 0.500,0.250 duration_ms=300"),
        (Scroll(Direction.DOWN, amount=0.4), "scroll 'down' amount=0.4"),
        (Type("café 灯", press_enter=True), "type 'café 灯' press_enter=True"),
        (Key("BACK"), "key 'BACK'"),
        (OpenApp(name="Shop"), "open_app 'Shop'"),
        (Finish(FinishStatus.SUCCESS), "finish 'success'"),
        (Note("x" * 100), "note '" + "x" * 39 + "…'"),
        (
            Gesture(((TimedPoint(0.1, 0.2, 0),) * 30, (TimedPoint(0.5, 0.5, 4),))),
            "gesture 2 fingers, 31 points",
        ),
        (WaitFor(Selector(text="t" * 80)), "wait_for selector={'text': '" + "t" * 29 + "…"),
    ],
)
def test_what_matters_is_said(action: Action, words: str) -> None:
    assert action_words(action) == words


@given(actions())
@settings(max_examples=60, deadline=None)
def test_every_action_begins_with_its_type_and_stays_on_one_line(action: Action) -> None:
    words = action_words(action)
    assert words.split()[0] == action.type
    assert "\n" not in words
    assert len(words) < 300


@pytest.mark.parametrize(
    ("settled", "settle_ms", "words"),
    [
        (True, 0, "at once"),
        (True, 480, "after 480 ms"),
        (False, 10_000, "never at rest"),
        (None, None, "?"),
    ],
)
def test_when_the_screen_came_to_rest(settled: bool | None, settle_ms: int | None, words: str) -> None:
    step = Step(0, Observation(), Tap(0.5, 0.5), Observation(), settled=settled, settle_ms=settle_ms)
    assert rest_words(step) == words
