"""What both dumpers write of a view."""

from __future__ import annotations

from gui_rec.model.geometry import Rect
from gui_rec.phone.u2.nodes import UiNode
from gui_rec.phone.u2.written import attributes, bounds_words, children, flag, written

AREA = Rect(0, 0, 10, 20)


def node(class_name: str, text: str = "", *, clickable: bool = False) -> UiNode:
    made = UiNode(f"android.widget.{class_name}", "a.b", AREA, AREA, text=text)
    made.clickable, made.enabled = clickable, True
    return made


def test_attributes_stand_in_androids_order() -> None:
    names = [name for name, _ in attributes(node("TextView", "Milk"), 3, compressed=False)]
    assert names == [
        "index", "text", "resource-id", "class", "package", "content-desc", "checkable", "checked", "clickable",
        "enabled", "focusable", "focused", "scrollable", "long-clickable", "password", "selected",
    ]  # fmt: skip
    assert dict(attributes(node("TextView", "Milk"), 3, compressed=False))["index"] == "3"


def test_what_can_be_tapped_and_says_nothing_is_marked_but_in_a_compressed_dump() -> None:
    silent = node("ImageButton", clickable=True)
    assert attributes(silent, 0, compressed=False)[0] == ("NAF", "true")
    assert "NAF" not in dict(attributes(silent, 0, compressed=True))
    assert "NAF" not in dict(attributes(node("ImageButton", "Buy", clickable=True), 0, compressed=False))
    assert "NAF" not in dict(attributes(node("ListView", clickable=True), 0, compressed=False))
    silent.add(node("TextView", "Buy"))
    assert "NAF" not in dict(attributes(silent, 0, compressed=False))


def test_silent_layouts_are_left_out_and_their_children_move_up() -> None:
    root, layout, inner = node("FrameLayout"), node("LinearLayout"), node("FrameLayout", clickable=True)
    first, second = node("TextView", "a"), node("TextView", "b")
    root.add(layout)
    layout.add(first)
    layout.add(inner)
    inner.add(second)
    assert [found for _, found in children(root, compressed=False)] == [layout]
    assert children(root, compressed=True) == [(0, first), (1, inner)]
    assert children(inner, compressed=True) == [(0, second)]


def test_values_are_escaped() -> None:
    assert written([("text", 'a "b" <c>'), ("x", "")]) == 'text="a &quot;b&quot; &lt;c&gt;" x=""'
    assert (flag(True), flag(False)) == ("true", "false")
    assert bounds_words(Rect(1, 2, 3, 4)) == "[1,2][3,4]"
