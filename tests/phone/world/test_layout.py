from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.model.geometry import Rect
from gui_rec.phone.world.layout import FieldStates, Layout, Placed, walk
from gui_rec.phone.world.views import FILL, Field, Flow, Look, View

SCREEN = Rect(0, 0, 320, 640)


def _layout(scroll: dict[str, int] | None = None, fields: FieldStates | None = None) -> Layout:
    """160 dpi, so that a dp is a px."""
    return Layout(160, scroll or {}, fields or FieldStates())


def _place(view: View, scroll: dict[str, int] | None = None, fields: FieldStates | None = None) -> Placed:
    return _layout(scroll, fields).place(view, SCREEN, SCREEN)


def _bounds(placed: Placed) -> list[tuple[int, int, int, int]]:
    return [child.bounds.as_tuple() for child in placed.children]


def test_dp_become_px_by_the_density() -> None:
    assert Layout(420, {}, FieldStates()).px(48) == 126
    assert Layout(320, {}, FieldStates()).px(10) == 20


def test_a_column_stacks_its_children_with_gaps() -> None:
    placed = _place(View(children=(View(h=10), View(h=20)), gap=5, pad=(1, 2, 3, 4)))
    assert _bounds(placed) == [(1, 2, 317, 12), (1, 17, 317, 37)]


def test_fill_takes_what_is_left_in_equal_shares() -> None:
    placed = _place(View(children=(View(h=40), View(h=FILL), View(h=FILL))))
    assert _bounds(placed) == [(0, 0, 320, 40), (0, 40, 320, 340), (0, 340, 320, 640)]


def test_a_row_goes_from_left_to_right_and_centres_vertically() -> None:
    placed = _layout().place(
        View(flow=Flow.ROW, children=(View(w=20, h=10), View(h=20))), Rect(0, 0, 100, 40), SCREEN
    )
    assert _bounds(placed) == [(0, 15, 20, 25), (20, 10, 100, 30)]


@pytest.mark.parametrize(
    ("anchor", "corner"),
    [
        ("start-top", (0, 0)),
        ("end-top", (300, 0)),
        ("start-bottom", (0, 630)),
        ("end-bottom", (300, 630)),
        ("center", (150, 315)),
    ],
)
def test_a_stack_anchors_its_children(anchor: str, corner: tuple[int, int]) -> None:
    placed = _place(View(flow=Flow.STACK, children=(View(w=20, h=10, anchor=anchor),)))
    assert (placed.children[0].bounds.left, placed.children[0].bounds.top) == corner


@pytest.mark.parametrize(("align", "left"), [("start", 0), ("center", 150), ("end", 300)])
def test_a_column_aligns_narrow_children(align: str, left: int) -> None:
    assert _place(View(align=align, children=(View(w=20, h=10),))).children[0].bounds.left == left


def test_text_is_as_high_as_its_lines() -> None:
    view = View(text="x", look=Look(size=10, lines=3))
    assert _layout().height(view) == 42


def test_an_icon_may_be_higher_than_the_text() -> None:
    assert _layout().height(View(text="x", look=Look(size=10, icon="bag", icon_size=24))) == 24


def test_padding_counts_into_the_height() -> None:
    assert _layout().height(View(pad=(0, 7, 0, 8), children=(View(h=10),))) == 25


def test_a_row_is_as_high_as_its_highest_child() -> None:
    assert _layout().height(View(flow=Flow.ROW, children=(View(h=10), View(h=30)))) == 30


def _list(rows: int, *, recycles: bool = False) -> View:
    children = tuple(View(id=f"row{number}", h=100) for number in range(rows))
    return View(id="list", h=FILL, scrolls=True, recycles=recycles, children=children)


def test_scrolling_moves_the_content_and_is_limited() -> None:
    placed = _place(_list(10), {"list": 150})
    assert (placed.offset, placed.range_px) == (150, 360)
    assert placed.children[0].bounds.top == -150
    assert _place(_list(10), {"list": 9999}).offset == 360


def test_content_that_fits_does_not_scroll() -> None:
    assert _place(_list(3), {"list": 50}).offset == 0


def test_what_is_scrolled_away_is_not_visible_but_keeps_its_index() -> None:
    placed = _place(_list(10), {"list": 150})
    visible = [child.index for child in placed.children if not child.visible.is_empty]
    assert visible == [1, 2, 3, 4, 5, 6, 7]
    assert placed.children[1].visible.top == 0


def test_a_recycler_has_only_what_is_on_the_screen() -> None:
    placed = _place(_list(10, recycles=True), {"list": 150})
    assert [child.index for child in placed.children] == list(range(7))
    assert placed.children[0].view.id == "row1"


def test_a_field_shows_its_text_or_its_hint() -> None:
    view = View(id="f", field=Field("Name"))
    empty = _place(view)
    assert (empty.shown_text, empty.is_hint, empty.focused) == ("Name", True, False)
    typed = _place(view, fields=FieldStates({"f": "ada"}, {"f": 2}, "f"))
    assert (typed.shown_text, typed.is_hint, typed.cursor) == ("ada", False, 2)


def test_a_password_shows_bullets() -> None:
    view = View(id="f", field=Field("Password", password=True))
    assert _place(view, fields=FieldStates({"f": "s3cret"})).shown_text == "••••••"


def test_the_cursor_of_a_focused_field_stands_behind_its_text() -> None:
    view = View(id="f", field=Field())
    assert _place(view, fields=FieldStates({"f": "abc"}, {}, "f")).cursor == 3


def test_walk_goes_in_document_order() -> None:
    view = View(id="a", children=(View(id="b", children=(View(id="c"),)), View(id="d")))
    assert [placed.view.id for placed in walk(_place(view))] == ["a", "b", "c", "d"]


_LEAVES = st.builds(View, h=st.integers(0, 60), w=st.sampled_from([FILL, 10, 500]))
_VIEWS = st.recursive(
    _LEAVES,
    lambda below: st.builds(
        View,
        flow=st.sampled_from(list(Flow)),
        h=st.sampled_from([FILL, -2, 50]),
        gap=st.integers(0, 8),
        align=st.sampled_from(["start", "center", "end"]),
        children=st.lists(below, max_size=4).map(tuple),
        scrolls=st.booleans(),
        id=st.sampled_from(["", "s"]),
    ),
    max_leaves=12,
)


@settings(max_examples=80, deadline=None)
@given(_VIEWS, st.integers(0, 400))
def test_whatever_is_visible_lies_on_the_screen_and_in_its_parent(view: View, offset: int) -> None:
    root = _place(view, {"s": offset})
    for placed in walk(root):
        if not placed.visible.is_empty:
            assert placed.visible.intersect(SCREEN) == placed.visible
        for child in placed.children:
            if not child.visible.is_empty:
                assert child.visible.intersect(placed.visible) == child.visible
