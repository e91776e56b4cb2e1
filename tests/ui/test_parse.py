"""parse_hierarchy: every dialect, damaged input, random trees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import FLAGS, N, dump, nodes, text

from gui_rec.errors import HierarchyError
from gui_rec.model.geometry import Rect
from gui_rec.ui import parse
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.tree import Node

DATA = Path(__file__).parent.parent / "data" / "hierarchy"


def reason(xml: str | bytes) -> str:
    with pytest.raises(HierarchyError) as caught:
        parse_hierarchy(xml)
    return caught.value.reason


@pytest.mark.parametrize(
    ("name", "count", "package"),
    [
        ("termuxflutter_newlines_in_desc.xml", 17, "com.iml1s.termux_flutter_ide"),
        ("androidmcp_youtube_whitespace.xml", 63, "com.google.android.youtube"),
        ("pocketfinancer_compose.xml", 64, "com.pocketfinancer"),
        ("weditor_page_naf.xml", 13, "com.huawei.android.launcher"),
    ],
)
def test_real_dumps(name: str, count: int, package: str) -> None:
    tree = parse_hierarchy((DATA / name).read_bytes())
    assert len(list(tree.walk())) == count
    assert (tree.package, tree.dialect, tree.rotation, tree.sanitised) == (package, "uiautomator", 0, False)


def test_newline_references_stay_newlines() -> None:
    tree = parse_hierarchy((DATA / "termuxflutter_newlines_in_desc.xml").read_text("utf-8"))
    assert any(node.content_desc == "Explorer\nTab 1 of 3" for node in tree.walk())


def test_ios_source_is_refused_by_name() -> None:
    xml = (DATA / "uiautodev_ios_wda_source_other_dialect.xml").read_bytes()
    with pytest.raises(HierarchyError, match="iOS WebDriverAgent") as caught:
        parse_hierarchy(xml)
    assert caught.value.reason == "xml_unknown_dialect"


def assert_same(written: N, node: Node) -> None:
    stack = [(written, node, "0")]
    while stack:
        want, got, path = stack.pop()
        assert got.path == path
        assert (got.class_name, got.resource_id, got.text, got.content_desc, got.package) == (
            want.cls, want.rid, want.text, want.desc, want.package,
        )  # fmt: skip
        assert got.bounds == Rect(*want.bounds)
        assert {flag for flag in FLAGS if getattr(got, flag.replace("-", "_"))} == want.flags
        assert len(got.children) == len(want.children)
        stack += [
            (child, other, f"{path}/{place}")
            for place, (child, other) in enumerate(zip(want.children, got.children, strict=True))
        ]


@given(nodes())
@settings(max_examples=60, deadline=None)
def test_random_trees_come_back(written: N) -> None:
    tree = parse_hierarchy(dump(written))
    assert_same(written, tree.roots[0])
    assert not tree.sanitised
    assert all(tree.at(node.path) is node for node in tree.walk())


@given(nodes(depth=2), st.sampled_from(["utf-8", "utf-16", "utf-8-sig"]))
@settings(max_examples=30, deadline=None)
def test_bytes_in_any_unicode_encoding(written: N, encoding: str) -> None:
    tree = parse_hierarchy(dump(written).encode(encoding))
    assert_same(written, tree.roots[0])


@given(st.binary(max_size=300))
@settings(max_examples=150, deadline=None)
def test_noise_raises_hierarchy_errors_only(data: bytes) -> None:
    assert reason(data) in ("xml_malformed", "xml_unknown_dialect", "dump_empty")


@given(st.data(), nodes(depth=2))
@settings(max_examples=100, deadline=None)
def test_damaged_dumps_parse_or_raise_hierarchy_errors(data: st.DataObject, written: N) -> None:
    whole = dump(written).encode()
    start = data.draw(st.integers(0, len(whole)))
    length = data.draw(st.integers(0, 20))
    damaged = whole[:start] + data.draw(st.binary(max_size=5)) + whole[start + length :]
    try:
        tree = parse_hierarchy(damaged)
    except HierarchyError:
        return
    assert tree.roots


@given(nodes(depth=1), st.data())
@settings(max_examples=60, deadline=None)
def test_a_cut_dump_is_malformed(written: N, data: st.DataObject) -> None:
    whole = dump(written)
    end = data.draw(st.integers(1, len(whole) - 1))
    assert reason(whole[:end]) in ("xml_malformed", "dump_empty")


@pytest.mark.parametrize(
    "noise",
    [
        "WARNING: linker: libdvm.so has text relocations. This is wasting memory.\r\n",
        "[Warning] <multiple displays>\n",
        "\ufeff",
        "\n\n  ",
    ],
)
def test_leading_noise_is_cut(noise: str) -> None:
    assert parse_hierarchy(noise + dump(text("Hi"))).roots[0].text == "Hi"


def test_without_a_declaration_the_root_is_sought() -> None:
    xml = dump(text("Hi"))
    assert parse_hierarchy("warning: <x>\n" + xml[xml.index("<hierarchy") :]).roots[0].text == "Hi"


@pytest.mark.parametrize("tail", ["UI hierchary dumped to: /dev/tty\n", "\nKilled\n", "\x00\x00", " \n"])
def test_the_tail_after_the_root_is_cut(tail: str) -> None:
    tree = parse_hierarchy(dump(text("Hi")) + tail)
    assert [node.text for node in tree.walk()] == ["Hi"]


def test_two_documents_are_refused() -> None:
    assert reason(dump(text("old")) + dump(text("new"))) == "xml_malformed"


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        ("", "dump_empty"),
        (" \n", "dump_empty"),
        ("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n<hierarchy rotation=\"0\" />", "dump_empty"),
        ("<displays><display id='0'></display></displays>", "dump_empty"),
        ("ERROR: could not get idle state.\n", "xml_malformed"),
        ("<hierarchy><node", "xml_malformed"),
        ("<hierarchy><node/></hierarchy>", "xml_malformed"),
        ("<hierarchy><node bounds='[0,0][1,1' /></hierarchy>", "xml_malformed"),
        ("<hierarchy><node bounds='[0,0][1,1]' text='&nbsp;' /></hierarchy>", "xml_malformed"),
        ("<node bounds='[0,0][1,1]' />", "xml_unknown_dialect"),
        ("<html><body/></html>", "xml_unknown_dialect"),
        ("<hierarchy><div>x</div></hierarchy>", "xml_unknown_dialect"),
        ("<hierarchy><hierarchy/></hierarchy>", "xml_unknown_dialect"),
        ("<displays><node bounds='[0,0][1,1]'/></displays>", "xml_unknown_dialect"),
        ("<!DOCTYPE hierarchy><hierarchy/>", "xml_forbidden"),
        ("<!DOCTYPE h [<!ENTITY a 'aaaa'>]><hierarchy><node text='&a;' bounds='[0,0][1,1]'/></hierarchy>", "xml_forbidden"),
        ("<?xml version='1.0'?><!DOCTYPE h SYSTEM 'file:///etc/passwd'><hierarchy/>", "xml_forbidden"),
    ],
)  # fmt: skip
def test_refusals(xml: str, expected: str) -> None:
    assert reason(xml) == expected


def test_depth_is_capped_without_overflow() -> None:
    node = "<node bounds='[0,0][1,1]'>"
    fits = f"<hierarchy>{node * parse.MAX_DEPTH}{'</node>' * parse.MAX_DEPTH}</hierarchy>"
    assert len(list(parse_hierarchy(fits).walk())) == parse.MAX_DEPTH
    assert reason(f"<hierarchy>{node * 20_000}") == "xml_too_large"
    assert reason("<displays>" + "<window>" * 20_000) == "xml_too_large"


def test_node_count_and_size_are_capped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "MAX_NODES", 3)
    assert reason(dump(*[text("x")] * 4)) == "xml_too_large"
    monkeypatch.setattr("gui_rec.ui.clean_xml.MAX_CHARS", 10)
    assert reason(dump(text("x"))) == "xml_too_large"


def test_negative_zero_and_inverted_bounds_stay() -> None:
    boxes = [(-10, -20, 30, 40), (0, 0, 0, 0), (50, 60, 10, 20)]
    tree = parse_hierarchy(dump(*[text("x", bounds=box) for box in boxes]))
    assert [node.bounds.as_tuple() for node in tree.walk()] == boxes
    assert [node.is_hittable for node in tree.walk()] == [True, False, False]


def test_paths_count_appearance_not_index() -> None:
    tree = parse_hierarchy(dump(N(children=(text("a", index=3), text("b", index=9))), text("c", index=7)))
    assert [(node.path, node.index) for node in tree.walk()] == [("0", 0), ("0/0", 3), ("0/1", 9), ("1", 7)]


def test_windows_dump() -> None:
    app, bar = text("app").xml(), text("12:00", package="com.android.systemui").xml()
    xml = (
        '<?xml version="1.0"?><displays><display id="0">'
        '<window index="0" id="9" title="StatusBar" bounds="[0,0][1080,84]" active="false" type="3" layer="2">'
        f'<hierarchy rotation="1">{bar}</hierarchy></window>'
        '<window index="1" id="7" bounds="[0,0][1080,2400]" active="true" type="1" layer="1">'
        f'<window index="0" id="8" title="Popup" active="false" type="1" layer="x"><hierarchy rotation="1">{text("pop").xml()}'
        f'</hierarchy></window><hierarchy rotation="1">{app}</hierarchy></window></display></displays>'
    )
    tree = parse_hierarchy(xml)
    assert (tree.dialect, tree.rotation, tree.package) == ("uiautomator_windows", 1, "com.example")
    assert [root.text for root in tree.roots] == ["12:00", "pop", "app"]
    assert [window.title for window in tree.windows] == ["StatusBar", "Popup", None]
    assert [window.layer for window in tree.windows] == [2, None, 1]
    assert tree.windows[0].bounds == Rect(0, 0, 1080, 84)
    assert [window.active for window in tree.windows] == [False, False, True]
    assert tree.windows[2].display_id == "0"


def test_server_dialects() -> None:
    extra = (("visible-to-user", "false"), ("drawing-order", "2"), ("hint", "h"), ("display-id", "0"))
    tree = parse_hierarchy(dump(text("x", extra=extra)))
    assert tree.dialect == "uiautomator2"
    assert not tree.roots[0].visible
    appium = (
        '<hierarchy index="0" class="hierarchy" rotation="0" width="1080" height="2400">'
        '<android.widget.FrameLayout index="0" package="com.x" class="android.widget.FrameLayout" bounds="[0,0][9,9]" '
        'displayed="true"><android.widget.TextView text="Hi" bounds="[0,0][5,5]" displayed="false"/>'
        "</android.widget.FrameLayout></hierarchy>"
    )
    tree = parse_hierarchy(appium)
    assert tree.dialect == "appium"
    assert [node.class_name for node in tree.walk()] == [
        "android.widget.FrameLayout",
        "android.widget.TextView",
    ]
    assert [node.visible for node in tree.walk()] == [True, False]


def test_rotation_that_is_absent_or_odd_is_none() -> None:
    assert parse_hierarchy(dump(text("x"), rotation=None)).rotation is None
    assert parse_hierarchy(dump(text("x"), rotation=7)).rotation is None


def test_what_the_command_prints_instead_of_a_dump_is_no_tree() -> None:
    lines = (DATA.parent / "strings" / "uiautomator_stdout.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    reasons = {row["expect"]: reason(row["raw"]) for row in rows}
    assert reasons.pop("dump_empty") == "dump_empty"
    assert set(reasons.values()) == {"xml_malformed"}
