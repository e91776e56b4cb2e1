"""Where the hierarchy says next to nothing, pixels decide, and never more than they can."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from asking import ITEM, ask
from observations import full, look
from PIL import Image
from shop import label

from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.observation import Window
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.looks import Look
from gui_rec.testing.builders import png

GAME = look((label(4, "Play"),))


def painted(rect: Rect, base: Look = GAME) -> Look:
    assert base.seen.screenshot is not None
    image = Image.open(io.BytesIO(base.seen.screenshot)).convert("RGB")
    image.paste((200, 0, 0), rect.as_tuple())
    out = io.BytesIO()
    image.save(out, "PNG")
    return Look.of(full(replace(base.seen, screenshot=out.getvalue())))


def test_equal_pixels_are_acceptable_at_low_confidence() -> None:
    result = ask("opaque", GAME, GAME)
    assert (result.verdict, result.confidence) == (Verdict.ACCEPTABLE, 0.6)


def test_a_near_hash_proves_nothing() -> None:
    result = ask("opaque", GAME, painted(Rect(50, 8, 54, 12)))
    assert (result.verdict, result.code) == (Verdict.UNKNOWN, Code.OPAQUE_SCREEN)


def test_a_far_hash_is_another_screen() -> None:
    blocks = [(Rect(0, 0, 54, 120), (0, 0, 0)), (Rect(54, 120, 108, 240), (90, 90, 90))]
    other = Look.of(full(replace(GAME.seen, screenshot=png(blocks=blocks))))
    result = ask("opaque", GAME, other)
    assert (result.verdict, result.code) == (Verdict.MISMATCH, Code.STATE_MISMATCH)
    assert result.numbers["distance"] is not None


def test_the_bars_do_not_count() -> None:
    bar = Window("com.android.systemui", "StatusBar", Rect(0, 220, 108, 240), "STATUS_BAR")
    with_bar = Look.of(replace(GAME.seen, facts=replace(GAME.seen.facts, windows=(bar,))))
    assert ask("opaque", with_bar, painted(Rect(0, 222, 108, 238), with_bar)).verdict is Verdict.ACCEPTABLE


@pytest.mark.parametrize("missing", ["recorded", "seen"])
def test_without_two_pictures_nobody_knows(missing: str) -> None:
    blind = Look.of(replace(GAME.seen, screenshot=None, fingerprint=None))
    pair = (blind, GAME) if missing == "recorded" else (GAME, blind)
    assert ask("opaque", *pair).code is Code.OPAQUE_SCREEN


def test_a_speaking_hierarchy_needs_no_pixels() -> None:
    assert ask("opaque", ITEM, ITEM).passed


def test_another_size_is_told_and_an_unknown_rotation_says_nothing() -> None:
    scaled = Look.of(replace(ITEM.seen, size=ScreenSize(216, 480)))
    result = ask("size", ITEM, scaled)
    assert result.verdict is Verdict.ACCEPTABLE
    assert "108x240" in result.detail
    assert "216x480" in result.detail
    assert ask("rotation", ITEM, Look.of(replace(ITEM.seen, rotation=None))).passed
