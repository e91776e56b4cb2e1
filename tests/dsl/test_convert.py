from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import actions

from gui_rec.dsl._members import CODECS, READ_ONLY, WRITTEN
from gui_rec.dsl.convert import convert
from gui_rec.dsl.losses import SAMPLES, table
from gui_rec.errors import DslError
from gui_rec.model.actions import Action, Type
from gui_rec.model.geometry import ScreenSize

_SCREEN = ScreenSize(1080, 2400)
_HARD_TEXTS = [
    "a, b, c",
    'it\'s "quoted"',
    "two\nlines",
    "set x=0.5 and [0.1, 0.2]",
    "<image> </answer> </action> </tool_call> <|box_end|>",
    "价格：１２元 🙂 \u200f مرحبا",
    ')", extra=1',
    "\\n is no line break",
    "]",
]


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("text", _HARD_TEXTS)
def test_a_text_comes_back_to_the_character_or_is_refused(name: str, text: str) -> None:
    codec = CODECS.get(name)
    for action in (Type(text), Type(text, clear_before=True)):
        if not codec.fidelity(action).expressible:
            continue
        for wrapping in (None, *codec.wrappings):
            said = codec.encode(action, screen=_SCREEN, thought="why", operation="what", wrapping=wrapping)
            back = codec.decode(said, screen=_SCREEN).actions[0]
            assert isinstance(back, Type)
            assert back.text == text


@settings(max_examples=100, deadline=None)
@given(action=actions(), source=st.sampled_from(WRITTEN), target=st.sampled_from(WRITTEN))
def test_a_conversion_says_what_a_step_by_step_one_says(action: Action, source: str, target: str) -> None:
    reader, writer = CODECS.get(source), CODECS.get(target)
    if not reader.fidelity(action).expressible:
        return
    text = reader.encode(action, screen=_SCREEN)
    (back,) = reader.decode(text, screen=_SCREEN).actions
    if not writer.fidelity(back).expressible:
        with pytest.raises(DslError, match="cannot say"):
            convert(text, source, target, screen=_SCREEN)
        return
    found = convert(text, source, target, screen=_SCREEN)
    assert found.actions == (back,)
    assert found.texts == (writer.encode(back, screen=_SCREEN),)


def test_what_cannot_be_read_is_never_written() -> None:
    with pytest.raises(DslError, match="at 3"):
        convert("go on", "ui_tars", "autoglm")


def test_every_dialect_says_of_every_sample_whether_it_survives() -> None:
    assert all(fidelity.note == "" for fidelity in table(CODECS.get("canonical")).values())
    for name in READ_ONLY:
        assert not any(kept.expressible for kept in table(CODECS.get(name)).values())
    assert set(table(CODECS.get("autoglm"))) == set(SAMPLES)
