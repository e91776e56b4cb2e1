from __future__ import annotations

from fake_app import BODY, FORM, NAME, OPEN, TITLE

from gui_rec.capture.target import find_target, focused_field, focused_node
from gui_rec.model.actions import Action, Key, Swipe, Tap, Type
from gui_rec.model.flags import MissingReason
from gui_rec.model.geometry import Rect
from gui_rec.model.step import Target
from gui_rec.testing.builders import Element, hierarchy_xml, observation
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.selectors import find_all

SHOWN = (TITLE, OPEN, FORM)


def target(action: Action, *elements: Element) -> tuple[Target | None, MissingReason | None]:
    shown = elements or SHOWN
    return find_target(observation(shown), parse_hierarchy(hierarchy_xml(shown)), action)


def test_the_node_under_the_point() -> None:
    found, missing = target(Tap(x=0.5, y=0.23))
    assert missing is None
    assert found is not None
    assert (found.text, found.resource_id, found.bounds_px) == ("Open", "app:id/open", OPEN.bounds)
    assert found.class_name == "android.widget.Button"
    assert found.candidates >= 1
    assert found.selector is not None
    (node,) = find_all(parse_hierarchy(hierarchy_xml(SHOWN)), found.selector)
    assert node.path == found.path


def test_a_stroke_aims_at_where_it_begins() -> None:
    found, _ = target(Swipe(x1=0.5, y1=0.23, x2=0.5, y2=0.9))
    assert found is not None
    assert found.text == "Open"


def test_what_a_node_does_not_say_is_none() -> None:
    found, _ = target(Tap(x=0.5, y=0.23), NAME)
    assert found is not None
    assert (found.text, found.content_desc) == (None, None)


def test_text_without_a_point_aims_at_the_focused_field() -> None:
    from dataclasses import replace

    found, _ = target(Type("a"), TITLE, replace(NAME, focused=True))
    assert found is not None
    assert found.resource_id == "app:id/name"
    assert target(Type("a"), TITLE) == (None, MissingReason.NO_NODE_UNDER_POINT)


def test_an_action_that_aims_nowhere_has_no_target() -> None:
    assert target(Key("BACK")) == (None, None)


def test_without_a_tree_the_reason_is_told() -> None:
    assert find_target(observation(SHOWN), None, Tap(x=0, y=0)) == (None, MissingReason.NO_TREE)


def test_a_point_beside_everything() -> None:
    xml = hierarchy_xml(()).replace("[0,0][108,240]", "[0,0][50,50]")
    found = find_target(observation(), parse_hierarchy(xml), Tap(x=0.9, y=0.9))
    assert found == (None, MissingReason.NO_NODE_UNDER_POINT)


def test_a_focused_field_wins_over_a_focused_list() -> None:
    from dataclasses import replace

    rows = replace(BODY, focused=True, bounds=Rect(0, 0, 100, 200))
    tree = parse_hierarchy(hierarchy_xml((rows, replace(NAME, focused=True), replace(OPEN, focused=True))))
    found = focused_node(tree)
    assert found is not None
    assert found.resource_id == "app:id/name"
    assert focused_node(parse_hierarchy(hierarchy_xml(SHOWN))) is None
    assert focused_field(tree) is found
    assert focused_field(parse_hierarchy(hierarchy_xml((rows,)))) is None
    assert focused_field(None) is None
