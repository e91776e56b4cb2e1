from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest
from driven_phone import Driven, in_settings, signed_in
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.model.geometry import Rect
from gui_rec.phone.world.dumper import dump
from gui_rec.phone.world.layout import FieldStates, Layout
from gui_rec.phone.world.scene import Scene
from gui_rec.phone.world.views import Field, View
from gui_rec.ui.parse import parse_hierarchy

HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"
ORDER = [
    "index", "text", "resource-id", "class", "package", "content-desc", "checkable", "checked", "clickable",
    "enabled", "focusable", "focused", "scrollable", "long-clickable", "password", "selected", "bounds",
]  # fmt: skip


def _scene(view: View, fields: FieldStates | None = None) -> Scene:
    """A scene whose active window holds `view` alone."""
    scene = Driven().phone._engine.scene()
    area = Rect(0, 0, 1080, 2400)
    root = Layout(420, {}, fields or FieldStates()).place(view, area, area)
    return replace(scene, windows=(replace(scene.windows[0], root=root, package="com.x"),))


def _only(view: View, fields: FieldStates | None = None) -> str:
    return dump(_scene(view, fields))


def test_it_is_one_line_with_the_platform_s_head_and_no_final_newline() -> None:
    xml = Driven().phone.hierarchy()
    assert xml.startswith(HEAD + "<node ")
    assert "\n" not in xml
    assert xml.endswith("</hierarchy>")


def test_attributes_come_in_the_platform_s_order() -> None:
    for tag in re.findall(r"<node ([^>]*?) ?/?>", signed_in().phone.hierarchy()):
        names = re.findall(r'([\w-]+)="', tag)
        assert names in (ORDER, ["NAF", *ORDER])


def test_a_leaf_ends_with_a_blank_and_a_slash() -> None:
    assert _only(View()).count(" /></hierarchy>") == 1


def test_a_whole_node() -> None:
    view = View("Button", id="go", text="Go", h=-1, on_tap=(), clickable=True, desc="d")
    assert _only(view) == (
        HEAD + '<node index="0" text="Go" resource-id="com.x:id/go" class="android.widget.Button"'
        ' package="com.x" content-desc="d" checkable="false" checked="false" clickable="true" enabled="true"'
        ' focusable="true" focused="false" scrollable="false" long-clickable="false" password="false"'
        ' selected="false" bounds="[0,0][1080,2400]" /></hierarchy>'
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a&b<c>d\"e'f", "a&amp;b&lt;c&gt;d&quot;e'f"),
        ("one\ntwo\tthree\r", "one&#10;two&#9;three&#13;"),
        ("😀", "&#128512;"),
        ("\x01\x7f\x85", "..."),
        ("\ud800\ufffe", ".."),
        ("café 灯", "café 灯"),
    ],
)
def test_escaping(text: str, written: str) -> None:
    assert f'text="{written}"' in _only(View("TextView", text=text))


def test_ids_without_a_package_get_the_window_s() -> None:
    assert 'resource-id="com.x:id/a"' in _only(View(id="a"))
    assert 'resource-id="android:id/content"' in _only(View(id="android:id/content"))
    assert 'resource-id=""' in _only(View())


@pytest.mark.parametrize(
    ("view", "naf"),
    [
        (View("ImageButton", clickable=True), True),
        (View("ImageButton", clickable=True, desc="Close"), False),
        (View("ImageButton", clickable=True, enabled=False), False),
        (View("ImageButton"), False),
        (View("ListView", clickable=True), False),
        (View("LinearLayout", clickable=True, children=(View("TextView", text="x", h=9),)), False),
        (View("LinearLayout", clickable=True, children=(View("View", h=9),)), True),
    ],
)
def test_naf_marks_what_accessibility_cannot_name(view: View, naf: bool) -> None:
    assert ('<node NAF="true" index="0"' in _only(view)) is naf


def test_invisible_children_are_skipped_but_keep_their_index() -> None:
    view = View(children=(View(text="a", h=10), View(h=0), View(text="c", h=10)))
    indexes = [node.get("index") for node in ElementTree.fromstring(_only(view)).iter("node")]
    assert indexes == ["0", "0", "2"]


def test_a_password_is_dots_and_says_so() -> None:
    view = View("EditText", id="p", field=Field("Password", password=True))
    xml = _only(view, FieldStates({"p": "s3cret"}, {}, "p"))
    assert 'text="••••••"' in xml
    assert 'password="true"' in xml
    assert 'focused="true"' in xml
    assert "s3cret" not in xml


def test_an_empty_field_says_its_hint() -> None:
    assert 'text="User name"' in _only(View("EditText", id="u", field=Field("User name")))


def test_a_dialog_is_dumped_alone() -> None:
    driven = in_settings("Network & internet")
    driven.tap("Private DNS")
    assert not driven.has("Airplane mode")
    assert driven.has("Automatic")
    assert driven.nodes()[0]["bounds"].startswith("[74,")


def test_there_are_no_system_bars_and_no_toast() -> None:
    driven = signed_in()
    driven.long_press("Desk lamp")
    assert driven.phone.state()["toast"] == "Desk lamp: $24.50"
    assert {node["package"] for node in driven.nodes()} == {"com.example.shop"}
    assert not driven.has("Desk lamp: $24.50")


def test_a_compressed_dump_leaves_plain_layouts_out() -> None:
    driven = signed_in()
    full = driven.phone.hierarchy()
    compressed = driven.phone.hierarchy(compressed=True)
    assert compressed.count("<node") < full.count("<node")
    assert "NAF" not in compressed
    root = ElementTree.fromstring(compressed)
    for parent in root.iter("node"):
        assert [child.get("index") for child in parent] == [str(n) for n in range(len(parent))]
    assert "Desk lamp" in compressed


def test_a_screen_that_is_off_has_no_tree() -> None:
    driven = Driven()
    driven.phone.key("POWER")
    assert not driven.phone.has_root
    assert driven.phone.hierarchy() == ""


def test_the_project_s_own_parser_reads_it() -> None:
    tree = parse_hierarchy(signed_in().phone.hierarchy())
    assert tree.package == "com.example.shop"
    assert tree.rotation == 0
    assert not tree.sanitised


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30))
def test_any_text_gives_xml_that_parses_back(text: str) -> None:
    root = ElementTree.fromstring(_only(View("TextView", text=text, desc=text)).encode())
    node = next(root.iter("node"))
    allowed = "".join(
        "."
        if (ord(c) < 0x20 and c not in "\n\t\r") or 0x7F <= ord(c) <= 0x9F or 0xFFFE <= ord(c) <= 0xFFFF
        else c
        for c in text
    )
    assert node.get("text") == allowed
    assert node.get("content-desc") == allowed
