from __future__ import annotations

import pytest

from gui_rec.model.geometry import Rect
from gui_rec.phone.render import type as lettering
from gui_rec.phone.world.button_bar import button_bar
from gui_rec.phone.world.layout import FieldStates, Layout
from gui_rec.phone.world.views import Look, View

LOOK = Look(size=15, weight="Medium")


def _bar(width_px: int, *labels: str) -> list[Rect]:
    bar = button_bar("buttonPanel", (View("Button", text=label, h=48, look=LOOK) for label in labels))
    bounds = Rect(0, 0, width_px, 200)
    placed = Layout(420, {}, FieldStates()).place(bar, bounds, bounds)
    return [child.bounds for child in placed.children]


def test_the_buttons_stand_at_the_end_one_after_the_other() -> None:
    spacer, discard, keep, save = _bar(933, "Discard", "Keep editing", "Save")
    assert spacer.left < spacer.right <= discard.left < discard.right <= keep.left < keep.right <= save.left
    assert 933 - save.right < 50


@pytest.mark.parametrize("label", ["OK", "Save", "Discard", "Keep editing", "始终", "مرة واحدة فقط"])
def test_a_button_is_as_wide_as_its_words_and_as_a_finger(label: str) -> None:
    _, only = _bar(933, label)
    assert only.width >= 126
    assert lettering.width(label, "Medium", 39) <= only.width <= lettering.width(label, "Medium", 39) + 126


def test_without_buttons_there_is_no_spacer_either() -> None:
    assert button_bar("buttonPanel", ()).children == ()
