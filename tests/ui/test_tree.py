"""Trees and nodes."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import N, dump, nodes, text, tree

from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Node


def test_nodes_are_frozen_and_compare_by_identity() -> None:
    first, second = tree(text("a")).roots[0], tree(text("a")).roots[0]
    assert first != second
    assert first.attributes == second.attributes
    assert len({first, second}) == 2
    with pytest.raises(FrozenInstanceError):
        first.text = "b"  # type: ignore[misc]


@given(nodes())
@settings(max_examples=40, deadline=None)
def test_walk_is_document_order_and_parents_agree(root: N) -> None:
    found = tree(root)
    order = [tuple(map(int, node.path.split("/"))) for node in found.walk()]
    assert order == sorted(order)
    assert len(order) == root.count()
    parents = found.parents()
    for node in found.walk():
        above = parents.get(node)
        assert (above is None) == (node in found.roots)
        assert above is None or node.path.rpartition("/")[0] == above.path


@given(st.text("0123456789/-x²", max_size=8))
@settings(max_examples=80, deadline=None)
def test_any_path_finds_its_node_or_none(path: str) -> None:
    found = tree(N(children=(text("a"), text("b"))), text("c"))
    node = found.at(path)
    assert node is None or [int(part) for part in path.split("/")] == [
        int(part) for part in node.path.split("/")
    ]


def test_package_is_what_most_nodes_carry() -> None:
    app, bar = N(children=(text("a"), text("b"))), text("12:00", package="com.android.systemui")
    assert tree(bar, app).package == "com.example"
    assert tree(replace(text("x"), package="")).package is None


def test_package_of_the_active_window_wins() -> None:
    window = '<window active="{}" bounds="[0,0][9,9]"><hierarchy>{}</hierarchy></window>'
    big = N(package="com.big", children=(text("a", package="com.big"), text("b", package="com.big")))
    both = window.format("false", big.xml()) + window.format("true", text("x").xml())
    assert parse_hierarchy(f"<displays><display>{both}</display></displays>").package == "com.example"


def test_informative_count_is_small_on_an_opaque_screen() -> None:
    game = N(children=(N("android.view.SurfaceView", rid="a:id/surface"), N("android.view.View")))
    assert tree(game).informative_count == 1
    assert tree(text("a"), text("b", bounds=(0, 0, 0, 0))).informative_count == 1


@pytest.mark.parametrize(
    ("cls", "editable"),
    [
        ("android.widget.EditText", True),
        ("androidx.appcompat.widget.AppCompatEditText", True),
        ("android.widget.AutoCompleteTextView", True),
        ("android.widget.MultiAutoCompleteTextView", True),
        ("android.widget.TextView", False),
    ],
)
def test_editable(cls: str, editable: bool) -> None:
    assert tree(N(cls)).roots[0].is_editable is editable


def test_repr_of_a_deep_node_is_short() -> None:
    deep = parse_hierarchy(
        "<hierarchy>" + "<node bounds='[0,0][9,9]'>" * 499 + "</node>" * 499 + "</hierarchy>"
    )
    assert len(repr(deep.roots[0])) < 1_000
    assert isinstance(deep.at("/".join(["0"] * 499)), Node)
    assert deep.at("/".join(["0"] * 500)) is None


def test_a_node_knows_whether_it_could_be_met() -> None:
    unseen = parse_hierarchy(dump(text("x", extra=(("visible-to-user", "false"),)))).roots[0]
    assert not unseen.is_hittable
    assert tree(text("x")).roots[0].is_hittable
