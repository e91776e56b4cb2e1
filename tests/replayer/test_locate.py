from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from observations import look, shown
from shop import SHOP, button, label, tap

from gui_rec.capture.target import find_target
from gui_rec.model.actions import Action, Direction, Drag, Gesture, Key, Scroll, Swipe, Tap, TimedPoint, Type
from gui_rec.model.geometry import Point, PxPoint, Rect, ScreenSize, to_px
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code
from gui_rec.replayer.locate import Located, NotLocated, locate
from gui_rec.replayer.looks import Look
from gui_rec.testing.builders import SIZE, TEXT_FIELD, Element, png

PAGE = SHOP["list"].elements


def recorded(action: Action, elements: tuple[Element, ...] = PAGE) -> Step:
    pre = look(elements)
    target, missing = find_target(pre.seen, pre.tree, action)
    return Step(0, pre.seen, action, pre.seen, target=target, target_missing=missing)


def found(step: Step, *elements: Element) -> Located:
    result = locate(step, look(elements))
    assert isinstance(result, Located), result
    return result


def lost(step: Step, *elements: Element) -> NotLocated:
    result = locate(step, look(elements))
    assert isinstance(result, NotLocated), result
    return result


def px(action: Action) -> PxPoint:
    assert isinstance(action, Tap)
    return to_px(Point(action.x, action.y), SIZE)


def test_the_same_screen_gives_the_same_action_exactly() -> None:
    step = recorded(tap(40))
    result = found(step, *PAGE)
    assert result.action == step.action
    assert (result.how, result.bounds_px) == ("selector", Rect(4, 40, 104, 60))


def test_a_moved_and_grown_target_is_touched_at_the_same_share() -> None:
    corner = Tap(24 / SIZE.width_px, 45 / SIZE.height_px)  # a fifth from the left, a quarter down
    moved = replace(PAGE[1], bounds=Rect(0, 100, 50, 180))
    assert px(found(recorded(corner), moved, PAGE[0]).action) == PxPoint(10, 120)


def test_a_new_text_under_an_old_id() -> None:
    result = found(recorded(tap(40)), PAGE[0], replace(PAGE[1], text="Milk (new)"), *PAGE[2:])
    assert px(result.action) == PxPoint(54, 50)


def test_a_new_id_under_an_old_text() -> None:
    result = found(recorded(tap(40)), PAGE[0], replace(PAGE[1], resource_id="x:id/other"), *PAGE[2:])
    assert result.how in ("selector", "text and role")


def test_an_equal_structure_keeps_its_places() -> None:
    rows = tuple(button(40 * i, f"Row {i}", "app:id/row") for i in range(1, 4))
    renamed = tuple(replace(row, text=row.text.replace("Row", "Zeile")) for row in rows)
    result = found(recorded(tap(80), rows), *renamed)
    assert result.how == "place"
    assert px(result.action) == PxPoint(54, 90)


def test_several_matches_are_never_touched() -> None:
    result = lost(recorded(tap(40)), *PAGE, replace(PAGE[1], bounds=Rect(4, 170, 104, 190)))
    assert result.code is Code.TARGET_AMBIGUOUS
    assert len(result.candidates) == 2


def test_a_missing_target_names_the_nearest() -> None:
    result = lost(recorded(tap(40)), PAGE[0], button(40, "Milk powder", "x:id/row_milk_powder"))
    assert result.code is Code.TARGET_NOT_FOUND
    assert result.candidates == ("Button 'Milk powder'",)


def test_a_disabled_target_is_not_touched() -> None:
    result = lost(recorded(tap(40)), PAGE[0], replace(PAGE[1], enabled=False), *PAGE[2:])
    assert "disabled" in result.detail


def test_a_target_outside_the_screen_is_not_touched() -> None:
    result = lost(recorded(tap(40)), PAGE[0], replace(PAGE[1], bounds=Rect(4, 900, 104, 940)))
    assert "outside" in result.detail


def test_a_target_without_area_is_not_touched() -> None:
    assert (
        lost(recorded(tap(40)), PAGE[0], replace(PAGE[1], bounds=Rect(0, 0, 0, 0))).code
        is Code.TARGET_NOT_FOUND
    )


