from __future__ import annotations

import pytest

from gui_rec.dsl.android_control import CODEC as WITHOUT_WORDS
from gui_rec.dsl.androidworld import CODEC as WITH_WORDS
from gui_rec.errors import DslError
from gui_rec.model.actions import Key

_BACK = '{"action_type": "navigate_back"}'


def test_words_are_read_where_the_dialect_has_a_section_for_them() -> None:
    for text in (_BACK, f"Action: {_BACK}", f"Reason: because\nof this\nAction: {_BACK}\n"):
        assert WITH_WORDS.decode(text).actions == (Key("BACK"),)
    assert WITH_WORDS.decode(f"Reason: because\nof this\nAction: {_BACK}").thought == "because\nof this"


@pytest.mark.parametrize("text", [f"Reason: x\n{_BACK}", f"{_BACK}{_BACK}", f"{_BACK} done", "Action:", ""])
def test_what_stands_around_the_object_is_an_error(text: str) -> None:
    for codec in (WITH_WORDS, WITHOUT_WORDS):
        with pytest.raises(DslError):
            codec.decode(text)
    with pytest.raises(DslError):
        WITHOUT_WORDS.decode(f"Action: {_BACK}")
