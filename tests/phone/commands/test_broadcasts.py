from __future__ import annotations

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phone_commands import field_text, focus_field, make_context, run

from gui_rec.phone.commands._api import Context
from gui_rec.phone.commands.broadcasts import BroadcastResult, decode_text
from gui_rec.phone.world.input_methods import ADB_IME, U2_IME


def with_keyboard() -> Context:
    ctx, clock = make_context()
    assert run(ctx, "ime", "enable", ADB_IME).status == 0
    assert run(ctx, "ime", "set", ADB_IME).status == 0
    focus_field(ctx, clock)
    return ctx


def send(ctx: Context, action: str, *extras: str) -> None:
    assert run(ctx, "am", "broadcast", "-a", action, *extras).lines[-1] == "Broadcast completed: result=0"


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize("text", ["hello", "日本語 😀", 'it\'s 100% "done"'])
def test_base64_text_of_any_kind(text: str) -> None:
    ctx = with_keyboard()
    send(ctx, "ADB_INPUT_B64", "--es", "msg", encoded(text))
    assert field_text(ctx) == text


def test_the_same_broadcast_does_nothing_under_another_keyboard() -> None:
    ctx, clock = make_context()
    focus_field(ctx, clock)
    before = field_text(ctx)
    send(ctx, "ADB_INPUT_B64", "--es", "msg", encoded("hello"))
    assert field_text(ctx) == before


def test_nor_without_a_focused_field() -> None:
    ctx, _ = make_context()
    run(ctx, "ime", "enable", ADB_IME)
    run(ctx, "ime", "set", ADB_IME)
    version = ctx.phone.version
    send(ctx, "ADB_INPUT_TEXT", "--es", "msg", "hello")
    assert ctx.phone.version == version


def test_text_characters_and_keys() -> None:
    ctx = with_keyboard()
    send(ctx, "ADB_INPUT_TEXT", "--es", "msg", "abc")
    send(ctx, "ADB_INPUT_CHARS", "--eia", "chars", "128512,100")
    assert field_text(ctx) == "abc😀d"
    send(ctx, "ADB_INPUT_CODE", "--ei", "code", "67")
    assert field_text(ctx) == "abc😀"
    send(ctx, "ADB_INPUT_TEXT", "--es", "mcode", "0,67,4096,29")
    assert field_text(ctx) == "abc"


def test_clearing_and_editor_actions() -> None:
    ctx = with_keyboard()
    send(ctx, "ADB_INPUT_TEXT", "--es", "msg", "abc")
    send(ctx, "ADB_CLEAR_TEXT")
    assert "abc" not in field_text(ctx)
    send(ctx, "ADB_EDITOR_CODE", "--ei", "code", "5")
    send(ctx, "ADB_INPUT_TEXT", "--es", "msg", "x")
    assert "x" not in field_text(ctx)
    send(ctx, "ADB_ACTION_DONE")


@pytest.mark.parametrize(
    ("action", "extras"),
    [
        ("ADB_INPUT_B64", ("--es", "msg", "***")),
        ("ADB_INPUT_B64", ("--es", "msg", "/w==")),
        ("ADB_INPUT_CHARS", ("--eia", "chars", "1114112")),
        ("ADB_INPUT_CHARS", ()),
        ("ADB_INPUT_CODE", ("--ei", "code", "x")),
        ("android.intent.action.AIRPLANE_MODE", ("--ez", "state", "true")),
    ],
)
def test_what_the_keyboard_cannot_read_is_swallowed(action: str, extras: tuple[str, ...]) -> None:
    ctx = with_keyboard()
    before = field_text(ctx)
    send(ctx, action, *extras)
    assert field_text(ctx) == before


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=20))
def test_any_text_survives_base64(text: str) -> None:
    assert decode_text(encoded(text)) == text


def with_u2_keyboard() -> Context:
    ctx, clock = make_context()
    ctx.phone.ime.install(U2_IME)
    ctx.phone.ime.enable(U2_IME)
    ctx.phone.ime.select(U2_IME)
    focus_field(ctx, clock)
    return ctx


def answer(ctx: Context, action: str, *extras: str) -> str:
    return run(ctx, "am", "broadcast", "-a", action, *extras).lines[-1]


SUCCESS = 'Broadcast completed: result=-1, data="success"'


@pytest.mark.parametrize("text", ["hello", "日本語 😀", "a b"])
def test_the_u2_keyboard_types_base64_and_says_so(text: str) -> None:
    ctx = with_u2_keyboard()
    assert answer(ctx, "ADB_KEYBOARD_INPUT_TEXT", "--es", "text", encoded(text)) == SUCCESS
    assert field_text(ctx) == text


def test_the_u2_keyboard_clears_hides_and_goes_on() -> None:
    ctx = with_u2_keyboard()
    answer(ctx, "ADB_KEYBOARD_INPUT_TEXT", "--es", "text", encoded("abc"))
    assert answer(ctx, "ADB_KEYBOARD_CLEAR_TEXT") == SUCCESS
    assert field_text(ctx) == "User name"
    assert answer(ctx, "ADB_KEYBOARD_EDITOR_CODE", "--es", "code", "5") == SUCCESS
    assert answer(ctx, "ADB_KEYBOARD_SMART_ENTER") == SUCCESS
    answer(ctx, "ADB_KEYBOARD_HIDE")
    assert not ctx.phone.keyboard_shown
    assert answer(ctx, "ADB_KEYBOARD_HIDE") == SUCCESS


@pytest.mark.parametrize(
    ("action", "extras"),
    [
        ("ADB_KEYBOARD_INPUT_TEXT", ("--es", "text", "***")),
        ("ADB_KEYBOARD_EDITOR_CODE", ()),
        ("ADB_KEYBOARD_EDITOR_CODE", ("--es", "code", "x")),
    ],
)
def test_the_u2_keyboard_says_when_it_could_not(action: str, extras: tuple[str, ...]) -> None:
    assert "result=-1" not in answer(with_u2_keyboard(), action, *extras)


def test_the_u2_keyboard_says_when_no_field_has_the_focus() -> None:
    ctx, _ = make_context()
    ctx.phone.ime.install(U2_IME)
    ctx.phone.ime.enable(U2_IME)
    ctx.phone.ime.select(U2_IME)
    assert "result=0" in answer(ctx, "ADB_KEYBOARD_INPUT_TEXT", "--es", "text", encoded("x"))
    assert "result=0" in answer(ctx, "ADB_KEYBOARD_CLEAR_TEXT")


def test_neither_keyboard_takes_what_is_meant_for_the_other() -> None:
    ctx = with_u2_keyboard()
    assert answer(ctx, "ADB_INPUT_B64", "--es", "msg", encoded("x")) == "Broadcast completed: result=0"
    assert field_text(ctx) == "User name"
    other = with_keyboard()
    assert (
        answer(other, "ADB_KEYBOARD_INPUT_TEXT", "--es", "text", encoded("x"))
        == "Broadcast completed: result=0"
    )
    assert field_text(other) == "User name"


def test_a_result_is_printed_as_am_prints_it() -> None:
    assert BroadcastResult().line() == "Broadcast completed: result=0"
    assert BroadcastResult(-1, "success").line() == SUCCESS
