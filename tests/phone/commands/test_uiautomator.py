from __future__ import annotations

import pytest
from phone_commands import APIS, make_context, run

from gui_rec.phone.commands.uiautomator import DEFAULT_FILE, NOT_IDLE, NULL_ROOT, success_line


@pytest.mark.parametrize("api", APIS)
def test_dump_to_the_default_file(api: int) -> None:
    ctx, _ = make_context(api)
    ran = run(ctx, "uiautomator", "dump")
    word = "hierarchy" if api == 36 else "hierchary"
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"UI {word} dumped to: /sdcard/window_dump.xml\n"
    assert ctx.files.read(DEFAULT_FILE).decode() == ctx.phone.hierarchy()


def test_dump_to_a_named_file_and_from_the_working_directory() -> None:
    ctx, _ = make_context()
    assert run(ctx, "uiautomator", "dump", "/data/local/tmp/a.xml").out.endswith("/data/local/tmp/a.xml\n")
    ctx.cwd = "/sdcard"
    assert run(ctx, "uiautomator", "dump", "b.xml").out.endswith(": /sdcard/b.xml\n")
    assert ctx.files.read("/sdcard/b.xml").startswith(b"<?xml version='1.0' encoding='UTF-8'")


def test_the_terminal_gets_xml_and_line_without_a_break_between() -> None:
    ctx, _ = make_context()
    ran = run(ctx, "uiautomator", "dump", "/dev/tty")
    assert ran.out == ctx.phone.hierarchy() + "UI hierchary dumped to: /dev/tty\n"


def test_compressed_leaves_nodes_out() -> None:
    ctx, _ = make_context()
    whole = run(ctx, "uiautomator", "dump", "/dev/tty").out
    compressed = run(ctx, "uiautomator", "dump", "--compressed", "/dev/tty").out
    assert compressed.count("<node") < whole.count("<node")


@pytest.mark.parametrize(("fault", "text"), [("not-idle:1", NOT_IDLE), ("old-xml:1", NULL_ROOT)])
def test_failures_keep_the_old_file_and_status_0(fault: str, text: str) -> None:
    ctx, _ = make_context()
    run(ctx, "uiautomator", "dump")
    old = ctx.files.read(DEFAULT_FILE)
    ctx.phone.launch("com.android.settings")
    ctx.phone.faults.set(fault)
    ran = run(ctx, "uiautomator", "dump")
    assert (ran.status, ran.raw, ran.err) == (0, b"", text + "\n")
    assert ctx.files.read(DEFAULT_FILE) == old
    run(ctx, "uiautomator", "dump")
    assert ctx.files.read(DEFAULT_FILE) != old


def test_a_dark_screen_has_no_root() -> None:
    ctx, _ = make_context()
    ctx.phone.key("POWER")
    ran = run(ctx, "uiautomator", "dump")
    assert (ran.status, ran.err) == (0, NULL_ROOT + "\n")
    assert not ctx.files.exists(DEFAULT_FILE)


def test_the_success_line_comes_even_where_nothing_was_written() -> None:
    ctx, _ = make_context()
    ran = run(ctx, "uiautomator", "dump", "/nowhere/a.xml")
    assert (ran.status, ran.out) == (0, success_line("/nowhere/a.xml", api=34) + "\n")
    assert not ctx.files.exists("/nowhere/a.xml")


@pytest.mark.parametrize("words", [(), ("help",), ("runtest", "x.jar")])
def test_anything_else_gets_the_usage(words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "uiautomator", *words)
    assert (ran.status, ran.raw) == (0, b"")
    assert ran.err.startswith("Usage: uiautomator <subcommand> [options]")


def test_a_dump_dies_while_another_program_holds_the_connection() -> None:
    ctx, _ = make_context()
    assert ctx.phone.accessibility.connect() is not None
    ran = run(ctx, "uiautomator", "dump", "/sdcard/a.xml")
    assert (ran.status, ran.raw, ran.err) == (137, b"", "Killed\n")
    assert not ctx.files.exists("/sdcard/a.xml")
    ctx.phone.accessibility.disconnect()
    assert run(ctx, "uiautomator", "dump", "/sdcard/a.xml").status == 0
