"""The tool call around a `mobile_use` action, and the words before it."""

from __future__ import annotations

import json

import pytest

from gui_rec.dsl.mobile_use import GUI_OWL, MAI_UI, QWEN2_5_VL, QWEN3
from gui_rec.errors import DslError
from gui_rec.model.actions import Key, Tap
from gui_rec.model.geometry import ScreenSize

_SCREEN = ScreenSize(1080, 2400)
_BACK = '{"name": "mobile_use", "arguments": {"action": "system_button", "button": "Back"}}'
_CALL = f"<tool_call>\n{_BACK}\n</tool_call>"


@pytest.mark.parametrize(
    ("text", "thought", "operation"),
    [
        (_BACK, None, None),
        (_CALL, None, None),
        (f"Action: go back\n{_CALL}", None, "go back"),
        (f"Thought: why\nAction: go back\n{_CALL}", "why", "go back"),
        (f"Thought: why\n{_CALL}", "why", None),
        (f"<thinking>\nwhy\n</thinking>\n{_CALL}", "why", None),
        (f"<think>why</think>{_CALL}", "why", None),
    ],
)
def test_the_words_of_every_relative_are_split_off(
    text: str, thought: str | None, operation: str | None
) -> None:
    said = QWEN3.decode(text)
    assert (said.actions, said.thought, said.operation) == ((Key("BACK"),), thought, operation)


def test_several_tool_calls_are_several_actions() -> None:
    assert QWEN3.decode(f"{_CALL}\n{_CALL}").actions == (Key("BACK"), Key("BACK"))


def test_a_missing_end_is_repaired_and_said() -> None:
    with pytest.raises(DslError):
        QWEN3.decode(f"<tool_call>{_BACK}")
    assert QWEN3.decode(f"<tool_call>{_BACK}", repair=True).repairs == ("missing </tool_call> added",)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<tool_call></tool_call>",
        _BACK.replace("mobile_use", "computer_use"),
        '{"name": "mobile_use"}',
        '{"name": "mobile_use", "arguments": []}',
        _BACK.replace('"arguments"', '"more": 1, "arguments"'),
        f"{_CALL} and then",
        f"{_BACK}\n{_BACK}",
        f"<tool_call>{_BACK} x</tool_call>",
        f"<thinking>never ends {_CALL}",
        "Action: nothing follows",
    ],
)
@pytest.mark.parametrize("repair", [False, True])
def test_half_an_answer_is_an_error(text: str, repair: bool) -> None:
    with pytest.raises(DslError) as caught:
        QWEN3.decode(text, repair=repair)
    assert caught.value.position is not None


def test_the_same_place_has_other_numbers_in_each() -> None:
    tap = Tap(0.5, 0.5)
    said = {
        codec.name: json.loads(codec.encode(tap, screen=_SCREEN))["arguments"]["coordinate"]
        for codec in (QWEN3, QWEN2_5_VL, GUI_OWL, MAI_UI)
    }
    assert said == {
        "qwen_mobile_use": [500, 500],
        "qwen2_5_mobile_use": [546, 1204],
        "gui_owl": [500, 500],
        "mai_ui": [500, 500],
    }


@pytest.mark.parametrize("thought", ["so\nAction: x", "so\n<tool_call>", "</thinking> so"])
def test_words_that_would_end_early_are_refused(thought: str) -> None:
    with pytest.raises(DslError):
        MAI_UI.encode(Key("BACK"), thought=thought, wrapping="thought")


def test_each_shows_the_actions_that_it_has() -> None:
    names = {codec.name: {s.call for s in codec.signatures} for codec in (QWEN3, QWEN2_5_VL, MAI_UI)}
    assert "answer" in names["qwen_mobile_use"]
    assert "answer" not in names["qwen2_5_mobile_use"]
    assert {"open", "key"} <= names["qwen2_5_mobile_use"]
    assert "drag" in names["mai_ui"]
