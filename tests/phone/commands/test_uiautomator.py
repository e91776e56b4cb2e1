from __future__ import annotations

import asyncio
import time

import pytest
from phone_commands import APIS, MemoryIo, make_context, run

from gui_rec.phone.commands.uiautomator import (
    DEFAULT_FILE,
    IDLE_TIMEOUT_S,
    NOT_IDLE,
    NULL_ROOT,
    success_line,
    uiautomator,
)


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
    ctx.phone.faults.set("idle-timeout:0")
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


def test_it_waits_for_the_idle_state_as_long_as_it_is_told() -> None:
    ctx, _ = make_context(faults=("not-idle:1", "idle-timeout:0.2"))
    began_s = time.monotonic()
    assert run(ctx, "uiautomator", "dump").err == NOT_IDLE + "\n"
    assert time.monotonic() - began_s >= 0.2


def test_it_waits_ten_seconds_of_the_phones_clock() -> None:
    ctx, clock = make_context(faults=("not-idle:1",))
    io = MemoryIo()

    async def dump() -> int:
        waiting = asyncio.ensure_future(uiautomator(ctx, ["dump"], io))
        await asyncio.sleep(0)
        clock.advance(IDLE_TIMEOUT_S - 0.1)
        await asyncio.sleep(0.15)
        assert not waiting.done()
        clock.advance(0.1)
        return await asyncio.wait_for(waiting, 5)

    assert asyncio.run(dump()) == 0
    assert bytes(io.stderr).decode() == NOT_IDLE + "\n"


def test_a_hang_up_ends_the_wait() -> None:
    ctx, _ = make_context(faults=("not-idle:1",))

    async def dump() -> int:
        waiting = asyncio.ensure_future(uiautomator(ctx, ["dump"], MemoryIo()))
        await asyncio.sleep(0)
        ctx.closed.set()
        return await asyncio.wait_for(waiting, 5)

    assert asyncio.run(dump()) == 0
