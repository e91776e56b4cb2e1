from __future__ import annotations

import pytest

from gui_rec.datasets.export.prompt import (
    WORDINGS,
    later_prompt,
    place_prompt,
    space_words,
    system_prompt,
    system_prompt_id,
    user_prompt,
    wording_called,
)
from gui_rec.dsl._members import CODECS, WRITTEN
from gui_rec.errors import UsageError
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


@pytest.mark.parametrize("name", WORDINGS)
def test_a_slots_name_in_a_slots_text_is_text(name: str) -> None:
    words = wording_called(name)
    text = user_prompt("{actions} {ref_expr}", [(1, "{instruction} {number} {0}")], "{words}", words)
    assert all(part in text for part in ("{actions} {ref_expr}", "{instruction} {number} {0}", "{words}"))
    assert "{words}" in place_prompt("{words}", words)
    assert later_prompt(None, words) == words.later
    assert later_prompt("tap it", words).endswith("tap it")


def test_wordings_have_ids_of_their_own_and_unknown_ones_are_refused() -> None:
    assert len({wording.id for wording in WORDINGS.values()}) == len(WORDINGS)
    with pytest.raises(UsageError, match="expected one of inference, sft"):
        wording_called("poem")
    assert system_prompt_id("d", None, None) == "signatures-1/d/none"
    assert system_prompt_id("d", "w", "mine") == system_prompt_id("e", "v", "mine") != "mine"
