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
    run(ctx, "input", "text", "abcde")
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
    ctx.closed = asyncio.Event()
    assert run(ctx, "input", "keyevent", "--delay", "1", "DEL", "DEL").status == 0
    assert field_text(ctx) == "ab"


@pytest.mark.parametrize("api", [34, 36])
@pytest.mark.parametrize(
    "words", [("CTRL_LEFT", "A"), ("113", "29"), ("-t", "1", "KEYCODE_CTRL_RIGHT", "KEYCODE_A")]
)
def test_control_and_a_select_all_for_what_comes_next(api: int, words: tuple[str, ...]) -> None:
    ctx, clock = make_context(api)
    focus_field(ctx, clock)
    run(ctx, "input", "text", "before")
    assert run(ctx, "input", "keycombination", *words).status == 0
    assert field_text(ctx) == "before"
    run(ctx, "input", "text", "after")
    assert field_text(ctx) == "after"


@pytest.mark.parametrize("api", APIS)
def test_a_long_press_of_the_power_key_shows_the_power_menu(api: int) -> None:
    ctx, _ = make_context(api)
    assert run(ctx, "input", "keyevent", "--longpress", "POWER").status == 0
    assert ctx.phone.focus().title == "ActionsDialogLite"
    assert run(ctx, "input", "keyevent", "BACK").status == 0
    assert ctx.phone.focus().package == HOME


@pytest.mark.parametrize("api", APIS)
def test_a_long_press_of_home_is_a_press_of_it(api: int) -> None:
    ctx, _ = make_context(api)
    ctx.phone.launch(SHOP)
    run(ctx, "input", "keyevent", "--longpress", "HOME")
    assert ctx.phone.focus().package == HOME


def test_a_key_is_held_as_long_as_it_is_said_from_android_15_on() -> None:
    ctx, clock = make_context(36)
    focus_field(ctx, clock)
    run(ctx, "input", "text", "abcdef")
    run(ctx, "input", "keyevent", "--duration", "1", "DEL")
    assert field_text(ctx) == "abcde"
    ctx.closed = asyncio.Event()
    run(ctx, "input", "keyevent", "--async", "--duration", "500", "DEL")
    assert field_text(ctx) == "abc"
    both = run(ctx, "input", "keyevent", "--duration", "9", "--longpress", "DEL")
    assert both.status == 255
    assert "either durationMs or longPress" in both.err


def test_a_hang_up_ends_a_long_press_before_it_acts() -> None:
    ctx, _ = make_context(34)
    before = ctx.phone.version

    async def hang_up() -> int:
        holding = asyncio.ensure_future(input_(ctx, ["keyevent", "--longpress", "POWER"], MemoryIo()))
        await asyncio.sleep(0)
        ctx.closed.set()
        return await holding

    assert asyncio.run(hang_up()) == 0
    assert ctx.phone.version == before


def test_options_of_keyevent_by_api_level() -> None:
    older, clock = make_context(30)
    focus_field(older, clock)
    run(older, "input", "text", "abcdef")
    # Words that are no option there stand for keys that nobody knows.
    assert run(older, "input", "keyevent", "--doubletap", "--async", "DEL").status == 0
    assert field_text(older) == "abcde"
    assert "[--longpress] <key" in run(older, "input").out
    assert "--duration" not in run(make_context(34)[0], "input").out
    assert "--duration" in run(make_context(36)[0], "input").out


@pytest.mark.parametrize(
    "words",
    [
        ("-d", "1", "tap", "640", "656"),
        ("-d", "1", "swipe", "640", "656", "642", "658", "1"),
        ("touchscreen", "-d", "1", "draganddrop", "640", "656", "640", "656", "1"),
    ],
)
def test_touches_of_the_second_display(words: tuple[str, ...]) -> None:
    ctx, _ = make_context(displays=2)
    before = ctx.phone.hierarchy()
    assert run(ctx, "input", *words).status == 0
    assert ctx.phone.state()["second_display"] == {"drawer": True, "touches": 1}
    assert ctx.phone.hierarchy() == before
    assert run(ctx, "input", "-d", "1", "keyevent", "BACK").status == 0
    assert ctx.phone.state()["second_display"] == {"drawer": False, "touches": 1}


def test_motion_events_of_the_second_display() -> None:
    ctx, _ = make_context(displays=2)
    for event in ("DOWN", "UP"):
        assert run(ctx, "input", "-d", "1", "motionevent", event, "640", "656").status == 0
    assert ctx.phone.state()["second_display"] == {"drawer": True, "touches": 1}


def test_text_for_the_second_display_never_lands_on_the_first() -> None:
    ctx, clock = make_context(displays=2)
    focus_field(ctx, clock)
    before = field_text(ctx)
    for words in (("text", "abc"), ("keyevent", "X"), ("keycombination", "CTRL_LEFT", "A"), ("press",)):
        assert run(ctx, "input", "-d", "1", *words).status == 0
    assert field_text(ctx) == before


def test_the_power_key_is_the_phones_whichever_display_it_is_for() -> None:
    ctx, _ = make_context(displays=2)
    run(ctx, "input", "-d", "1", "keyevent", "POWER")
    assert ctx.phone.wakefulness == "Asleep"


def test_keys_without_a_display_follow_the_focus() -> None:
    ctx, clock = make_context(displays=2)
    focus_field(ctx, clock)
    before, dump = field_text(ctx), ("dumpsys", "window", "windows")
    assert "mTopFocusedDisplayId=0" in run(ctx, *dump).out
    run(ctx, "input", "-d", "1", "tap", "640", "656")
    assert "mTopFocusedDisplayId=1" in run(ctx, *dump).out
    run(ctx, "input", "text", "abc")
    run(ctx, "input", "keyevent", "X")
    run(ctx, "input", "keycombination", "CTRL_LEFT", "A")
    run(ctx, "input", "keyevent", "BACK")
    assert ctx.phone.state()["second_display"] == {"drawer": False, "touches": 1}
    assert (field_text(ctx), ctx.phone.focus().package) == (before, SHOP)
    run(ctx, "input", "-d", "0", "text", "d")
    assert field_text(ctx) == "d"


@pytest.mark.parametrize(
    "line",
    [
        "input tap 540 1200",
        "input swipe 540 1200 540 1100 1",
        "input draganddrop 540 1200 540 1100 1",
        "input motionevent DOWN 540 1200",
        "input -d 0 keyevent HOME",
        "am start -n com.example.notes/.MainActivity",
    ],
)
def test_the_first_display_takes_the_focus_back(line: str) -> None:
    ctx, _ = make_context(displays=2)
    run(ctx, "am", "start", "-n", "com.android.settings/.Settings")
    run(ctx, "input", "-d", "1", "tap", "640", "656")
    assert ctx.phone.second_focused
    run(ctx, *line.split())
    assert not ctx.phone.second_focused


@pytest.mark.parametrize(
    ("line", "named"), [("input -d x tap 1 1", "-d"), ("input touchscreen tap a 1", "touchscreen")]
)
def test_the_newer_tool_names_its_first_word(line: str, named: str) -> None:
    ctx, _ = make_context()
    assert f"Exception occurred while executing '{named}':" in run(ctx, *line.split()).err


@pytest.mark.parametrize("ms", ["2147483648", "99999999999", "9" * 5000, "-2147483649", "1_0", "++1"])
def test_a_number_that_java_cannot_hold_is_refused(ms: str) -> None:
    ctx, _ = make_context()
    ran = run(ctx, "input", "swipe", "1", "1", "2", "2", ms)
    assert ran.status == 255
    assert f'NumberFormatException: For input string: "{ms}"' in ran.err
