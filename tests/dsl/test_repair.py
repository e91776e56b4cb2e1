"""Repair by property: damage of the known kinds, around any action, gives that action back and is told."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import actions

from gui_rec.dsl._api import Decoded
from gui_rec.dsl.scalecua import CODEC
from gui_rec.errors import DslError
from gui_rec.model.actions import Action, Answer, Finish, FinishStatus, OpenApp, Type

_SAID = actions("tap", "long_press", "swipe", "scroll", "type", "key", "open_app", "wait", "answer", "finish")
_WRAPPINGS = st.sampled_from([None, *CODEC.wrappings])


def _encoded(action: Action, wrapping: str | None) -> str:
    assume(CODEC.fidelity(action).expressible)
    return CODEC.encode(action, thought="why", operation="what", wrapping=wrapping)


def _repaired(damaged: str) -> Decoded:
    with pytest.raises(DslError):
        CODEC.decode(damaged)
    decoded = CODEC.decode(damaged, repair=True)
    assert decoded.repairs
    return decoded


@settings(max_examples=60, deadline=None)
@given(action=_SAID, wrapping=_WRAPPINGS)
def test_a_whole_text_is_read_alike_with_and_without_repair(action: Action, wrapping: str | None) -> None:
    text = _encoded(action, wrapping)
    assert CODEC.decode(text, repair=True) == CODEC.decode(text)


@settings(max_examples=60, deadline=None)
@given(
    action=_SAID,
    wrapping=_WRAPPINGS,
    before=st.sampled_from(["", "<|begin_of_box|>", "<|box_start|> "]),
    after=st.sampled_from(["<|im_end|>", "<|end_of_box|>\n", " <|box_end|><|im_end|>"]),
)
def test_special_tokens_around_it(action: Action, wrapping: str | None, before: str, after: str) -> None:
    text = _encoded(action, wrapping)
    assert _repaired(before + text + after).actions == CODEC.decode(text).actions


@settings(max_examples=60, deadline=None)
@given(action=_SAID, tag=st.sampled_from(["</answer>", "</think>", "</operation>", "</tool_call>", "```"]))
def test_a_stray_closing_tag_after_a_bare_call(action: Action, tag: str) -> None:
    text = _encoded(action, None)
    assert _repaired(text + tag).actions == CODEC.decode(text).actions
    assert _repaired(f"{text}\n{tag}\n").actions == CODEC.decode(text).actions


@settings(max_examples=60, deadline=None)
@given(action=_SAID, wrapping=st.sampled_from(CODEC.wrappings))
def test_a_missing_closing_tag(action: Action, wrapping: str) -> None:
    text = _encoded(action, wrapping)
    whole = CODEC.decode(text)
    assert _repaired(text.removesuffix("</action>")).actions == whole.actions
    for tag in ("</operation>\n", "</think>\n"):
        if tag in text and text.count("<action>") == text.count("<operation>") == 1:
            decoded = _repaired(text.replace(tag, "", 1))
            assert (decoded.actions, decoded.operation) == (whole.actions, whole.operation)


_INNER = st.text("ab ,.:!?'", max_size=20).filter(lambda text: "'" in text)


@settings(max_examples=100, deadline=None)
@given(inner=_INNER, kind=st.sampled_from(["write", "response", "open_app", "terminate"]))
def test_quotes_that_were_not_escaped(inner: str, kind: str) -> None:
    calls = {
        "write": (f"write(message='{inner}')", Type(inner)),
        "response": (f"response(answer='{inner}')", Answer(inner)),
        "open_app": (f"open_app(app_name='{inner}')", OpenApp(inner)),
        "terminate": (f"terminate(status='failure', info='{inner}')", Finish(FinishStatus.FAILURE, inner)),
    }
    text, action = calls[kind]
    decoded = _repaired(text)
    assert decoded.actions == (action,)
    assert decoded.repairs == ("unescaped ' inside a text kept",)


@settings(max_examples=60, deadline=None)
@given(action=_SAID, wrapping=_WRAPPINGS, cut=st.integers(1, 12))
def test_a_call_that_was_cut_off_is_never_completed(action: Action, wrapping: str | None, cut: int) -> None:
    text = _encoded(action, None)
    damaged = text[: max(1, len(text) - cut)]
    if wrapping is not None:
        damaged = f"<operation>o</operation>\n<action>\n{damaged}"
    with pytest.raises(DslError):
        CODEC.decode(damaged, repair=True)
