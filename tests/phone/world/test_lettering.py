from __future__ import annotations

import pytest
from driven_phone import Driven, in_settings, rect_of

from gui_rec.phone.world.lettering import lettered, read_font_scale
from gui_rec.phone.world.views import Look, View


@pytest.mark.parametrize(
    ("value", "scale"),
    [
        (None, 1.0),
        ("1.15", 1.15),
        ("0.85", 0.85),
        ("", 1.0),
        ("big", 1.0),
        ("0", 1.0),
        ("nan", 1.0),
        ("99", 1.0),
    ],
)
def test_only_what_android_takes_is_a_scale(value: str | None, scale: float) -> None:
    assert read_font_scale(value) == scale


def test_every_text_grows_and_nothing_else() -> None:
    inner = View("TextView", id="a", text="A", look=Look(size=10))
    outer = View("LinearLayout", h=40, children=(inner,), look=Look(size=20))
    large = lettered(outer, 1.5)
    assert (large.look.size, large.children[0].look.size, large.h) == (30, 15, 40)
    assert lettered(outer, 1.0) is outer


def test_a_larger_font_moves_a_page_and_changes_none_of_its_words() -> None:
    driven = in_settings()
    words, before, frame = driven.texts(), rect_of(driven.node("Display")), driven.phone.frame()
    driven.phone.settings.put("system", "font_scale", "1.3")
    after = rect_of(driven.node("Display"))
    assert after.top > before.top
    assert after.height > before.height
    assert driven.phone.frame() != frame
    assert set(driven.texts()) <= set(words), "a taller list shows fewer rows, no other ones"
    driven.tap("Display")
    assert driven.has("Dark theme")
    driven.phone.settings.delete("system", "font_scale")
    driven.phone.key("BACK")
    assert driven.phone.frame() == frame


def test_a_fresh_phone_has_letters_as_designed() -> None:
    assert Driven().phone.settings.get("system", "font_scale") is None
