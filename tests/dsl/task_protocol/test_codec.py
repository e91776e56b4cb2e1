"""The dialect of single steps: what it says exactly, and what it cannot say."""

from __future__ import annotations

import json

import pytest

from gui_rec.dsl._api import FidelityKind
from gui_rec.dsl.task_protocol.codec import CODEC
from gui_rec.errors import DslError
from gui_rec.model.actions import ExtractText, Key, Swipe, Tap, Type, WaitFor
from gui_rec.model.selector import Selector

READY = Selector(text="Ready")


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Key("BACK"), '{"action":"BACK"}'),
        (WaitFor(READY, 900), '{"action":"WAIT","selector":{"text":"Ready"},"timeoutMs":900}'),
        (WaitFor(READY, 5000), '{"action":"WAIT","selector":{"text":"Ready"}}'),
        (ExtractText(READY, "x"), '{"action":"EXTRACT_TEXT","selector":{"text":"Ready"},"outputField":"x"}'),
    ],
)
def test_what_it_says_exactly(action: Key | WaitFor | ExtractText, text: str) -> None:
    assert CODEC.fidelity(action).kind is FidelityKind.EXACT
    assert CODEC.encode(action) == text
    assert CODEC.decode(text).actions == (action,)


def test_what_it_cannot_say_is_told() -> None:
    for action, words in (
        (Tap(0.5, 0.5), "its target is a selector here"),
        (Type("a"), "its target is a selector here"),
        (Key("BACK", presses=2), "no such action"),
        (Swipe(0, 0, 1, 1), "no such action"),
        (WaitFor(READY, 50), "a timeout is 100..30000 ms"),
        (ExtractText(READY, ""), "an output needs a name"),
    ):
        assert words in CODEC.fidelity(action).note
        with pytest.raises(DslError, match=words.replace(".", r"\.")):
            CODEC.encode(action)
    assert CODEC.fidelity(WaitFor(READY)).kind is FidelityKind.LOSSY


def test_a_documents_step_reads_with_its_frame() -> None:
    step = {"id": "a", "packageName": "p", "action": "WAIT", "selector": {"text": "Ready"}}
    assert CODEC.decode(json.dumps(step)).actions == (WaitFor(READY, 5000),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"action":"CLICK","selector":{"text":"a"}}', "CLICK: its target is a selector here"),
        ('{"action":"BACK","selector":{"text":"a"}}', "BACK: its target"),
        ('{"action":"OPEN"}', "step.action: OPEN is version 2's"),
        ('{"action":"BACK","after":{}}', "step.after: is version 2's"),
        ('{"action":"BACK","x":1}', "step.x: no such field"),
        ('{"action":"BACK","action":"BACK"}', "stands twice"),
        ("{", "expected a JSON object at 1"),
        ("[]", "step: expected an object"),
    ],
)
def test_what_is_no_step_is_told(text: str, words: str) -> None:
    with pytest.raises(DslError) as raised:
        CODEC.decode(text)
    assert words in str(raised.value)
