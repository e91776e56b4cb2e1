"""What a keyboard covers is not gone; what lay above it is."""

from __future__ import annotations

from dataclasses import replace

from asking import ITEM, ask, with_facts
from observations import look
from shop import label

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Window
from gui_rec.model.verdict import Code, Verdict

KEYS = Window("com.example.keys", "InputMethod", Rect(0, 65, 108, 240), "INPUT_METHOD")


def test_what_the_keyboard_covers_is_not_gone() -> None:
    shorter = look(
        (label(4, "Milk", "com.example.app:id/title"), label(40, "$5.00", "com.example.app:id/price")),
        activity=".Item",
    )
    up = with_facts(shorter, keyboard=True, windows=(KEYS,))
    down = with_facts(ITEM, keyboard=False)
    assert ask("state", down, up).verdict is Verdict.ACCEPTABLE
    assert ask("state", down, with_facts(shorter, keyboard=False)).code is Code.STATE_MISMATCH


def test_what_lay_above_the_keyboard_is_gone() -> None:
    low = replace(KEYS, bounds=Rect(0, 200, 108, 240))
    shorter = look(
        (label(4, "Milk", "com.example.app:id/title"), label(40, "$5.00", "com.example.app:id/price")),
        activity=".Item",
    )
    up = with_facts(shorter, keyboard=True, windows=(low,))
    assert ask("state", with_facts(ITEM, keyboard=False), up).code is Code.STATE_MISMATCH
