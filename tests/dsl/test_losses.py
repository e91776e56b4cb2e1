from __future__ import annotations

from gui_rec.dsl._api import FidelityKind
from gui_rec.dsl._members import CODECS
from gui_rec.dsl.losses import SAMPLES, table
from gui_rec.model.actions import ACTION_TYPES

_DESKTOP = {"right_click", "move", "drag_to", "hotkey", "key_down", "key_up", "invalid"}


def test_every_action_of_a_phone_is_among_the_samples() -> None:
    assert {action.type for action in SAMPLES.values()} == set(ACTION_TYPES) - _DESKTOP


def test_a_row_says_what_the_codec_says() -> None:
    found = table(CODECS.get("scalecua"))
    assert found["tap"].kind is FidelityKind.EXACT
    assert found["swipe of a given time"].note == "duration_ms"
    assert found["pinch"].kind is FidelityKind.INEXPRESSIBLE
