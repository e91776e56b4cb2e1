"""Matching at its edges: relations between bounds, anchors, and what lies under a point."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import N, nodes, text, tree

from gui_rec.errors import InputError
from gui_rec.model.geometry import PxPoint, Rect
from gui_rec.model.selector import Relation, Selector
from gui_rec.ui.matching import find_all, lies, node_at
from gui_rec.ui.tree import Tree

_OPPOSITE = {
    Relation.BELOW: Relation.ABOVE,
    Relation.ABOVE: Relation.BELOW,
    Relation.LEFT_OF: Relation.RIGHT_OF,
    Relation.RIGHT_OF: Relation.LEFT_OF,
}
_TURNED = {
    Relation.BELOW: Relation.RIGHT_OF,
    Relation.ABOVE: Relation.LEFT_OF,
    Relation.LEFT_OF: Relation.ABOVE,
    Relation.RIGHT_OF: Relation.BELOW,
}
ANCHOR = Rect(100, 100, 200, 200)


def paths(found: Tree, **keys: Any) -> list[str]:
    return [node.path for node in find_all(found, Selector(**keys))]


@pytest.mark.parametrize(
    ("bounds", "relations"),
    [
        (Rect(100, 200, 200, 300), {Relation.BELOW}),
        (Rect(100, 199, 200, 300), set()),
        (Rect(199, 200, 300, 300), {Relation.BELOW}),
        (Rect(200, 200, 300, 300), set()),
        (Rect(0, 0, 500, 100), {Relation.ABOVE}),
        (Rect(0, 0, 500, 101), set()),
        (Rect(200, 150, 300, 160), {Relation.RIGHT_OF}),
        (Rect(200, 0, 300, 100), set()),
        (Rect(0, 199, 100, 500), {Relation.LEFT_OF}),
        (Rect(120, 120, 180, 180), set()),
        (ANCHOR, set()),
    ],
)
def test_a_side_is_whole_and_shares_rows_or_columns(bounds: Rect, relations: set[Relation]) -> None:
    assert {relation for relation in Relation if lies(relation, bounds, ANCHOR)} == relations


_PLACES = st.integers(-3, 8)
_RECTS = st.builds(
    lambda left, top, width, height: Rect(left, top, left + width, top + height),
    _PLACES, _PLACES, st.integers(1, 6), st.integers(1, 6),
)  # fmt: skip


@given(_RECTS, _RECTS)
@settings(max_examples=200, deadline=None)
def test_sides_are_opposite_turn_with_the_screen_and_exclude_each_other(first: Rect, second: Rect) -> None:
    turned = [Rect(rect.top, rect.left, rect.bottom, rect.right) for rect in (first, second)]
    for relation in _OPPOSITE:
        holds = lies(relation, first, second)
        assert holds == lies(_OPPOSITE[relation], second, first)
        assert holds == lies(_TURNED[relation], *turned)
    assert sum(lies(relation, first, second) for relation in Relation) <= 1
    if not first.intersect(second).is_empty:
        assert not any(lies(relation, first, second) for relation in Relation)


def test_inside_means_below_in_the_hierarchy_not_a_like_beginning_of_its_path() -> None:
    rows = [N(rid=f"a:id/row{place}", children=(text(f"item {place}"),)) for place in range(11)]
    listed = tree(N(children=tuple(rows)))
    near = (Relation.INSIDE, Selector(resource_id="a:id/row1"))
    assert paths(listed, text_contains="item", near=near) == ["0/1/0"]
    assert paths(listed, package_name="com.example", near=near) == ["0/1/0"]


def test_no_node_is_its_own_neighbour() -> None:
    screen = tree(N(children=(text("a", top=0), text("b", top=40), text("a", top=80))))
    for relation in Relation:
        assert "0/1" not in paths(screen, package_name="com.example", near=(relation, Selector(text="b")))
    assert paths(screen, text="a", near=(Relation.BELOW, Selector(text="b"))) == ["0/2"]


def test_an_anchor_must_be_one_node_and_an_index_makes_it_one() -> None:
    screen = tree(N(children=(text("a", top=0), text("b", top=40), text("a", top=80))))
    assert paths(screen, text="b", near=(Relation.BELOW, Selector(text="a"))) == []
    assert paths(screen, text="b", near=(Relation.BELOW, Selector(text="a", index=0))) == ["0/1"]
    assert paths(screen, text="b", near=(Relation.BELOW, Selector(text="a", index=1))) == []
    hidden = tree(N(children=(text("b", top=40), text("a", bounds=(0, 0, 400, 0)))))
    assert paths(hidden, text="b", near=(Relation.BELOW, Selector(text="a"))) == []


def test_an_index_counts_what_all_other_keys_left_over() -> None:
    screen = tree(N(children=tuple(text("a", top=40 * place) for place in range(4))))
    near = (Relation.BELOW, Selector(text="a", index=1))
    assert paths(screen, text="a", near=near) == ["0/2", "0/3"]
    assert paths(screen, text="a", near=near, index=1) == ["0/3"]
    assert paths(screen, text="a", near=near, index=2) == []


def test_an_empty_text_is_a_text() -> None:
    screen = tree(N(children=(text("a"), text("", "a:id/blank"))))
    assert paths(screen, text="", class_name="android.widget.TextView") == ["0/1"]
    assert paths(screen, text_contains="", class_name="android.widget.TextView") == ["0/0", "0/1"]


def test_a_bad_pattern_raises_even_where_no_node_is_looked_at() -> None:
    nothing = tree(N(bounds=(0, 0, 0, 0)))
    with pytest.raises(InputError, match="textMatches"):
        find_all(nothing, Selector(text_matches="a{"))
    with pytest.raises(InputError, match="textMatches"):
        find_all(nothing, Selector(text="x", near=(Relation.BELOW, Selector(text_matches="["))))


_KEYS = st.fixed_dictionaries(
    {},
    optional={
        "text_contains": st.sampled_from(["", "O", "设"]),
        "content_desc": st.sampled_from(["", "Back"]),
        "resource_id": st.sampled_from(["", "com.example:id/a"]),
        "class_name": st.just("android.widget.Button"),
        "enabled": st.booleans(),
        "clickable": st.booleans(),
        "text_matches": st.sampled_from([".*", "[A-Z].*", ""]),
    },
).filter(bool)


@given(nodes(depth=2), _KEYS, st.integers(0, 4))
@settings(max_examples=60, deadline=None)
def test_keys_together_find_what_each_finds_in_document_order(
    root: N, keys: dict[str, Any], index: int
) -> None:
    screen = tree(root)
    found = find_all(screen, Selector(**keys))
    alone = [set(find_all(screen, Selector(**{name: value}))) for name, value in keys.items()]
    expected = [node for node in screen.walk() if all(node in part for part in alone)]
    assert found == expected
    assert all(node.is_hittable for node in found)
    assert find_all(screen, Selector(**keys, index=index)) == found[index : index + 1]


@given(nodes(depth=2), st.integers(-10, 410), st.integers(-10, 410))
@settings(max_examples=100, deadline=None)
def test_the_node_at_a_point_is_the_best_of_those_there(root: N, x: int, y: int) -> None:
    screen, point = tree(root), PxPoint(x, y)
    there = [node for node in screen.walk() if node.is_hittable and node.bounds.contains(point)]
    best, count = node_at(screen, point)
    assert count == len(there)
    assert (best is None) == (not there)
    if best is not None:
        assert best in there
        rivals = [node for node in there if node.enabled] or there
        assert best in rivals
        assert best.bounds.area == min(node.bounds.area for node in rivals)


def test_bounds_hold_their_left_and_top_but_not_their_right_and_bottom() -> None:
    screen = tree(N(bounds=(10, 20, 30, 40)))
    inside = [(10, 20), (29, 39)]
    outside = [(9, 20), (10, 19), (30, 39), (29, 40)]
    assert [node_at(screen, PxPoint(*place))[1] for place in inside] == [1, 1]
    assert [node_at(screen, PxPoint(*place)) for place in outside] == [(None, 0)] * 4


def test_roots_without_windows_all_count_and_the_later_is_drawn_over() -> None:
    same = N(bounds=(0, 0, 50, 50))
    screen = tree(same, replace(same, text="over"))
    assert node_at(screen, PxPoint(5, 5)) == (screen.roots[1], 2)


def test_unseen_nodes_are_found_only_when_asked_for() -> None:
    page = tree(N(children=(text("here"), N(rid="r", bounds=(0, 0, 0, 0)))))
    assert find_all(page, Selector(resource_id="r")) == []
    assert [node.path for node in find_all(page, Selector(resource_id="r"), unseen=True)] == ["0/1"]
