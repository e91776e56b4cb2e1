from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.device.adb.input_text import can_type, clearing_commands, typing_commands

PRINTABLE = "".join(chr(code) for code in range(32, 127))
ENTER = ["input", "keyevent", "KEYCODE_ENTER"]
typable = st.text(st.sampled_from(PRINTABLE + "\n"), max_size=650)
traps = st.text("%s \n", max_size=30)


def typed_by_input(argument: str) -> str:
    """What `input text` types of its argument. Source: AOSP, InputShellCommand.sendText, read step by step:
    an `s` after a `%` becomes a space and takes the place of both.
    """
    out: list[str] = []
    escaped = False
    for character in argument:
        if escaped and character == "s":
            out[-1] = " "
            escaped = False
            continue
        out.append(character)
        escaped = character == "%"
    return "".join(out)


def typed_by(commands: list[list[str]]) -> str:
    return "".join("\n" if words == ENTER else typed_by_input(words[2]) for words in commands)


@settings(max_examples=100, deadline=None)
@given(st.one_of(typable, traps))
def test_what_android_types_is_the_text(text: str) -> None:
    assert typed_by(typing_commands(text)) == text


@settings(max_examples=60, deadline=None)
@given(typable)
def test_every_command_is_an_enter_or_a_short_piece_without_spaces(text: str) -> None:
    for words in typing_commands(text):
        if words != ENTER:
            assert words[:2] == ["input", "text"]
            (piece,) = words[2:]
            assert piece, "`input text` refuses an empty argument"
            assert not set(piece) & set(" \n")
            assert len(typed_by_input(piece)) <= 200


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=8))
def test_only_printable_ascii_and_line_ends_can_be_typed(text: str) -> None:
    assert can_type(text) is (set(text) <= set(PRINTABLE + "\n"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("a b", [["input", "text", "a%sb"]]),
        ("%s", [["input", "text", "%"], ["input", "text", "s"]]),
        ("% s", [["input", "text", "%%ss"]]),
        ("\n", [ENTER]),
        ("a\n\nb", [["input", "text", "a"], ENTER, ENTER, ["input", "text", "b"]]),
        ("-d 1", [["input", "text", "-d%s1"]]),
    ],
)
def test_how_it_is_spelled(text: str, expected: list[list[str]]) -> None:
    assert typing_commands(text) == expected


def test_a_long_line_goes_in_pieces() -> None:
    pieces = [words[2] for words in typing_commands("x" * 401)]
    assert [len(piece) for piece in pieces] == [200, 200, 1]


def test_a_field_is_emptied_from_its_end() -> None:
    (deletions,) = clearing_commands(select_all=False)
    assert deletions[:3] == ["input", "keyevent", "KEYCODE_MOVE_END"]
    assert set(deletions[3:]) == {"KEYCODE_DEL"}
    assert len(deletions[3:]) >= 100


def test_all_is_selected_and_deleted_first_where_input_can_combine_keys() -> None:
    select, delete, *rest = clearing_commands(select_all=True)
    assert select == ["input", "keycombination", "KEYCODE_CTRL_LEFT", "KEYCODE_A"]
    assert delete == ["input", "keyevent", "KEYCODE_DEL"]
    assert rest == clearing_commands(select_all=False)
