from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from small_recordings import small_look, small_step

from gui_rec.datasets.dedup.keys import action_key, course_key, screen_key, step_key
from gui_rec.model.actions import Gesture, Key, Swipe, Tap, TimedPoint, Type
from gui_rec.model.observation import Observation


def test_actions_are_compared_on_a_grid_and_without_their_time() -> None:
    assert action_key(Tap(0.51, 0.52)) == action_key(Tap(0.49, 0.5))
    assert action_key(Tap(0.51, 0.52)) != action_key(Tap(0.56, 0.52))
    assert action_key(Swipe(0.5, 0.7, 0.5, 0.2, 300)) == action_key(Swipe(0.5, 0.7, 0.5, 0.2, 900))
    assert action_key(Type("a")) != action_key(Type("b"))
    slow = Gesture(((TimedPoint(0.1, 0.1, 0), TimedPoint(0.9, 0.9, 800)),))
    quick = Gesture(((TimedPoint(0.1, 0.1, 0), TimedPoint(0.9, 0.9, 80)),))
    assert action_key(slow) == action_key(quick)


@given(st.floats(0, 1), st.floats(0, 1))
def test_every_place_has_a_cell(x: float, y: float) -> None:
    assert action_key(Tap(x, y)) == action_key(Tap(x, y))


def test_a_screen_is_its_hierarchy_else_its_picture_else_unknown() -> None:
    seen = small_look(1)
    assert seen.state_key is not None
    changed = replace(seen, state_key=replace(seen.state_key, state="1" * 16))
    assert screen_key(seen) != screen_key(changed)
    assert screen_key(replace(seen, state_key=None)) == seen.fingerprint
    assert screen_key(Observation()) is None
    assert step_key(small_step(0, Key("BACK"), pre=Observation())) is None


def test_a_course_is_task_and_steps() -> None:
    steps = [small_step(0, Tap(0.5, 0.5)), small_step(1, Key("BACK"))]
    assert course_key("Open 3 mails.", steps) == course_key("open 12 mails", steps)
    assert course_key("Open 3 mails.", steps) != course_key("Close 3 mails.", steps)
    assert course_key("Open 3 mails.", steps) != course_key("Open 3 mails.", steps[:1])
    assert course_key("x", [small_step(0, Key("BACK"), pre=Observation())]) is None
