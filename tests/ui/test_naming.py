"""Names of nodes on app screens."""

from __future__ import annotations

from collections import Counter

import pytest
from screens_of_apps import GOODS, SCREENS, login, settings, shop
from trees import N, at, paths, text, tree

from gui_rec.model.action_fields import selector_from_fields, selector_to_fields
from gui_rec.model.selector import Relation, Selector
from gui_rec.ui.selectors import find_all, selector_for
from gui_rec.ui.tree import Node, Tree


def node_of(found: Tree, **attributes: object) -> Node:
    (node,) = [
        node for node in found.walk() if all(getattr(node, key) == value for key, value in attributes.items())
    ]
    return node


@pytest.mark.parametrize("screen", SCREENS)
def test_all_nodes_of_a_screen_have_a_name_that_is_theirs(screen: str) -> None:
    found = tree(SCREENS[screen]())
    for node in found.walk():
        named = selector_for(found, node)
        assert named is not None
        assert find_all(found, named) == [node]
        assert selector_from_fields(selector_to_fields(named)) == named


@pytest.mark.parametrize("screen", SCREENS)
def test_few_names_need_an_index(screen: str) -> None:
    found = tree(SCREENS[screen]())
    names = [selector_for(found, node) for node in found.walk() if node.text and not node.password]
    assert Counter(name is not None and name.index is None for name in names)[True] >= len(names) * 0.6


def test_an_id_comes_first_then_the_text() -> None:
    found = tree(login())
    assert selector_for(found, node_of(found, resource_id="shop:id/submit")) == Selector(
        resource_id="shop:id/submit"
    )
    listed = tree(shop())
    assert selector_for(listed, node_of(listed, text="Milk")) == Selector(text="Milk")
    assert selector_for(listed, node_of(listed, text="$1.20")) == Selector(text="$1.20")


def test_equal_switches_are_told_by_the_label_beside_them() -> None:
    found = tree(settings())
    switches = [node for node in found.walk() if node.class_name.endswith("Switch")]
    names = [selector_for(found, node) for node in switches]
    assert [name.near for name in names if name is not None] == [
        (Relation.RIGHT_OF, Selector(text=label)) for label in ("Wi-Fi", "Bluetooth", "Dark mode")
    ]


def test_a_name_survives_a_scroll() -> None:
    before, after = tree(shop()), tree(shop((*GOODS[1:], ("Soap", "$7.00"))))
    for said in ("Milk", "$2.50", "Rice"):
        named = selector_for(before, node_of(before, text=said))
        assert named is not None
        assert [node.text for node in find_all(after, named)] == [said]


def test_rows_below_a_named_ancestor_are_told_by_it() -> None:
    pages = [
        N(
            rid=f"a:id/page{number}",
            bounds=(number * 500, 0, number * 500 + 400, 900),
            children=(text("Open"),),
        )
        for number in range(2)
    ]
    found = tree(N(bounds=(0, 0, 900, 900), children=tuple(pages)))
    inner = found.at("0/1/0")
    assert inner is not None
    assert selector_for(found, inner) == Selector(
        text="Open", near=(Relation.INSIDE, Selector(resource_id="a:id/page1"))
    )


def test_a_node_without_any_name_has_none() -> None:
    found = tree(N("", bounds=(0, 0, 9, 9)))
    assert selector_for(found, found.roots[0]) is None


def test_a_password_is_in_no_name() -> None:
    root = login()
    found = tree(root)
    assert any(at(root, path).text == "secret" for path in paths(root))
    assert all("secret" not in str(selector_for(found, node)) for node in found.walk())
