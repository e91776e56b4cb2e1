from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from driven_phone import Driven
from hypothesis import given, settings
from hypothesis import strategies as st
from u2_phone import U2Phone, at_login, at_settings

from gui_rec.model.geometry import Rect
from gui_rec.phone.u2.dump import DumpOptions, dump
from gui_rec.phone.u2.nodes import UiNode, roots_of
from gui_rec.phone.world.config import PhoneConfig
from gui_rec.ui.parse import parse_hierarchy

ORDER = (
    "index", "text", "resource-id", "class", "package", "content-desc", "checkable", "checked", "clickable",
    "enabled", "focusable", "focused", "scrollable", "long-clickable", "password", "selected",
    "visible-to-user", "bounds", "drawing-order", "hint", "display-id",
)  # fmt: skip


def node(text: str = "", **fields: Any) -> UiNode:
    rect = Rect(0, 0, 100, 50)
    return UiNode("android.widget.TextView", "com.x", rect, rect, text=text, **fields)


def written(phone: U2Phone, options: DumpOptions | None = None) -> str:
    scene = phone.session.accessibility.scene
    return dump(roots_of(scene), scene.rotation, options)


def test_one_node_a_line_behind_carriage_returns() -> None:
    root = node("a")
    root.add(node("b"))
    lines = dump([root], 1).split("\r\n")
    assert lines[0] == "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
    assert lines[1] == '<hierarchy rotation="1">'
    assert lines[2].startswith('  <node index="0" text="a" ')
    assert lines[3].startswith('    <node index="0" text="b" ')
    assert lines[3].endswith(" />")
    assert lines[4:] == ["  </node>", "</hierarchy>"]


def test_an_empty_hierarchy_is_the_one_that_the_client_knows() -> None:
    assert dump([], 0).endswith('\r\n<hierarchy rotation="0" />')


def test_the_attributes_stand_in_the_dumpers_order() -> None:
    for element in ElementTree.fromstring(written(at_login()).encode()).iter("node"):
        names = [name for name in element.attrib if name != "NAF"]
        assert tuple(names) == ORDER
        assert element.get("visible-to-user") == "true"
        assert element.get("display-id") == "0"


def test_old_systems_know_no_display_id() -> None:
    assert "display-id" not in written(at_login(), DumpOptions(api=28))
    assert 'hint="User name"' in written(at_login(), DumpOptions(api=28))
    old = U2Phone(Driven(PhoneConfig(api=28)))
    assert not any("display-id" in one for one in old.tree(False, 50))


def test_hint_and_drawing_order() -> None:
    nodes = at_login().tree(False, 50)
    field = next(one for one in nodes if one["resource-id"].endswith("/username"))
    assert field["hint"] == "User name"
    assert nodes[0]["drawing-order"] == "0"
    assert field["drawing-order"] == str(int(field["index"]) + 1)


def test_the_same_node_says_the_same_as_in_the_platforms_dump() -> None:
    phone = at_settings()
    ours = phone.tree(False, 50, True)
    for mine, theirs in zip(ours, phone.driven.nodes(), strict=True):
        assert {name: mine[name] for name in theirs} == theirs


def test_our_own_parser_reads_it() -> None:
    tree = parse_hierarchy(written(at_login()))
    assert {root.package for root in tree.roots} == {"com.example.shop", "com.android.systemui"}
    assert any(one.resource_id.endswith("/sign_in") for one in tree.walk())


@pytest.mark.parametrize(("depth", "count"), [(1, 1), (2, 2), (3, 3), (50, 3)])
def test_nothing_below_the_depth(depth: int, count: int) -> None:
    root = node()
    root.add(node()).add(node())
    assert dump([root], 0, DumpOptions(max_depth=depth)).count("<node ") == count


def test_a_compressed_dump_leaves_out_layouts_that_say_nothing() -> None:
    phone = at_login()
    full, short = phone.tree(False, 50, True), phone.tree(True, 50, True)
    assert len(short) < len(full)
    assert [one["text"] for one in short if one["text"]] == [one["text"] for one in full if one["text"]]
    assert not any("NAF" in one for one in short)
    silent = [one for one in short[1:] if one["class"].endswith("Layout") and one["clickable"] == "false"]
    assert all(one["text"] or one["content-desc"] or one["scrollable"] == "true" for one in silent)


@pytest.mark.parametrize(
    ("fields", "naf"),
    [
        ({"clickable": True}, True),
        ({"clickable": True, "desc": "x"}, False),
        ({"clickable": True, "enabled": False}, False),
        ({"clickable": False}, False),
    ],
)
def test_a_silent_button_is_marked(fields: dict[str, Any], naf: bool) -> None:
    assert ('NAF="true" index' in dump([node(**fields)], 0)) is naf


def test_a_grid_is_not_marked_nor_a_button_whose_child_speaks() -> None:
    grid = node(clickable=True)
    grid.class_name = "android.widget.GridView"
    button = node(clickable=True)
    button.add(node("Pay"))
    assert "NAF" not in dump([grid, button], 0)


@given(st.text(max_size=20))
@settings(max_examples=80, deadline=None)
def test_any_text_makes_well_formed_xml(text: str) -> None:
    root = ElementTree.fromstring(dump([node(text)], 0).encode("utf-8", "surrogatepass"))
    shown = root[0].get("text")
    assert shown is not None
    assert len(shown) == len(text)


def test_the_same_state_gives_the_same_bytes() -> None:
    assert written(at_login()) == written(at_login())
