"""Actions refuse what they cannot mean."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import actions

from gui_rec.errors import InputError
from gui_rec.model.actions import (
    ACTION_TYPES,
    NO_DEVICE_EFFECT,
    Action,
    Direction,
    Gesture,
    Hotkey,
    Key,
    LongPress,
    OpenApp,
    Pinch,
    Scroll,
    Swipe,
    Tap,
    TimedPoint,
    Type,
    Wait,
    target_point,
)
from gui_rec.model.geometry import Point


def test_every_action_has_a_type_of_its_own() -> None:
    assert len(ACTION_TYPES) == 29
    assert all(name and cls.type == name for name, cls in ACTION_TYPES.items())


@pytest.mark.parametrize(
    "make",
    [
        lambda: Tap(1.5, 0.5),
        lambda: Tap(float("nan"), 0.5),
        lambda: Tap(0.5, 0.5, clicks=0),
        lambda: LongPress(0.5, 0.5, duration_ms=-1),
        lambda: Swipe(0, 0, 0, 2),
        lambda: Scroll(Direction.DOWN, amount=0.0),
        lambda: Scroll(Direction.DOWN, x1=0.5),
        lambda: Type("text", x=0.5),
        lambda: Scroll(Direction.DOWN, y=0.5),
        lambda: Gesture(()),
        lambda: Gesture(((),)),
        lambda: TimedPoint(0.5, 0.5, -1),
        lambda: Gesture(((TimedPoint(0.5, 0.5, 9), TimedPoint(0.5, 0.6, 8)),)),
        lambda: Pinch(0.5, 0.5, 0),
        lambda: Key("back; reboot"),
        lambda: Key("BACK", presses=0),
        OpenApp,
        lambda: Hotkey(()),
        lambda: Wait(duration_ms=10**9),
    ],
)
def test_what_cannot_be_meant_is_refused(make: object) -> None:
    assert callable(make)
    with pytest.raises(InputError):
        make()


def test_the_target_is_where_the_finger_first_comes_down() -> None:
    assert target_point(Tap(0.25, 0.5)) == Point(0.25, 0.5)
    assert target_point(Swipe(0.1, 0.2, 0.3, 0.4)) == Point(0.1, 0.2)
    assert target_point(Gesture(((TimedPoint(0.3, 0.4, 0), TimedPoint(0.5, 0.5, 9)),))) == Point(0.3, 0.4)
    assert target_point(Scroll(Direction.UP, x=0.5, y=0.5, x1=0.5, y1=0.2, x2=0.5, y2=0.8)) == Point(0.5, 0.2)
    assert target_point(Scroll(Direction.UP)) is None
    assert target_point(Type("text")) is None
    assert target_point(Type("text", x=0.1, y=0.2)) == Point(0.1, 0.2)
    assert target_point(Key("BACK")) is None


_NUMBERS = {"x": (-0.01, 1.01, float("nan")), "duration_ms": (-1, 3_600_001, 0.5, True)}
_NUMBERS |= dict.fromkeys(("y", "x1", "y1", "x2", "y2"), _NUMBERS["x"])
_NUMBERS |= dict.fromkeys(("hold_ms", "timeout_ms"), _NUMBERS["duration_ms"])


@settings(max_examples=150, deadline=None)
@given(actions(), st.data())
def test_no_action_of_any_type_takes_a_number_outside_its_range(action: Action, data: st.DataObject) -> None:
    names = [field.name for field in fields(action) if field.name in _NUMBERS]
    if names:
        name = data.draw(st.sampled_from(names))
        changed: Any = replace
        with pytest.raises(InputError):
            changed(action, **{name: data.draw(st.sampled_from(_NUMBERS[name]))})


@settings(max_examples=100, deadline=None)
@given(actions())
def test_what_aims_at_a_place_is_performed_on_the_device(action: Action) -> None:
    if target_point(action) is not None:
        assert not isinstance(action, NO_DEVICE_EFFECT)


@settings(max_examples=60, deadline=None)
@given(actions())
def test_actions_are_values(action: Action) -> None:
    copy: Any = replace
    assert copy(action) == action
    assert hash(copy(action)) == hash(action)
