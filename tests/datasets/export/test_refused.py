from __future__ import annotations

import pytest

from gui_rec.datasets.card import refusal_words
from gui_rec.datasets.export.refused import RefusedError


@pytest.mark.parametrize("reason", ["no_goal", "placeholder_in_text", "one_call_an_answer"])
def test_a_reason_is_counted_as_it_is_and_has_words(reason: str) -> None:
    assert RefusedError(reason).reason == reason
    assert refusal_words(reason) != f"{reason} (`{reason}`)"
