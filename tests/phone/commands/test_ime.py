from __future__ import annotations

import pytest
from phone_commands import make_context, run

from gui_rec.phone.commands.ime import enabled_line, selected_line, unknown_line
from gui_rec.phone.world.input_methods import ADB_IME, LATIN_IME


def test_lists() -> None:
    ctx, _ = make_context()
    assert run(ctx, "ime", "list", "-s").lines == [LATIN_IME]
    assert run(ctx, "ime", "list", "-a", "-s").lines == [LATIN_IME, ADB_IME]
    assert run(ctx, "ime", "list").lines[0] == f"{LATIN_IME}:"


def test_enable_set_and_back() -> None:
    ctx, _ = make_context()
    assert run(ctx, "ime", "enable", ADB_IME).out == f"Input method {ADB_IME}: now enabled for user #0\n"
    assert run(ctx, "ime", "enable", ADB_IME).out == f"Input method {ADB_IME}: already enabled for user #0\n"
    assert run(ctx, "ime", "set", ADB_IME).out == f"Input method {ADB_IME} selected for user #0\n"
    assert ctx.phone.ime.is_adb_keyboard
    assert run(ctx, "ime", "disable", ADB_IME).out == f"Input method {ADB_IME}: now disabled for user #0\n"
    assert ctx.phone.ime.current == LATIN_IME


def test_set_before_enable_is_unknown() -> None:
    ctx, _ = make_context()
    ran = run(ctx, "ime", "set", ADB_IME)
    assert (ran.status, ran.raw) == (255, b"")
    assert ran.err == f"Unknown input method {ADB_IME} cannot be selected for user #0\n"


@pytest.mark.parametrize("command", ["enable", "disable", "set"])
def test_the_long_form_is_unknown(command: str) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "ime", command, "com.android.adbkeyboard/com.android.adbkeyboard.AdbIME")
    assert ran.status == 255
    assert ran.err.startswith("Unknown input method com.android.adbkeyboard/com.")


def test_reset() -> None:
    ctx, _ = make_context()
    run(ctx, "ime", "enable", ADB_IME)
    run(ctx, "ime", "set", ADB_IME)
    assert run(ctx, "ime", "reset").lines[0] == "Reset current and enabled IMEs for user #0"
    assert ctx.phone.ime.current == LATIN_IME


def test_old_phones_do_not_name_the_user() -> None:
    assert selected_line("x/.Y", api=28) == "Input method x/.Y selected"
    assert enabled_line("x/.Y", changed=True, on=True, api=28) == "Input method x/.Y: now enabled"
    assert unknown_line("x/.Y", "selected", api=28) == "Unknown input method x/.Y cannot be selected"


def test_other_lines() -> None:
    ctx, _ = make_context()
    assert run(ctx, "ime", "frob").out == "Unknown command: frob\n"
    assert run(ctx, "ime").status == 255
    assert "Argument expected" in run(ctx, "ime", "set").err
