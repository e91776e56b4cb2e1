"""Finding and naming nodes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from trees import N, nodes, text, tree

from gui_rec.errors import InputError
from gui_rec.model.geometry import PxPoint
from gui_rec.model.selector import Relation, Selector
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.selectors import find_all, node_at, selector_for
from gui_rec.ui.tree import Tree

DATA = Path(__file__).parent.parent / "data" / "hierarchy"

FORM = N(
    bounds=(0, 0, 400, 600),
    children=(
        text("User name", top=0),
        N("android.widget.EditText", text="anna", bounds=(0, 50, 400, 90), flags=frozenset({"enabled", "focused"})),
        text("Password", top=100),
        N(
            "android.widget.EditText",
            text="secret",
            bounds=(0, 150, 400, 190),
            flags=frozenset({"enabled", "password"}),
        ),
        N("android.widget.CheckBox", "a:id/keep", "Keep me", "Keep me signed in", (0, 200, 190, 240),
          frozenset({"enabled", "checked", "clickable"})),
        N("android.widget.Button", "a:id/ok", "Sign in", "", (200, 200, 400, 240), frozenset({"clickable"})),
        N(bounds=(0, 300, 400, 500), rid="a:id/list", children=(
            text("Milk", "a:id/row", top=300), text("Milk", "a:id/row", top=350), text("Bread", "a:id/row", top=400),
        )),
        text("hidden", bounds=(0, 0, 0, 0)),
    ),
)  # fmt: skip
TREE = tree(FORM)


def found(**keys: object) -> list[str]:
    return [node.path for node in find_all(TREE, Selector(**keys))]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"text": "Milk"}, ["0/6/0", "0/6/1"]),
        ({"text": "milk"}, []),
        ({"text": "Milk", "index": 1}, ["0/6/1"]),
        ({"text": "Milk", "index": 2}, []),
        ({"text_contains": "rea"}, ["0/6/2"]),
        ({"text_matches": "M.*|B.*"}, ["0/6/0", "0/6/1", "0/6/2"]),
        ({"text_matches": "ilk"}, []),
        ({"content_desc": "Keep me signed in"}, ["0/4"]),
        ({"content_desc_contains": "signed"}, ["0/4"]),
        ({"resource_id": "a:id/ok"}, ["0/5"]),
        ({"resource_id": "ok"}, []),
        ({"class_name": "android.widget.EditText"}, ["0/1", "0/3"]),
        ({"package_name": "com.example", "class_name": "android.widget.Button"}, ["0/5"]),
        ({"package_name": "com.other"}, []),
        ({"checked": True}, ["0/4"]),
        ({"enabled": False}, ["0/5"]),
        ({"focused": True}, ["0/1"]),
        ({"clickable": True}, ["0/4", "0/5"]),
        ({"clickable": True, "enabled": True}, ["0/4"]),
        ({"text": "hidden"}, []),
    ],
)
def test_keys(keys: dict[str, object], expected: list[str]) -> None:
    assert found(**keys) == expected


@pytest.mark.parametrize(
    ("relation", "anchor", "expected"),
    [
        (Relation.BELOW, Selector(text="Password"), ["0/3"]),
        (Relation.BELOW, Selector(text="User name"), ["0/1", "0/3"]),
        (Relation.ABOVE, Selector(text="Password"), ["0/1"]),
        (Relation.BELOW, Selector(text="Milk"), []),
        (Relation.BELOW, Selector(text="nothing"), []),
        (Relation.INSIDE, Selector(resource_id="a:id/list"), []),
    ],
)
def test_near(relation: Relation, anchor: Selector, expected: list[str]) -> None:
    assert found(class_name="android.widget.EditText", near=(relation, anchor)) == expected


def test_near_sideways_and_inside() -> None:
    assert found(clickable=True, near=(Relation.RIGHT_OF, Selector(resource_id="a:id/keep"))) == ["0/5"]
    assert found(clickable=True, near=(Relation.LEFT_OF, Selector(resource_id="a:id/ok"))) == ["0/4"]
    assert found(text="Milk", near=(Relation.INSIDE, Selector(resource_id="a:id/list"))) == ["0/6/0", "0/6/1"]
    nested = Selector(text="Milk", index=1, near=(Relation.ABOVE, Selector(text="Bread")))
    assert found(text="Bread", near=(Relation.BELOW, nested)) == ["0/6/2"]


def test_a_pattern_that_is_not_understood_raises() -> None:
    with pytest.raises(InputError, match="textMatches"):
        found(text_matches="(")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("0/5", Selector(resource_id="a:id/ok")),
        ("0/4", Selector(resource_id="a:id/keep")),
        ("0/0", Selector(text="User name")),
        ("0/6/2", Selector(text="Bread")),
        (
            "0/1",
            Selector(class_name="android.widget.EditText", near=(Relation.ABOVE, Selector(text="Password"))),
        ),
        (
            "0/3",
            Selector(class_name="android.widget.EditText", near=(Relation.BELOW, Selector(text="Password"))),
        ),
        ("0/6/1", Selector(resource_id="a:id/row", near=(Relation.ABOVE, Selector(text="Bread")))),
        ("0/7", None),
    ],
)
def test_names_of_the_form(path: str, expected: Selector | None) -> None:
    node = TREE.at(path)
    assert node is not None
    named = selector_for(TREE, node)
    if path == "0/6/1":
        assert named is not None
        assert named.resource_id == "a:id/row"
        assert find_all(TREE, named) == [node]
    else:
        assert named == expected


def test_what_was_typed_is_the_last_resort_and_passwords_are_none() -> None:
    fields = [
        N("android.widget.EditText", text=said, bounds=(0, top, 9, top + 9), flags=flags)
        for said, top, flags in (("x", 0, frozenset({"enabled"})), ("pw", 20, frozenset({"password"})))
    ]
    both = tree(*fields)
    assert selector_for(both, both.roots[0]) == Selector(text="x")
    assert selector_for(both, both.roots[1]) == Selector(class_name="android.widget.EditText", index=1)


def test_equal_twins_are_told_by_index() -> None:
    twins = tree(*[replace(text("Add", "a:id/add"), bounds=(0, 0, 9, 9))] * 3)
    assert selector_for(twins, twins.roots[2]) == Selector(resource_id="a:id/add", index=2)


def assert_names_hold(found: Tree) -> None:
    for node in found.walk():
        named = selector_for(found, node)
        if node.is_hittable and node.class_name:
            assert named is not None
            assert find_all(found, named) == [node]
        else:
            assert named is None or find_all(found, named) == [node]


@given(nodes(depth=2))
@settings(max_examples=40, deadline=None)
def test_every_name_finds_its_node_alone(root: N) -> None:
    assert_names_hold(tree(root))


@pytest.mark.parametrize(
    "name", ["termuxflutter_newlines_in_desc", "weditor_page_naf", "pocketfinancer_compose"]
)
def test_names_on_real_dumps(name: str) -> None:
    assert_names_hold(parse_hierarchy((DATA / f"{name}.xml").read_bytes()))


def test_node_at_takes_the_smallest_and_counts() -> None:
    node, count = node_at(TREE, PxPoint(50, 310))
    assert node is not None
    assert (node.path, count) == ("0/6/0", 3)
    assert node_at(TREE, PxPoint(5000, 10)) == (None, 0)
    assert node_at(TREE, PxPoint(-1, 10)) == (None, 0)


def test_node_at_prefers_enabled_then_deeper_then_later() -> None:
    disabled = N("android.widget.Button", bounds=(0, 0, 10, 10), flags=frozenset())
    under = tree(N(bounds=(0, 0, 50, 50), children=(disabled,)))
    assert node_at(under, PxPoint(5, 5)) == (under.roots[0], 2)
    same = N(bounds=(0, 0, 10, 10))
    stacked = tree(replace(same, children=(same, same)))
    assert node_at(stacked, PxPoint(5, 5)) == (stacked.roots[0].children[1], 3)
    ghost = tree(replace(same, children=(replace(same, bounds=(20, 20, 0, 0)),)))
    assert node_at(ghost, PxPoint(10, 10)) == (None, 0)


def test_node_at_asks_the_topmost_window_first() -> None:
    window = '<window active="true" bounds="[0,0][99,99]"><hierarchy>{}</hierarchy></window>'
    dialog = N(bounds=(0, 0, 90, 90), text="dialog").xml()
    behind = N("android.widget.Button", bounds=(0, 0, 20, 20), text="behind").xml()
    both = parse_hierarchy(
        f"<displays><display>{window.format(dialog)}{window.format(behind)}</display></displays>"
    )
    node, count = node_at(both, PxPoint(5, 5))
    assert node is not None
    assert (node.text, count) == ("dialog", 1)
