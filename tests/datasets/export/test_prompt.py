from __future__ import annotations

import pytest

from gui_rec.datasets.export.prompt import space_words, system_prompt, user_prompt
from gui_rec.dsl._members import CODECS, WRITTEN
from gui_rec.model.geometry import Space


@pytest.mark.parametrize("name", WRITTEN)
def test_the_prompt_shows_the_dialects_own_signatures_and_an_answer_that_it_reads(name: str) -> None:
    codec = CODECS.get(name)
    for wrapping in codec.wrappings or (None,):
        prompt = system_prompt(codec, wrapping)
        assert all(f"- {signature.call}: {signature.meaning}" in prompt for signature in codec.signatures)
        shown = prompt.split("Answer in this form:\n")[1]
        assert codec.decode(shown).actions[0].type == "key"


def test_every_space_has_words() -> None:
    assert all(space_words(space) for space in Space)


def test_history_lines_stay_lines() -> None:
    text = user_prompt("g", [(3, "tap\nthe  thing"), (4, "wait")], None)
    assert text == "Task: g\n\nDone so far:\n3. tap the thing\n4. wait"
    assert user_prompt("g", [], "tap it") == "Task: g\n\nDone so far:\nnothing yet\n\nThis step: tap it"
