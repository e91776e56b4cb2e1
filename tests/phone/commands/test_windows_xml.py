"""`uiautomator dump --windows`: read back by the product's own parser."""

from __future__ import annotations

import re

import pytest
from phone_commands import SHOP, focus_field, make_context, run

from gui_rec.phone.commands.windows_xml import windows_xml
from gui_rec.ui.parse import parse_hierarchy


def _nodes(xml: str) -> list[str]:
    return re.findall(r"<node [^>]*>", xml)


@pytest.mark.parametrize("api", [30, 34, 36])
def test_the_active_window_is_the_one_of_a_plain_dump(api: int) -> None:
    ctx, clock = make_context(api)
    focus_field(ctx, clock)
    xml = run(ctx, "uiautomator", "dump", "--windows", "/sdcard/a.xml").out
    assert xml.endswith("/sdcard/a.xml\n")
    written = ctx.files.read("/sdcard/a.xml").decode()
    tree = parse_hierarchy(written)
    assert (tree.dialect, tree.package) == ("uiautomator_windows", SHOP)
    active = re.search(r'<window [^>]*active="true".*?</window>', written)
    assert active is not None
    assert _nodes(active[0]) == _nodes(ctx.phone.hierarchy())


def test_the_windows_lie_topmost_first_with_their_kinds() -> None:
    ctx, clock = make_context()
    focus_field(ctx, clock)
    found = re.findall(
        r'<window index="(\d)" title="([^"]*)".*?layer="(\d)" type="(\w+)">', windows_xml(ctx.phone)
    )
    assert found == [
        ("0", "StatusBar", "4", "TYPE_SYSTEM"),
        ("1", "NavigationBar0", "3", "TYPE_SYSTEM"),
        ("2", "InputMethod", "2", "TYPE_INPUT_METHOD"),
        ("3", "com.example.shop/com.example.shop.LoginActivity", "1", "TYPE_APPLICATION"),
    ]


def test_the_power_menu_is_a_window_of_the_system_in_front_of_the_app() -> None:
    ctx, _ = make_context()
    ctx.phone.hold_key("POWER")
    xml = windows_xml(ctx.phone)
    assert re.search(r'title="ActionsDialogLite"[^>]*active="true"[^>]*type="TYPE_SYSTEM"', xml)
    assert xml.count('active="true"') == 1
    assert parse_hierarchy(xml).package == "com.android.systemui"


def test_compressed_leaves_nodes_out_and_keeps_what_is_said() -> None:
    ctx, _ = make_context()
    ctx.phone.launch(SHOP)
    whole, compressed = windows_xml(ctx.phone), windows_xml(ctx.phone, compressed=True)
    assert len(_nodes(compressed)) < len(_nodes(whole))
    said = re.compile(r' text="([^"]+)"')
    assert said.findall(compressed) == said.findall(whole)


def test_the_second_display_has_its_window_and_its_list() -> None:
    ctx, _ = make_context(displays=2)
    shut = windows_xml(ctx.phone)
    second = shut[shut.index('<display id="1">') :]
    assert "SecondaryDisplayLauncher" in second
    assert 'resource-id="com.android.launcher3:id/all_apps_button"' in second
    assert 'text="Shop"' not in second
    bounds = re.search(r'all_apps_button"[^>]*bounds="\[(\d+),(\d+)\]', second)
    assert bounds is not None
    run(ctx, "input", "-d", "1", "tap", str(int(bounds[1]) + 9), str(int(bounds[2]) + 9))
    opened = windows_xml(ctx.phone)
    assert 'text="Shop"' in opened[opened.index('<display id="1">') :]


def test_one_display_is_alone() -> None:
    assert windows_xml(make_context()[0].phone).count("<display ") == 1


def test_a_phone_asleep_has_none() -> None:
    ctx, _ = make_context(displays=2)
    ctx.phone.key("POWER")
    assert windows_xml(ctx.phone).endswith("<displays></displays>")


def test_android_9_passes_the_word_over() -> None:
    ctx, _ = make_context(28)
    ctx.phone.launch(SHOP)
    out = run(ctx, "uiautomator", "dump", "--windows", "--frobnicate", "/dev/tty").out
    assert out == ctx.phone.hierarchy() + "UI hierchary dumped to: /dev/tty\n"