def test_bare_coordinates_only_on_the_recorded_size() -> None:
    nowhere = replace(recorded(tap(40)), target=None)
    assert found(nowhere, *PAGE).how == "coordinates"
    other = Look.of(replace(shown(PAGE), size=ScreenSize(720, 1600)))
    result = locate(nowhere, other)
    assert isinstance(result, NotLocated)
    assert "108x240" in result.detail
    assert "720x1600" in result.detail


def test_without_a_hierarchy_only_an_equal_picture_tells_the_place() -> None:
    step = recorded(tap(40))
    result = locate(step, Look.of(Observation(size=SIZE)))
    assert isinstance(result, NotLocated)
    assert result.code is Code.OBSERVATION_FAILED
    blind = replace(shown(PAGE), ui_xml=None, state_key=None)
    result = locate(step, Look.of(blind))
    assert isinstance(result, Located)
    assert (result.how, result.action) == ("equal picture", step.action)
    assert isinstance(locate(step, Look.of(replace(blind, screenshot=png()))), NotLocated)


@pytest.mark.parametrize("action", [Key("BACK"), Type("x")])
def test_an_action_without_a_place_needs_no_target(action: Action) -> None:
    assert found(recorded(action)).how == "no target"


def test_strokes_move_with_their_target() -> None:
    big = Element(Rect(0, 0, 100, 200), "Pane", "app:id/pane", clickable=False)
    half = replace(big, bounds=Rect(0, 0, 50, 100))
    swipe = Swipe(50 / 108, 150 / 240, 50 / 108, 50 / 240, 300)
    result = found(recorded(swipe, (big, *PAGE[2:])), half, *PAGE[2:]).action
    assert isinstance(result, Swipe)
    assert to_px(Point(result.x1, result.y1), SIZE) == PxPoint(25, 75)
    assert to_px(Point(result.x2, result.y2), SIZE) == PxPoint(25, 25)
    assert result.duration_ms == 300


@pytest.mark.parametrize(
    "action",
    [
        Drag(0.4, 0.5, 0.4, 0.2, 500, 300),
        Scroll(Direction.DOWN, 0.4, 0.4, 0.5, 0.4, 0.6, 0.4, 0.2),
        Scroll(Direction.DOWN, 0.4, 0.4, 0.5),
        Gesture(((TimedPoint(0.4, 0.5, 0), TimedPoint(0.5, 0.2, 90)),)),
    ],
)
def test_every_kind_of_stroke_keeps_its_kind(action: Action) -> None:
    big = Element(Rect(0, 0, 100, 200), "Pane", "app:id/pane", clickable=False)
    half = replace(big, bounds=Rect(0, 0, 50, 100))
    result = found(recorded(action, (big,)), half).action
    assert type(result) is type(action)
    assert result != action


@settings(max_examples=60, deadline=None)
@given(
    left=st.integers(-40, 100),
    top=st.integers(-40, 230),
    width=st.integers(1, 108),
    height=st.integers(1, 240),
)
def test_whatever_is_touched_lies_on_the_target(left: int, top: int, width: int, height: int) -> None:
    bounds = Rect(left, top, left + width, top + height)
    result = locate(recorded(tap(40)), look((label(0, "Shop"), replace(PAGE[1], bounds=bounds))))
    if isinstance(result, Located):
        assert bounds.contains(px(result.action))


def test_text_goes_only_to_the_field_it_was_typed_into() -> None:
    name = Element(Rect(4, 40, 104, 60), "", "a:id/name", class_name=TEXT_FIELD, focused=True)
    word = Element(Rect(4, 70, 104, 90), "", "a:id/word", class_name=TEXT_FIELD)
    step = recorded(Type("ada"), (name, word))
    assert found(step, name, word).how == "focus"
    assert found(step, label(4, "New"), name, word).how == "focus"
    elsewhere = lost(step, replace(name, focused=False), replace(word, focused=True))
    assert elsewhere.code is Code.TARGET_NOT_FOUND
    assert "EditText 'word' has it" in elsewhere.detail
    assert "nothing has it" in lost(step, replace(name, focused=False), word).detail
