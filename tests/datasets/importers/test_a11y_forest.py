"""android_env's forest as XML that our own parser reads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from import_sources import shop_forest
from tf_examples import bytes_field, forest, node, number_field, window

from gui_rec.datasets.importers.a11y_forest import forest_xml
from gui_rec.errors import InputError
from gui_rec.model.geometry import PxPoint, Rect
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.selectors import node_at


def test_windows_and_nodes_are_those_of_the_forest() -> None:
    tree = parse_hierarchy(forest_xml(shop_forest("Page 1")))
    assert [each.type for each in tree.windows] == ["system", "application"], "the greater layer comes first"
    assert [each.active for each in tree.windows] == [False, True]
    assert tree.package == "com.shop"
    title, button = tree.roots[1].children
    assert (title.text, title.resource_id, title.bounds) == (
        "Page 1",
        "com.shop:id/title",
        Rect(0, 100, 1080, 300),
    )
    assert (button.class_name, button.clickable, button.enabled) == ("android.widget.Button", True, True)
    found, _ = node_at(tree, PxPoint(300, 500))
    assert found is button


@given(st.text(st.characters(exclude_categories=[]), max_size=30))
def test_any_text_survives_but_for_what_xml_cannot_hold(text: str) -> None:
    data = text.encode("utf-8", "replace")
    page = [bytes_field(7, data) + bytes_field(2, number_field(3, 10) + number_field(4, 10))]
    (root,) = parse_hierarchy(forest_xml(forest([window(page)]))).roots
    expected = "".join("\ufffd" if _forbidden(char) else char for char in data.decode("utf-8", "replace"))
    assert root.text == expected


def _forbidden(char: str) -> bool:
    return (ord(char) < 32 and char not in "\t\n\r") or char in "\ufffe\uffff"


def test_negative_bounds_are_kept() -> None:
    (root,) = parse_hierarchy(forest_xml(forest([window([node(0, (-20, -5, 10, 10))])]))).roots
    assert root.bounds == Rect(-20, -5, 10, 10)


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ([], "got none"),
        ([node(0, (0, 0, 1, 1)), node(0, (0, 0, 1, 1))], "0 twice"),
        ([node(0, (0, 0, 1, 1), children=[1]), node(1, (0, 0, 1, 1), children=[0])], "again"),
        ([node(at, (0, 0, 1, 1), children=[at + 1]) for at in range(600)], "too deep"),
        ([b"\xff"], "message"),
    ],
)
def test_what_is_no_tree_is_refused(nodes: list[bytes], said: str) -> None:
    with pytest.raises(InputError, match=said):
        forest_xml(forest([window(nodes)]))


@given(st.binary(max_size=120))
def test_garbage_is_a_hierarchy_or_one_error(data: bytes) -> None:
    try:
        xml = forest_xml(data)
    except InputError:
        return
    parse_hierarchy(xml)
