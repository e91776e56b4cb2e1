from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.dsl.canonical import CODEC
from gui_rec.errors import DslError
from gui_rec.model.actions import Finish, FinishStatus, Key, Tap, Type


def test_one_line_is_one_action_with_type_first() -> None:
    assert CODEC.encode(Tap(0.5, 0.25)) == (
        '{"type":"tap","x":0.5,"y":0.25,"button":"left","clicks":1,"sensitive":false}'
    )


def test_several_lines_are_several_actions_and_blank_lines_are_nothing() -> None:
    text = '{"type":"key","code":"BACK"}\n\n  {"type":"finish","status":"failure"}\n'
    assert CODEC.decode(text).actions == (Key("BACK"), Finish(FinishStatus.FAILURE))


@pytest.mark.parametrize(
    "text", ["a\u2028b", "a\x85b", "line\nbreak\r\n", '«引号» "quoted" 👍🏽', "</action>"]
)
def test_text_comes_back_byte_for_byte(text: str) -> None:
    line = CODEC.encode(Type(text))
    assert "\n" not in line
    assert CODEC.decode(line + "\n" + line).actions == (Type(text), Type(text))


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("", 0, "a JSON object"),
        ("  \n ", 4, "a JSON object"),
        ('{"type":"key","code":"BACK"}\n{"type":', 37, "expected JSON"),
        ("[1,2]", 0, "a JSON object"),
        ('{"type":"tap","x":0.5}', 0, "tap.y: missing"),
        ('{"type":"tap","x":0.5,"y":1.5}', 0, "0..1"),
        ('{"type":"tap","x":0.5,"y":1e400}', 0, "0..1"),
        ('{"type":"tap","x":NaN,"y":0}', 0, "NaN"),
        ('{"type":"tap","x":' + "9" * 400 + ',"y":0}', 0, "fits a float"),
        ('{"type":"tap","x":' + "9" * 5000 + ',"y":0}', 0, "unreadable"),
        ('{"type":"tap","x":0,"x":1,"y":0}', 0, "stands twice"),
        ('{"type":"fly"}', 0, "action type"),
        ('{"type":"key","code":"BACK","why":1}', 0, "no such field"),
        ('{"type":"type","text":"\\ud800"}', 0, "surrogate"),
        ("[" * 100_000, 0, "unreadable"),
        ('```json\n{"type":"key","code":"BACK"}\n```', 0, "expected JSON"),
        ("x" * 1_000_001, 1_000_000, "at most"),
    ],
)
def test_anything_else_is_an_error_that_says_where(text: str, position: int, says: str) -> None:
    with pytest.raises(DslError, match="canonical") as caught:
        CODEC.decode(text)
    assert caught.value.position == position
    assert says in str(caught.value)


def test_repair_drops_a_code_fence_and_says_so() -> None:
    decoded = CODEC.decode('```json\n{"type":"key","code":"BACK"}\n```', repair=True)
    assert decoded.actions == (Key("BACK"),)
    assert decoded.repairs == ("code fence dropped",)


def test_it_has_no_wrapping() -> None:
    with pytest.raises(DslError, match="no wrapping"):
        CODEC.encode(Key("BACK"), wrapping="cot", thought="t", operation="o")


def test_a_lone_surrogate_is_never_written() -> None:
    with pytest.raises(DslError, match="surrogate"):
        CODEC.encode(Type("\ud800"))


def test_the_action_space_names_every_type_but_invalid() -> None:
    kinds = {json.loads(signature.call)["type"] for signature in CODEC.signatures}
    assert {"tap", "gesture", "finish"} <= kinds
    assert "invalid" not in kinds


@settings(max_examples=100, deadline=None)
@given(
    st.text(max_size=60) | st.recursive(st.none() | st.floats() | st.text(), st.lists, max_leaves=5).map(str)
)
def test_garbage_is_an_error_and_nothing_else(text: str) -> None:
    with pytest.raises(DslError):
        CODEC.decode(text)
