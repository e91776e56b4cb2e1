from __future__ import annotations

import asyncio

import pytest
from phone_commands import APIS, SHOP, MemoryIo, field_text, focus_field, make_context, run

from gui_rec.phone.commands.input import input_

HOME = "com.android.launcher3"


def test_text_lands_in_the_focused_field_and_says_nothing() -> None:
    ctx, clock = make_context()
    focus_field(ctx, clock)
    ran = run(ctx, "input", "text", "hello%sworld")
    assert (ran.status, ran.raw, ran.err) == (0, b"", "")
    assert field_text(ctx) == "hello world"


@pytest.mark.parametrize("api", APIS)
def test_text_without_a_key_types_nothing_at_all(api: int) -> None:
    ctx, clock = make_context(api)
    focus_field(ctx, clock)
    before = field_text(ctx)
    ran = run(ctx, "input", "text", "ab日")
    assert ran.status == 255
    assert "java.lang.NullPointerException: Attempt to get length of null array" in ran.err
    assert field_text(ctx) == before


@pytest.mark.parametrize("key", ["3", "HOME", "KEYCODE_HOME"])
def test_keys_by_number_and_name(key: str) -> None:
    ctx, _ = make_context()
    ctx.phone.launch(SHOP)
    assert run(ctx, "input", "keyevent", key).status == 0
    assert ctx.phone.focus().package == HOME


def test_several_keys_and_a_long_press() -> None:
    ctx, clock = make_context()
    focus_field(ctx, clock)
    run(ctx, "input", "text", "abc")
    assert run(ctx, "input", "keyevent", "--longpress", "67", "DEL").status == 0
    assert field_text(ctx) == "a"


def test_keys_nobody_knows_do_nothing_and_succeed() -> None:
    ctx, _ = make_context()
    version = ctx.phone.version
    assert run(ctx, "input", "keyevent", "FROBNICATE").status == 0
    assert run(ctx, "input", "keyevent", "9999").status == 0
    assert ctx.phone.version == version


def test_taps_go_through_and_can_be_lost() -> None:
    ctx, clock = make_context(faults=("lost-tap:1",))
    ctx.phone.launch(SHOP)
    clock.advance(10)
    assert run(ctx, "input", "tap", "540", "766").status == 0
    assert not ctx.phone.keyboard_shown
    assert run(ctx, "input", "touchscreen", "-d", "0", "tap", "540", "766").status == 0
    assert ctx.phone.keyboard_shown


def test_a_display_that_is_not_there_gets_the_touch() -> None:
    ctx, clock = make_context()
    ctx.phone.launch(SHOP)
    clock.advance(10)
    assert run(ctx, "input", "-d", "7", "tap", "540", "766").status == 0
    assert not ctx.phone.keyboard_shown


def test_swipes_scroll_and_injected_input_never_reaches_the_panel() -> None:
    ctx, clock = make_context()
    ctx.phone.launch("com.android.settings")
    clock.advance(10)
    before = ctx.phone.hierarchy()
    panel = ctx.phone.panel.subscribe()
    assert run(ctx, "input", "swipe", "540", "1900", "540", "700", "20").status == 0
    clock.advance(5)
    assert ctx.phone.hierarchy() != before
    assert panel.take() == []


def test_a_swipe_blocks_and_a_hang_up_ends_it_before_it_acts() -> None:
    ctx, clock = make_context()
    ctx.phone.launch("com.android.settings")
    clock.advance(10)
    before = ctx.phone.version

    async def hang_up() -> int:
        swipe = asyncio.ensure_future(
            input_(ctx, ["swipe", "540", "1900", "540", "700", "60000"], MemoryIo())
        )
        await asyncio.sleep(0)
        assert not swipe.done()
        ctx.closed.set()
        return await swipe

    assert asyncio.run(hang_up()) == 0
    assert ctx.phone.version == before


def test_motion_events_make_a_tap() -> None:
    ctx, clock = make_context()
    ctx.phone.launch(SHOP)
    clock.advance(10)
    run(ctx, "input", "motionevent", "DOWN", "540", "766")
    clock.advance(0.05)
    run(ctx, "input", "motionevent", "UP", "540", "766")
    assert ctx.phone.keyboard_shown


@pytest.mark.parametrize(
    "words",
    [
        ("press",),
        ("trackball", "roll", "1", "1"),
        ("keycombination", "-t", "1", "POWER", "VOLUME_DOWN"),
        ("motionevent", "CANCEL"),
        ("text", ""),
    ],
)
def test_what_has_no_effect_is_silent(words: tuple[str, ...]) -> None:
    ctx, _ = make_context()
    version = ctx.phone.version
    ran = run(ctx, "input", *words)
    assert (ran.status, ran.raw, ran.err) == (0, b"", "")
    assert ctx.phone.version == version


@pytest.mark.parametrize(("api", "status"), [(28, 0), (30, 0), (34, 255), (36, 255)])
def test_wrong_arguments_by_api_level(api: int, status: int) -> None:
    ctx, _ = make_context(api)
    ran = run(ctx, "input", "tap", "-d", "0", "1", "2")
    assert ran.status == status
    assert ran.raw == b""
    assert "Error: Invalid arguments for command: tap" in ran.err
    assert ("Exception occurred while executing 'tap':" in ran.err) is (api >= 31)


def test_unknown_commands_and_none_at_all() -> None:
    newer, _ = make_context(34)
    assert run(newer, "input", "foo").lines == ["Unknown command: foo"]
    assert run(newer, "input").status == 255
    older, _ = make_context(28)
    assert run(older, "input", "foo").err.startswith("Error: Unknown command: foo\n")
    assert run(older, "input").lines[0].startswith("Usage: input")


def test_drag_and_drop_holds_first() -> None:
    ctx, clock = make_context()
    ctx.phone.launch(SHOP)
    clock.advance(10)
    assert run(ctx, "input", "draganddrop", "540", "766", "540", "900", "1").status == 0


@pytest.mark.parametrize(
    ("api", "status", "text"), [(30, 0, "Error: Invalid"), (34, 255, "NumberFormatException")]
)
def test_numbers_that_are_none_by_api_level(api: int, status: int, text: str) -> None:
    ctx, _ = make_context(api)
    ran = run(ctx, "input", "tap", "a", "1")
    assert (ran.status, text in ran.err) == (status, True)


@pytest.mark.parametrize("api", APIS)
def test_chords_came_with_android_12(api: int) -> None:
    ctx, _ = make_context(api)
    ran = run(ctx, "input", "keycombination", "CTRL_LEFT", "A")
    assert ("Error: Unknown command: keycombination" in ran.err) is (api < 31)


def test_a_key_is_pressed_twice_and_keys_wait_for_each_other() -> None:
    ctx, clock = make_context()
    focus_field(ctx, clock)
    run(ctx, "input", "text", "abcdef")
    assert run(ctx, "input", "keyevent", "--doubletap", "DEL").status == 0
    assert field_text(ctx) == "abcd"
    assert run(ctx, "input", "keyevent", "--delay", "1", "DEL", "DEL").status == 0
    assert field_text(ctx) == "ab"
