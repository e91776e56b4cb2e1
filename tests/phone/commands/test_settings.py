from __future__ import annotations

import pytest
from phone_commands import make_context, run

from gui_rec.phone.world.input_methods import ADB_IME, LATIN_IME


def test_get_put_delete_and_list() -> None:
    ctx, _ = make_context()
    assert run(ctx, "settings", "get", "system", "screen_brightness").out == "102\n"
    put = run(ctx, "settings", "put", "system", "screen_brightness", "7")
    assert (put.status, put.raw, put.err) == (0, b"", "")
    assert run(ctx, "settings", "get", "SYSTEM", "screen_brightness").out == "7\n"
    assert "screen_brightness=7" in run(ctx, "settings", "list", "system").lines
    assert run(ctx, "settings", "delete", "system", "screen_brightness").out == "Deleted 1 rows\n"
    assert run(ctx, "settings", "delete", "system", "screen_brightness").out == "Deleted 0 rows\n"
    assert run(ctx, "settings", "get", "system", "screen_brightness").out == "null\n"


def test_the_user_is_taken_anywhere() -> None:
    ctx, _ = make_context()
    assert run(ctx, "settings", "--user", "0", "get", "global", "wifi_on").out == "1\n"
    assert run(ctx, "settings", "put", "--user", "current", "global", "wifi_on", "0").status == 0
    assert ctx.phone.settings.get("global", "wifi_on") == "0"


def test_rotation_is_a_setting() -> None:
    ctx, _ = make_context()
    run(ctx, "settings", "put", "system", "accelerometer_rotation", "0")
    run(ctx, "settings", "put", "system", "user_rotation", "1")
    assert ctx.phone.orientation == 1
    assert ctx.phone.screen.width_px > ctx.phone.screen.height_px


def test_the_keyboard_is_a_setting_too() -> None:
    ctx, _ = make_context()
    current = ("secure", "default_input_method")
    assert run(ctx, "settings", "get", *current).out == f"{LATIN_IME}\n"
    run(ctx, "ime", "enable", ADB_IME)
    assert run(ctx, "settings", "get", "secure", "enabled_input_methods").out == f"{LATIN_IME}:{ADB_IME}\n"
    run(ctx, "settings", "put", *current, ADB_IME)
    assert ctx.phone.ime.is_adb_keyboard
    assert f"default_input_method={ADB_IME}" in run(ctx, "settings", "list", "secure").lines


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("get", "nowhere", "key"), "Invalid namespace 'nowhere'"),
        (("get",), "Bad arguments"),
        (("put", "system", "key"), "Invalid command: not enough arguments"),
    ],
)
def test_lines_it_cannot_read(words: tuple[str, ...], text: str) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "settings", *words)
    assert (ran.status, ran.raw, ran.err) == (255, b"", text + "\n")


def test_help_and_unknown_commands() -> None:
    ctx, _ = make_context()
    assert run(ctx, "settings", "help").status == 0
    assert run(ctx, "settings").status == 255
    assert run(ctx, "settings", "frob", "x").out == "Unknown command: frob\n"
