"""What the checks say of a device that differs from the recorded one, and of words that stand for others."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from asking import CONTEXT, ITEM, ask
from observations import full, look
from PIL import Image
from shop import label

from gui_rec.model.geometry import Rect
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.checks._api import CheckResult
from gui_rec.replayer.elsewhere import Elsewhere
from gui_rec.replayer.looks import Look


def asked(name: str, recorded: Look, seen: Look, **changes: object) -> CheckResult:
    """One check in circumstances that differ by `changes` from the usual ones."""
    return ask(name, recorded, seen, replace(CONTEXT, **changes))  # type: ignore[arg-type]


def painted(rect: Rect, base: Look) -> Look:
    assert base.seen.screenshot is not None
    image = Image.open(io.BytesIO(base.seen.screenshot)).convert("RGB")
    image.paste((200, 0, 0), rect.as_tuple())
    out = io.BytesIO()
    image.save(out, "PNG")
    return Look.of(full(replace(base.seen, screenshot=out.getvalue())))


TURNED = Look.of(replace(ITEM.seen, rotation=3))


def test_a_phone_that_is_held_otherwise_is_told() -> None:
    held = asked("rotation", ITEM, TURNED, seen_before=TURNED, recorded_before=ITEM)
    assert held.verdict is Verdict.ACCEPTABLE
    assert held.detail == "ROTATION_CHANGED: expected 0 degrees, got 270; the elements are the same"


def test_a_screen_that_turned_by_itself_is_a_mismatch() -> None:
    turned = asked("rotation", ITEM, TURNED, seen_before=ITEM, recorded_before=ITEM)
    assert (turned.verdict, turned.code) == (Verdict.MISMATCH, Code.ROTATION_CHANGED)
    assert "the step turned the screen by 270 degrees, in the recording by 0" in turned.detail
    not_turned = asked("rotation", TURNED, ITEM, seen_before=ITEM, recorded_before=ITEM)
    assert "by 0 degrees, in the recording by 270" in not_turned.detail


def test_on_the_way_from_one_app_to_another_the_screen_may_turn() -> None:
    home = Look.of(replace(ITEM.seen, package="com.android.launcher3"))
    assert (
        asked("rotation", ITEM, TURNED, seen_before=home, recorded_before=home).verdict is Verdict.ACCEPTABLE
    )


def test_a_turned_page_with_other_elements_is_a_mismatch() -> None:
    other = look((label(4, "Milk"), label(40, "$6.00", "com.example.app:id/price")))
    turned = asked("rotation", ITEM, Look.of(replace(other.seen, rotation=1)), seen_before=TURNED)
    assert (turned.verdict, turned.code) == (Verdict.MISMATCH, Code.ROTATION_CHANGED)
    blind = Look.of(replace(ITEM.seen, rotation=1, ui_xml=None, state_key=None))
    unsure = asked("rotation", ITEM, blind, seen_before=blind, recorded_before=ITEM)
    assert unsure.code is Code.ROTATION_CHANGED
    assert "no two hierarchies" in unsure.detail


def test_another_density_of_the_same_size_is_told() -> None:
    result = asked("size", ITEM, ITEM, elsewhere=Elsewhere(density_dpi=(420, 560)))
    assert result.verdict is Verdict.ACCEPTABLE
    assert "(density 420 -> 560)" in result.detail


def test_what_is_drawn_at_other_places_is_not_compared_by_its_pixels() -> None:
    where = Elsewhere(font_scale=(1.0, 1.15))
    other = painted(Rect(0, 0, 108, 240), ITEM)
    result = asked("visual", ITEM, other, elsewhere=where)
    assert result.verdict is Verdict.ACCEPTABLE
    assert result.detail.startswith("STYLE_CHANGED")
    assert where.words()[0] in result.detail
    denser = asked("visual", ITEM, other, elsewhere=Elsewhere(density_dpi=(420, 560)))
    assert denser.passed, "the size check has told it"
    assert denser.numbers == {"compared": False}


@pytest.mark.parametrize("where", [Elsewhere(night_mode=(False, True)), Elsewhere(sdk=(34, 28))])
def test_another_theme_explains_what_looks_otherwise(where: Elsewhere) -> None:
    price = Rect(10, 44, 60, 56)
    assert ask("visual", ITEM, painted(price, ITEM)).code is Code.VISUAL_ONLY_DIFF
    assert asked("visual", ITEM, painted(price, ITEM), elsewhere=where).verdict is Verdict.ACCEPTABLE
    assert asked("visual", ITEM, ITEM, elsewhere=where).passed


def test_the_picture_of_a_parameter_is_not_compared() -> None:
    price = next(node for node in ITEM.nodes() if node.text == "$5.00")
    changed = painted(price.bounds, ITEM)
    assert ask("visual", ITEM, changed).code is Code.VISUAL_ONLY_DIFF
    assert asked("visual", ITEM, changed, reworded=frozenset({price.path})).verdict is Verdict.MATCH
