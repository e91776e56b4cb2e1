"""The canonical tree."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import N, any_text, nodes, text, tree

from gui_rec.ui.canonical import CanonicalNode, canonical, normal_text, role_of, tail_of, walk


def shape(roots: tuple[CanonicalNode, ...]) -> list[object]:
    return [(node.role, node.rid, node.text, shape(node.children)) for node in roots]


@pytest.mark.parametrize(
    ("class_name", "role"),
    [
        ("android.widget.TextView", "TextView"),
        ("androidx.appcompat.widget.AppCompatTextView", "TextView"),
        ("com.google.android.material.button.MaterialButton", "Button"),
        ("com.google.android.material.textview.MaterialTextView", "TextView"),
        ("androidx.constraintlayout.widget.ConstraintLayout", "Group"),
        ("android.view.View", "Group"),
        ("android.view.ViewGroup", "Group"),
        ("androidx.appcompat.widget.LinearLayoutCompat", "Group"),
        ("androidx.recyclerview.widget.RecyclerView", "RecyclerView"),
        ("androidx.appcompat.app.ActionBar$Tab", "Tab"),
        ("Material", "Material"),
        ("android.webkit.WebView", "WebView"),
        ("", "Group"),
    ],
)
def test_role_of(class_name: str, role: str) -> None:
    assert role_of(class_name) == role


@pytest.mark.parametrize(
    ("rid", "tail"),
    [
        ("com.x:id/title", "title"),
        ("android:id/content", "content"),
        ("compose_tag", "compose_tag"),
        ("", ""),
        ("a/b/c", "c"),
    ],
)
def test_tail_of(rid: str, tail: str) -> None:
    assert tail_of(rid) == tail


def test_anonymous_groups_give_way_in_place() -> None:
    inner = N(children=(text("a"), N(children=(text("b"), text("c")))))
    assert shape(canonical(tree(N(children=(inner, text("d")))))) == shape(
        canonical(tree(text("a"), text("b"), text("c"), text("d")))
    )


def test_what_keeps_a_group() -> None:
    for keeps in (
        N(rid="a:id/x"),
        N(text="x"),
        N(desc="x"),
        N(flags=frozenset({"enabled", "clickable"})),
        N(flags=frozenset({"enabled", "scrollable"})),
        N(flags=frozenset({"enabled", "checkable"})),
        N(flags=frozenset()),
    ):
        assert [node.role for node in canonical(tree(keeps))] == ["Group"]
    assert canonical(tree(N())) == ()
    assert canonical(tree(N(flags=frozenset({"enabled", "focusable", "focused", "long-clickable"})))) == ()


def test_named_leaves_that_are_no_groups_stay_even_when_they_say_nothing() -> None:
    assert [node.role for node in canonical(tree(N("android.widget.ImageView")))] == ["ImageView"]


@given(nodes())
@settings(max_examples=60, deadline=None)
def test_every_canonical_node_comes_from_a_node_of_area_in_order(root: N) -> None:
    found = tree(root)
    order = {node: place for place, node in enumerate(found.walk())}
    places = [order[node.node] for node in walk(canonical(found))]
    assert places == sorted(set(places))
    assert all(not node.node.bounds.is_empty for node in walk(canonical(found)))
    speaking = sum(node.is_informative and not node.bounds.is_empty for node in found.walk())
    assert speaking <= len(places)


@given(any_text)
@settings(max_examples=100, deadline=None)
def test_normal_text_is_settled(said: str) -> None:
    once = normal_text(said)
    assert normal_text(once) == once
    assert once == once.strip()


@given(st.from_regex(r"[0-9:.,$€%/ -]{1,12}", fullmatch=True))
@settings(max_examples=100, deadline=None)
def test_numbers_clocks_and_prices_stay(said: str) -> None:
    assert normal_text(said) == " ".join(said.split())


@pytest.mark.parametrize("size", [0, 1, 40])
def test_passwords_show_their_length(size: int) -> None:
    field = N("android.widget.EditText", text="é" * size, flags=frozenset({"enabled", "password"}))
    (node,) = canonical(tree(field))
    assert node.text == "•" * size


def test_flags_and_scrolling_stand_beside_the_key() -> None:
    (node,) = canonical(tree(replace(text("x"), flags=frozenset({"checked", "scrollable"}))))
    assert node.flags == (True, False, False)
    assert node.node.scrollable
