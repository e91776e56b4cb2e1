from __future__ import annotations

import base64

import pytest
from hearing import action, heard
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.device.adb import broadcast_ime
from gui_rec.device.adb.quote import command, sequence
from gui_rec.model.actions import Action, Key, Type
from gui_rec.recorder.heard._api import QUERY, Heard, Kind
from gui_rec.recorder.heard.broadcasts import hear_broadcast
from gui_rec.recorder.heard.intents import Intent

texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


@given(texts)
def test_what_gui_rec_types_through_the_keyboard_is_heard(text: str) -> None:
    assert action(sequence(*broadcast_ime.typing_commands(text)).line) == Type(text)


@given(texts.filter(lambda text: "\0" not in text))
def test_plain_text_is_heard_through_the_shells_quotes(text: str) -> None:
    line = command(["am", "broadcast", "-a", "ADB_INPUT_TEXT", "--es", "msg", text]).line
    assert action(line) == Type(text)


@given(texts)
def test_what_uiautomator2s_keyboard_types_is_heard(text: str) -> None:
    coded = base64.b64encode(text.encode()).decode()
    assert action(f"am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text {coded}") == Type(text)


@given(texts)
def test_text_as_numbers_is_heard(text: str) -> None:
    codes = ",".join(str(ord(character)) for character in text)
    intent = Intent(action="ADB_INPUT_CHARS", extras={"chars": codes})
    assert hear_broadcast(intent) == Heard(Kind.ACTION, Type(text))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("am broadcast -a ADB_CLEAR_TEXT", Type("", clear_before=True)),
        ("am broadcast -a ADB_KEYBOARD_CLEAR_TEXT", Type("", clear_before=True)),
        ("am broadcast -a ADB_INPUT_CODE --ei code 67", Key("DEL")),
        ("cmd activity broadcast -a ADB_INPUT_CODE --ei code 4", Key("BACK")),
    ],
)
def test_keys_and_clearing(line: str, expected: Action) -> None:
    assert action(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "am broadcast -a ADB_INPUT_TEXT --es mcode 4096,29",
        "am broadcast -a ADB_INPUT_B64 --es msg '***'",
        "am broadcast -a ADB_INPUT_B64 --es msg /w==",
        "am broadcast -a ADB_INPUT_CHARS --eia chars x",
        "am broadcast -a ADB_INPUT_CHARS --eia chars 55296",
        "am broadcast -a ADB_INPUT_CODE --ei code 4,5",
        "am broadcast -a ADB_INPUT_CODE",
        "am broadcast -a ADB_EDITOR_CODE --ei code 3",
        "am broadcast -a ADB_KEYBOARD_SMART_ENTER",
        "am broadcast -a ADB_ACTION_SEARCH",
    ],
)
def test_what_cannot_be_told_is_opaque(line: str) -> None:
    found = heard(line)
    assert found.kind is Kind.OPAQUE
    assert found.note


def test_nothing_typed_is_no_act() -> None:
    assert heard("am broadcast -a ADB_INPUT_B64 --es msg ''") == QUERY


def test_hiding_the_keyboard_is_no_persons_act() -> None:
    found = heard("am broadcast -a ADB_KEYBOARD_HIDE")
    assert (found.kind, found.changes_state) == (Kind.QUERY, True)
