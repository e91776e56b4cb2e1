from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.model.selector import Selector
from gui_rec.phone.u2.selector import _FIELDS, INSTANCE_MASK
from gui_rec.recorder.heard.view import _MASKS, View, read_view
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Tree

XML = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">
<node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="p" content-desc="" checkable="false"
 checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false"
 long-clickable="false" password="false" selected="false" bounds="[0,0][1080,2400]">
<node index="0" text="OK" resource-id="p:id/a" class="android.widget.Button" package="p" content-desc="Yes" checkable="false"
 checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false"
 long-clickable="false" password="false" selected="false" bounds="[0,0][100,100]" />
<node index="1" text="ok then" resource-id="p:id/b" class="android.widget.ListView" package="p" content-desc=""
 checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="true" scrollable="true"
 long-clickable="true" password="false" selected="true" bounds="[0,100][1080,2400]">
<node index="0" text="OK" resource-id="p:id/c" class="android.widget.TextView" package="p" content-desc="" checkable="true"
 checked="true" clickable="false" enabled="false" focusable="false" focused="false" scrollable="false"
 long-clickable="false" password="false" selected="false" bounds="[0,200][100,300]" />
</node></node></hierarchy>"""


def tree() -> Tree:
    return parse_hierarchy(XML)


def fields(**wanted: object) -> dict[str, object]:
    """As uiautomator2's client makes it."""
    mask = sum(_MASKS[name] for name in wanted)
    return {"mask": mask, "childOrSibling": [], "childOrSiblingSelector": [], **wanted}


def found(**wanted: object) -> str | None:
    view = read_view(fields(**wanted))
    assert view is not None
    node = view.find(tree())
    return None if node is None else node.resource_id or node.class_name


def test_the_masks_are_those_of_the_client() -> None:
    assert {name: bit for name, (bit, _, _) in _FIELDS.items()} | {
        "index": 0x800000,
        "instance": INSTANCE_MASK,
    } == _MASKS


@pytest.mark.parametrize(
    ("wanted", "node"),
    [
        ({"text": "OK"}, "p:id/a"),
        ({"text": "ok"}, None),
        ({"text": "OK", "instance": 1}, "p:id/c"),
        ({"text": "OK", "instance": 2}, None),
        ({"textContains": "THEN"}, "p:id/b"),
        ({"textStartsWith": "ok"}, "p:id/a"),
        ({"textMatches": "ok.*"}, "p:id/b"),
        ({"description": "Yes"}, "p:id/a"),
        ({"descriptionContains": "ES"}, "p:id/a"),
        ({"descriptionMatches": "Y.s"}, "p:id/a"),
        ({"className": "android.widget.ListView"}, "p:id/b"),
        ({"classNameMatches": ".*Layout"}, "android.widget.FrameLayout"),
        ({"resourceId": "p:id/c"}, "p:id/c"),
        ({"resourceIdMatches": ".*/c"}, "p:id/c"),
        ({"packageName": "p", "scrollable": True}, "p:id/b"),
        ({"packageNameMatches": "p", "enabled": False}, "p:id/c"),
        ({"checkable": True}, "p:id/c"),
        ({"checked": True}, "p:id/c"),
        ({"focused": True}, "p:id/b"),
        ({"focusable": True}, "p:id/a"),
        ({"selected": True}, "p:id/b"),
        ({"longClickable": True}, "p:id/b"),
        ({"index": 1}, "p:id/b"),
        ({}, "android.widget.FrameLayout"),
    ],
)
def test_the_first_view_that_is_meant_is_found(wanted: dict[str, object], node: str | None) -> None:
    assert found(**wanted) == node


@pytest.mark.parametrize(
    ("relation", "start", "node"),
    [("child", {"scrollable": True}, "p:id/c"), ("sibling", {"description": "Yes"}, "p:id/a")],
)
def test_a_way_over_relatives(relation: str, start: dict[str, object], node: str) -> None:
    value = {**fields(**start), "childOrSibling": [relation], "childOrSiblingSelector": [fields(text="OK")]}
    view = read_view(value)
    assert view is not None
    got = view.find(tree())
    assert got is not None
    assert got.resource_id == node
    assert view.selector() is None


def test_fields_that_the_mask_does_not_name_do_not_count() -> None:
    assert read_view({"mask": 1, "text": "OK", "className": "x"}) == View((("text", "OK"),))


@pytest.mark.parametrize(
    "value",
    [None, "handle", 5, [], {"mask": -1}, {"mask": True}, {"mask": 1}, {"mask": 1, "text": 5}, {"mask": 0x400, "checkable": 1},
     {"mask": 0x01000000, "instance": -1}, {"mask": 0, "childOrSibling": ["child"]},
     {"mask": 0, "childOrSibling": ["uncle"], "childOrSiblingSelector": [{"mask": 0}]},
     {"mask": 0, "childOrSibling": 5}, {"mask": 1, "text": "x" * 20_000}],
)  # fmt: skip
def test_what_is_no_selector(value: object) -> None:
    assert read_view(value) is None


def test_depth_is_bounded() -> None:
    value: dict[str, object] = {"mask": 0}
    for _ in range(50):
        value = {"mask": 0, "childOrSibling": ["child"], "childOrSiblingSelector": [value]}
    assert read_view(value) is None


def test_the_model_holds_what_it_can() -> None:
    view = read_view(fields(text="OK", enabled=True, instance=1))
    assert view is not None
    assert view.selector() == Selector(text="OK", enabled=True, index=1)
    for wanted in ({"scrollable": True}, {"textStartsWith": "a"}, {}):
        other = read_view(fields(**wanted))
        assert other is not None
        assert other.selector() is None


def test_a_pattern_that_is_not_understood_is_an_error_of_the_input() -> None:
    view = read_view(fields(textMatches="(?=a)"))
    assert view is not None
    with pytest.raises(InputError, match="uiautomator2"):
        view.find(tree())


NAMES = ["mask", "text", "instance", "childOrSibling", "childOrSiblingSelector", "checked"]
leaves = st.none() | st.booleans() | st.integers() | st.text(max_size=5)


@given(
    st.recursive(
        leaves, lambda value: st.lists(value) | st.dictionaries(st.sampled_from(NAMES), value), max_leaves=8
    )
)
def test_any_json_is_a_view_or_none(value: object) -> None:
    view = read_view(value)
    assert view is None or isinstance(view.selector(), Selector | None)
