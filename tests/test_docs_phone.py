"""The page of the phone's commands says what the phone does: its generated parts, and what is written by hand."""

from __future__ import annotations

import asyncio
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from phone_commands import SHOP, field_text, focus_field, make_context, run

from gui_rec.phone.commands._members import COMMANDS
from gui_rec.phone.commands.pm import pm
from gui_rec.phone.control import ControlServer
from gui_rec.phone.u2._members import METHODS
from gui_rec.phone.wire.faults import WireFault
from gui_rec.phone.world.faults import KINDS

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "phone-commands.md"


def _script(name: str) -> ModuleType:
    """A script by its file, since `scripts` is no package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


PROBES = _script("phone_probes")
PAGES = _script("phone_pages")
TEXT = PAGE.read_text(encoding="utf-8")


def _part(name: str) -> str:
    found = re.search(f"<!-- begin {name} -->\\n(.*?)<!-- end {name} -->", TEXT, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("name", list(PAGES.SECTIONS))
def test_the_generated_parts_are_what_the_code_is(name: str) -> None:
    made = "\n".join(PAGES.SECTIONS[name]()) + "\n"
    assert _part(name) == made, "run: python scripts/phone_pages.py"


def test_a_part_that_is_missing_or_unknown_is_an_error() -> None:
    with pytest.raises(ValueError, match="expected the marked parts"):
        PAGES.filled(TEXT.replace("<!-- begin u2 -->", ""))


def test_a_page_that_differs_is_found_and_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- begin a -->\nold\n<!-- end a -->\n", encoding="utf-8")
    monkeypatch.setattr(PAGES, "PAGE", page)
    monkeypatch.setattr(PAGES, "SECTIONS", {"a": lambda: ["new"]})
    assert PAGES.main(["--check"]) == 1
    assert PAGES.main([]) == 0
    assert page.read_text(encoding="utf-8") == "<!-- begin a -->\nnew\n<!-- end a -->\n"
    assert PAGES.main(["--check"]) == 0


def test_nothing_is_left_out() -> None:
    assert set(_names("android-commands")) | set(_names("unix-commands")) == set(COMMANDS)
    assert set(_names("faults")) == {*KINDS, *WireFault}
    assert set(_names("u2")) == set(METHODS)


def _names(part: str) -> list[str]:
    return re.findall(r"^\| `([^`]+)` \|", _part(part), re.MULTILINE)


def test_every_row_says_something() -> None:
    for name in ("android-commands", "unix-commands", "builtins", "control", "u2"):
        assert not re.findall(r"^\| [^|]+ \|  \|$", _part(name), re.MULTILINE)


def test_a_cell_keeps_the_table_whole() -> None:
    assert PROBES.cell("a | b") == "`a \\| b`"
    assert PROBES.cell("a `b`") == "`` a `b` ``"
    assert PROBES.cell("x" * 500) == f"`{'x' * 400}…`"


# What is written by hand.


def test_a_long_press_of_a_key_repeats_it_and_of_power_opens_the_menu() -> None:
    ctx, clock = make_context()
    focus_field(ctx, clock)
    run(ctx, "input", "text", "abc")
    run(ctx, "input", "keyevent", "--longpress", "DEL")
    assert field_text(ctx) == "a"
    ctx.closed = asyncio.Event()
    run(ctx, "input", "keyevent", "--longpress", "POWER")
    assert ctx.phone.state()["system_dialog"] == "power-menu"


def test_a_chord_selects_all() -> None:
    ctx, clock = make_context()
    focus_field(ctx, clock)
    run(ctx, "input", "text", "abc")
    run(ctx, "input", "keycombination", "CTRL_LEFT", "A")
    run(ctx, "input", "keyevent", "DEL")
    assert field_text(ctx) == "User name"


@pytest.mark.parametrize("words", [("-d", "5", "tap"), ("-d", "1", "tap")])
def test_input_for_a_display_that_is_not_there_does_nothing(words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    version = ctx.phone.version
    assert run(ctx, "input", *words, "500", "500").status == 0
    assert ctx.phone.version == version


def test_the_second_display_knows_taps_only() -> None:
    ctx, _ = make_context(displays=2)
    before = ctx.phone.version
    run(ctx, "input", "-d", "1", "text", "a")
    assert ctx.phone.version == before
    run(ctx, "input", "-d", "1", "tap", "100", "100")
    assert ctx.phone.version != before


def test_a_source_changes_nothing() -> None:
    trees = []
    for words in (("tap",), ("mouse", "tap")):
        ctx, clock = make_context()
        ctx.phone.launch(SHOP)
        clock.advance(10)
        run(ctx, "input", *words, "540", "766")
        clock.advance(2)
        trees.append(ctx.phone.hierarchy())
    assert trees[0] == trees[1]


def test_before_android_11_windows_are_not_dumped() -> None:
    ctx, _ = make_context(28)
    assert run(ctx, "uiautomator", "dump", "--windows", "/sdcard/a.xml").out.endswith("/sdcard/a.xml\n")
    run(ctx, "uiautomator", "dump", "/sdcard/b.xml")
    assert ctx.files.read("/sdcard/a.xml") == ctx.files.read("/sdcard/b.xml")


def test_empty_buffers_of_the_log() -> None:
    ctx, _ = make_context()
    run(ctx, "log", "-t", "mine", "hello")
    assert "hello" in run(ctx, "logcat", "-d").out
    assert run(ctx, "logcat", "-d", "-b", "radio,events,kernel").raw == b""


@pytest.mark.parametrize("option", ["-n", "-r", "-d"])
def test_options_of_getevent_without_effect_on_a_description(option: str) -> None:
    ctx, _ = make_context()
    assert run(ctx, "getevent", "-lp", option).raw == run(ctx, "getevent", "-lp").raw


def test_a_radio_is_a_setting() -> None:
    ctx, _ = make_context()
    run(ctx, "svc", "wifi", "disable")
    assert run(ctx, "settings", "get", "global", "wifi_on").out == "0\n"
    assert "inet addr" in run(ctx, "ifconfig", "wlan0").out


def test_the_ops_need_no_server_to_be_listed() -> None:
    assert set(_names("control")) == set(ControlServer(None, "")._ops)  # type: ignore[arg-type]


def test_pm_is_cmd_package() -> None:
    ctx, _ = make_context()
    assert COMMANDS.get("pm") is pm
    assert run(ctx, "cmd", "package", "path", SHOP).raw == run(ctx, "pm", "path", SHOP).raw


def test_a_name_with_its_folder_is_the_command() -> None:
    assert PROBES.answer("/system/bin/echo a").out == "a\n"
    assert PROBES.answer("sed s/a/b/").status == 127


def test_probes_leave_no_loop_behind() -> None:
    PROBES.answer("echo a")
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()
