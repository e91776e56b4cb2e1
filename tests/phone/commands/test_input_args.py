from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.commands.input_args import (
    COMMANDS,
    InputCall,
    InputComplaintError,
    KeyArgs,
    Stroke,
    combination_args,
    commands_of,
    complaint_lines,
    key_args,
    motion_args,
    parse_call,
    point_args,
    stroke_args,
    typed_text,
    unknown_command_lines,
    usage,
)

ILLEGAL = "java.lang.IllegalArgumentException"


def refusal(call: object, *args: object) -> InputComplaintError:
    assert callable(call)
    with pytest.raises(InputComplaintError) as caught:
        call(*args)
    return caught.value


def test_source_and_display_stand_before_the_command() -> None:
    assert parse_call(["touchscreen", "-d", "0", "tap", "1", "2"]) == InputCall(
        "touchscreen", 0, "tap", ("1", "2")
    )
    assert parse_call(["tap", "1", "2"]) == InputCall(None, None, "tap", ("1", "2"))
    assert parse_call(["-d", "INVALID_DISPLAY", "keyevent", "4"]).display == -1
    assert parse_call([]).command is None


def test_display_after_the_command_is_an_argument_too_many() -> None:
    call = parse_call(["tap", "-d", "0", "1", "2"])
    assert call.display is None
    assert str(refusal(point_args, "tap", call.args)) == "Error: Invalid arguments for command: tap"


def test_bad_display_ids_are_refused() -> None:
    assert refusal(parse_call, ["-d", "x", "tap"]).java == "java.lang.NumberFormatException"
    assert str(refusal(parse_call, ["-d"])) == 'Argument expected after "-d"'


def test_points_are_numbers() -> None:
    assert point_args("tap", ["540", "1200.5"]) == (540.0, 1200.5)
    for bad in ("x", "nan", "inf", "1_0", ""):
        assert refusal(point_args, "tap", [bad, "1"]).java == "java.lang.NumberFormatException"


def test_strokes_last_300_ms_unless_told() -> None:
    assert stroke_args("swipe", ["1", "2", "3", "4"]) == Stroke(1, 2, 3, 4, 300)
    assert stroke_args("swipe", ["1", "2", "3", "4", "1200"]).duration_ms == 1200
    assert stroke_args("swipe", ["1", "2", "3", "4", "-5"]).duration_ms == 300
    assert refusal(stroke_args, "swipe", ["1", "2", "3"]).java == ILLEGAL
    assert (
        refusal(stroke_args, "swipe", ["1", "2", "3", "4", "1.5"]).java == "java.lang.NumberFormatException"
    )


def test_motion_events_know_four_words() -> None:
    assert motion_args(["down", "1", "2"]) == ("DOWN", (1.0, 2.0))
    assert motion_args(["CANCEL"]) == ("CANCEL", (0.0, 0.0))
    assert refusal(motion_args, ["HOVER", "1", "2"]).java == ILLEGAL
    assert refusal(motion_args, ["UP"]).java == ILLEGAL


def test_key_options_come_first() -> None:
    assert key_args(["--longpress", "POWER"]) == KeyArgs(("POWER",), True)
    assert key_args(["--delay", "20", "4", "3"]) == KeyArgs(("4", "3"), False, delay_ms=20)
    assert key_args(["--doubletap", "--async", "4"]) == KeyArgs(("4",), False, doubletap=True)
    assert refusal(key_args, ["--delay", "soon", "4"]).java == "java.lang.NumberFormatException"
    assert refusal(key_args, []).java == ILLEGAL


def test_combinations_need_two_keys() -> None:
    assert combination_args(["-t", "100", "POWER", "VOLUME_DOWN"]) == (("POWER", "VOLUME_DOWN"), 100)
    assert str(refusal(combination_args, ["4"])) == "keycombination requires at least 2 keycodes"
    assert refusal(combination_args, ["-t"]).java == ILLEGAL


def test_only_the_first_word_is_typed_and_percent_s_is_a_space() -> None:
    assert typed_text(["hello%sworld", "ignored"]) == "hello world"
    assert typed_text(["100%%s"]) == "100% "
    assert refusal(typed_text, []).java == ILLEGAL


@pytest.mark.parametrize("text", ["日本", "é", "😀", "a\x07", "€5"])
def test_characters_without_a_key_are_a_null_pointer(text: str) -> None:
    complaint = refusal(typed_text, [text])
    assert complaint.java == "java.lang.NullPointerException"
    assert str(complaint) == "Attempt to get length of null array"


def java_send_text(text: str) -> str:
    """The loop of Android's sendText, character by character."""
    chars, escaped, index = list(text), False, 0
    while index < len(chars):
        if escaped:
            escaped = False
            if chars[index] == "s":
                chars[index] = " "
                index -= 1
                del chars[index]
        if chars[index] == "%":
            escaped = True
        index += 1
    return "".join(chars)


@settings(max_examples=100, deadline=None)
@given(
    st.text(alphabet="%s S a'\"\\$", max_size=12)
    | st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126))
)
def test_text_is_unescaped_as_android_does(text: str) -> None:
    assert typed_text([text]) == java_send_text(text)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=10))
def test_text_is_typed_whole_or_refused(text: str) -> None:
    typeable = all(" " <= char <= "~" or char in "\n\t" for char in text)
    if typeable:
        assert typed_text([text]) == text.replace("%s", " ")
    else:
        assert refusal(typed_text, [text]).java == "java.lang.NullPointerException"


def test_complaints_by_api_level() -> None:
    complaint = refusal(point_args, "tap", ["1"])
    newer = complaint_lines("tap", complaint, api=34)
    assert newer[:3] == (
        "",
        "Exception occurred while executing 'tap':",
        "java.lang.IllegalArgumentException: Error: Invalid arguments for command: tap",
    )
    assert all(line.startswith("\tat ") for line in newer[3:])
    older = complaint_lines("tap", complaint, api=30)
    assert older[0] == "Error: Invalid arguments for command: tap"
    assert older[1].startswith("Usage: input ")


def test_exceptions_that_old_phones_do_not_explain() -> None:
    lines = complaint_lines("text", refusal(typed_text, ["é"]), api=28)
    assert lines[0] == "java.lang.NullPointerException: Attempt to get length of null array"
    assert lines[1].startswith("\tat com.android.commands.input.Input")


def test_commands_came_with_the_years() -> None:
    assert set(COMMANDS) - set(commands_of(28)) == {"motionevent", "keycombination"}
    assert set(COMMANDS) - set(commands_of(30)) == {"keycombination"}
    assert commands_of(34) == commands_of(36) == COMMANDS


@pytest.mark.parametrize("api", [28, 30, 34, 36])
def test_the_usage_names_what_there_is(api: int) -> None:
    text = "\n".join(usage(api))
    assert all(f"\n      {command} " in text for command in commands_of(api))
    assert ("-d DISPLAY_ID" in text, "-d: specify" in text) == (api >= 29, api >= 29)
    assert ("keycombination" in text, "--doubletap" in text) == (api >= 31, api >= 31)


def test_before_displays_a_d_is_no_option() -> None:
    assert parse_call(["-d", "0", "tap"], api=28).command == "-d"
    assert parse_call(["-d", "0", "tap"], api=30).display == 0


def test_unknown_commands_by_api_level() -> None:
    assert unknown_command_lines("foo", api=31) == ("Unknown command: foo",)
    assert unknown_command_lines("foo", api=28)[0] == "Error: Unknown command: foo"
