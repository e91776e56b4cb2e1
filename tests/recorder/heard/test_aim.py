from __future__ import annotations

import pytest
from hearing import SIZE, x, y
from trees import N

from gui_rec.model.actions import Action, Direction, Drag, Gesture, LongPress, Scroll, Swipe, Tap, Type
from gui_rec.model.geometry import Point as UnitPoint
from gui_rec.model.geometry import PxPoint, Rect, to_px
from gui_rec.recorder.heard.aim import Aim, Verb, straight
from gui_rec.recorder.heard.view import View
from gui_rec.ui.parse import parse_hierarchy

VIEW = View((("text", "OK"),))
BOUNDS = Rect(100, 200, 300, 1200)


@pytest.mark.parametrize(
    ("aim", "expected"),
    [
        (Aim(Verb.TAP, VIEW), Tap(x(200), y(700))),
        (Aim(Verb.TAP_TOP_LEFT, VIEW), Tap(x(105), y(205))),
        (Aim(Verb.TAP_BOTTOM_RIGHT, VIEW), Tap(x(295), y(1195))),
        (Aim(Verb.LONG_PRESS, VIEW), LongPress(x(200), y(700))),
        (Aim(Verb.SET_TEXT, VIEW, text="a"), Type("a", clear_before=True, x=x(200), y=y(700))),
        (
            Aim(Verb.DRAG, VIEW, to_px=PxPoint(5, 6), duration_ms=500),
            Drag(x(200), y(700), x(5), y(6), duration_ms=500),
        ),
        (
            Aim(Verb.SCROLL, VIEW, duration_ms=275),
            Scroll(Direction.DOWN, x1=x(200), y1=y(1099), x2=x(200), y2=y(300), duration_ms=275),
        ),
        (
            Aim(Verb.SCROLL, VIEW, forward=False),
            Scroll(Direction.UP, x1=x(200), y1=y(300), x2=x(200), y2=y(1099)),
        ),
        (
            Aim(Verb.SCROLL, VIEW, vertical=False),
            Scroll(Direction.RIGHT, x1=x(279), y1=y(700), x2=x(120), y2=y(700)),
        ),
        (Aim(Verb.SWIPE, VIEW, forward=False, duration_ms=50), Swipe(x(200), y(1195), x(200), y(205), 50)),
        (Aim(Verb.SWIPE, VIEW, vertical=False), Swipe(x(105), y(700), x(295), y(700))),
    ],
)
def test_an_act_on_a_view_at_its_place(aim: Aim, expected: Action) -> None:
    assert aim.at(BOUNDS, SIZE) == expected


@pytest.mark.parametrize(("verb", "ends"), [(Verb.PINCH_OUT, (150, 250)), (Verb.PINCH_IN, (180, 220))])
def test_a_pinch_is_two_fingers_beside_the_middle(verb: Verb, ends: tuple[int, int]) -> None:
    gesture = Aim(verb, VIEW, share=0.5, duration_ms=250).at(BOUNDS, SIZE)
    assert isinstance(gesture, Gesture)
    last = [path[-1] for path in gesture.contacts]
    assert [to_px(UnitPoint(point.x, point.y), SIZE).x for point in last] == list(ends)
    assert [point.at_ms for point in last] == [250, 250]


@pytest.mark.parametrize("verb", list(Verb))
def test_nothing_is_done_to_a_view_that_is_not_on_the_screen(verb: Verb) -> None:
    assert Aim(verb, VIEW, to_px=PxPoint(1, 1)).at(Rect(2000, 0, 2100, 100), SIZE) is None


@pytest.mark.parametrize("verb", [Verb.PINCH_IN, Verb.PINCH_OUT, Verb.SWIPE])
def test_a_view_may_be_too_small(verb: Verb) -> None:
    assert Aim(verb, VIEW).at(Rect(0, 0, 8, 8), SIZE) is None


def test_a_drag_needs_its_end() -> None:
    assert Aim(Verb.DRAG, VIEW).at(BOUNDS, SIZE) is None


def test_a_corner_of_a_tiny_view_may_lie_off_the_screen() -> None:
    for verb in (Verb.TAP_TOP_LEFT, Verb.LONG_PRESS_TOP_LEFT):
        assert Aim(verb, VIEW).at(Rect(1078, 0, 1080, 2), SIZE) is None


def test_a_straight_way_ends_at_the_edge() -> None:
    first, last = straight(PxPoint(5, 5), PxPoint(-9, 99_999), 40, SIZE)
    assert (first.x, first.y, first.at_ms) == (x(5), y(5), 0)
    assert (last.x, last.y, last.at_ms) == (0.0, y(2399), 40)


def test_views_are_found_in_the_hierarchy() -> None:
    xml = N(children=(N(text="OK", bounds=(100, 200, 300, 1200)), N(text="bin", bounds=(0, 0, 10, 20)))).xml()
    tree = parse_hierarchy(f"<hierarchy rotation='0'>{xml}</hierarchy>")
    there, gone = View((("text", "bin"),)), View((("text", "gone"),))
    assert Aim(Verb.TAP, VIEW).on(tree, SIZE) == Tap(x(200), y(700))
    assert Aim(Verb.DRAG, VIEW, to_view=there).on(tree, SIZE) == Drag(x(200), y(700), x(5), y(10))
    assert Aim(Verb.DRAG, VIEW, to_view=gone).on(tree, SIZE) is None
    assert Aim(Verb.TAP, gone).on(tree, SIZE) is None
