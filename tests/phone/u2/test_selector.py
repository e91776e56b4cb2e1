from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from u2_phone import Fields, related, selector

from gui_rec.model.geometry import Rect
from gui_rec.phone.u2.nodes import UiNode
from gui_rec.phone.u2.params import ParamError
from gui_rec.phone.u2.selector import read_query


def node(text: str = "", class_name: str = "android.widget.TextView", **fields: object) -> UiNode:
    rect = Rect(0, 0, 10, 10)
    return UiNode(class_name, "com.x", rect, rect, text=text, **fields)  # type: ignore[arg-type]


@pytest.fixture
def root() -> UiNode:
    """A list of two rows, each a title and a switch, below a header."""
    top = node(class_name="android.widget.LinearLayout")
    top.add(node("Header", desc="Page header"))
    rows = top.add(
        node(class_name="android.widget.ListView", scrollable=True, resource_id="com.x:id/rows", index=1)
    )
    for number, title in enumerate(("Wi-Fi", "Bluetooth")):
        row = rows.add(node(class_name="android.widget.LinearLayout", clickable=True, index=number))
        row.add(node(title, resource_id="com.x:id/title"))
        row.add(node(class_name="android.widget.Switch", checkable=True, checked=number == 0, index=1))
    return top


def texts(root: UiNode, value: Fields) -> list[str]:
    return [one.text for one in read_query(value).find([root])]


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"text": "Wi-Fi"}, ["Wi-Fi"]),
        ({"text": "wi-fi"}, []),
        ({"text": "Wi"}, []),
        ({"textContains": "TOOTH"}, ["Bluetooth"]),
        ({"textStartsWith": "wi"}, ["Wi-Fi"]),
        ({"textStartsWith": "Fi"}, []),
        ({"textMatches": "Blue.*"}, ["Bluetooth"]),
        ({"textMatches": "Blue"}, []),
        ({"description": "Page header"}, ["Header"]),
        ({"descriptionContains": "HEAD"}, ["Header"]),
        ({"descriptionStartsWith": "page"}, ["Header"]),
        ({"descriptionMatches": "Page .*"}, ["Header"]),
        ({"resourceId": "com.x:id/title"}, ["Wi-Fi", "Bluetooth"]),
        ({"resourceIdMatches": ".*/title", "text": "Wi-Fi"}, ["Wi-Fi"]),
        ({"className": "android.widget.Switch"}, ["", ""]),
        ({"classNameMatches": ".*Switch", "checked": True}, [""]),
        ({"packageName": "com.y"}, []),
        ({"packageNameMatches": "com\\..", "text": "Header"}, ["Header"]),
        ({"className": "android.widget.TextView", "instance": 1}, ["Wi-Fi"]),
        ({"className": "android.widget.TextView", "instance": 3}, []),
        ({"className": "android.widget.TextView", "index": 0}, ["Header", "Wi-Fi", "Bluetooth"]),
        ({"clickable": True, "longClickable": False, "enabled": True, "selected": False}, ["", ""]),
        ({"focusable": True}, []),
        ({"focused": False, "checkable": True}, ["", ""]),
    ],
)
def test_each_field(root: UiNode, fields: Fields, found: list[str]) -> None:
    assert texts(root, selector(**fields)) == found


def test_no_field_means_every_node(root: UiNode) -> None:
    assert len(read_query(selector()).find([root])) == len(list(root.walk()))


def test_a_field_that_the_mask_does_not_name_does_not_count(root: UiNode) -> None:
    assert texts(root, {"mask": 0x01, "text": "Header", "clickable": True}) == ["Header"]


def test_a_child_is_any_descendant(root: UiNode) -> None:
    rows = selector(scrollable=True)
    assert texts(root, related(rows, "child", className="android.widget.TextView")) == ["Wi-Fi", "Bluetooth"]
    assert texts(root, related(rows, "child", text="Header")) == []


def test_a_sibling_lies_below_the_same_parent(root: UiNode) -> None:
    switch = read_query(related(selector(text="Bluetooth"), "sibling", className="android.widget.Switch"))
    (found,) = switch.find([root])
    assert not found.checked


def test_steps_follow_each_other(root: UiNode) -> None:
    second = related(selector(scrollable=True), "child", clickable=True, instance=1)
    assert texts(root, related(second, "child", className="android.widget.TextView")) == ["Bluetooth"]


def test_a_child_that_hangs_below_several_parents_is_found_once(root: UiNode) -> None:
    layouts = selector(classNameMatches=".*Layout")
    assert texts(root, related(layouts, "child", text="Wi-Fi")) == ["Wi-Fi"]


def test_the_root_has_no_sibling(root: UiNode) -> None:
    assert (
        texts(root, related(selector(className="android.widget.LinearLayout", instance=0), "sibling")) == []
    )


def test_it_is_printed_as_android_prints_it() -> None:
    value = related(selector(text="Phone", clickable=True, instance=2), "child", className="a.B")
    assert (
        read_query(value).wording
        == "UiSelector[TEXT=Phone, CLICKABLE=true, INSTANCE=2, CHILD=UiSelector[CLASS=a.B]]"
    )
    assert (
        read_query(related(selector(index=1), "sibling")).wording
        == "UiSelector[INDEX=1, PARENT=UiSelector[]]"
    )


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        "obj-1",
        {"mask": "1"},
        {"mask": -1},
        {"mask": True},
        {"mask": 0x01},
        {"mask": 0x01, "text": 5},
        {"mask": 0x1000, "clickable": "true"},
        {"mask": 0x04, "textMatches": "("},
        {"mask": 0x800000, "index": "0"},
        {"mask": 0, "childOrSibling": ["child"], "childOrSiblingSelector": []},
        {"mask": 0, "childOrSibling": ["parent"], "childOrSiblingSelector": [{"mask": 0}]},
        {"mask": 0, "childOrSibling": "child", "childOrSiblingSelector": [{"mask": 0}]},
        {"mask": 0, "childOrSibling": ["child"], "childOrSiblingSelector": [5]},
    ],
)
def test_what_is_no_selector_is_refused(value: object) -> None:
    with pytest.raises(ParamError):
        read_query(value)


@given(
    st.dictionaries(
        st.sampled_from(["mask", "text", "textMatches", "index", "instance", "clickable", "childOrSibling"]),
        st.none()
        | st.booleans()
        | st.integers(-2, 0x2000000)
        | st.text(max_size=4)
        | st.lists(st.text(max_size=3)),
    )
)
@settings(max_examples=100, deadline=None)
def test_any_object_is_read_or_refused(value: Fields) -> None:
    try:
        query = read_query(value)
    except ParamError:
        return
    assert query.wording.startswith("UiSelector[")
    assert isinstance(query.find([node("x")]), list)


def test_a_pattern_that_tries_too_many_ways_is_told_and_ends() -> None:
    long = node("a" * 3000)
    query = read_query(selector(textMatches=".*.*.*.*.*[bc]"))
    for _ in range(2):
        with pytest.raises(
            ParamError, match="textMatches: the pattern tries too many ways on a line of 3000"
        ):
            query.find([long])


def test_a_pattern_rests_between_the_looks_of_a_long_wait() -> None:
    row = node("a" * 100)
    query = read_query(selector(textMatches="a.*b|.*a.*a.*"))
    assert all(query.find([row] * 50) for _ in range(100))
