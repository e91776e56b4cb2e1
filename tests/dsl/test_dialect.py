from __future__ import annotations

import pytest

from gui_rec.dsl.autoglm import CODEC
from gui_rec.dsl.showui import CODEC as READ_ONLY
from gui_rec.errors import DslError
from gui_rec.model.actions import Key, Tap
from gui_rec.model.geometry import ScreenSize, Space


def test_what_can_be_read_strictly_is_never_read_leniently() -> None:
    assert CODEC.decode('do(action="Back")', repair=True).repairs == ()


def test_words_go_where_a_wrapping_has_a_place_and_are_needed_there() -> None:
    assert (
        CODEC.encode(Key("BACK"), thought="why", wrapping="answer")
        == '<answer>\ndo(action="Back")\n</answer>'
    )
    for thought in (None, "", "  \n"):
        with pytest.raises(DslError, match="the thought is missing"):
            CODEC.encode(Key("BACK"), thought=thought, wrapping="think")
    with pytest.raises(DslError, match="would end it early"):
        CODEC.encode(Key("BACK"), thought="a </think> b", wrapping="think")


def test_an_unknown_wrapping_names_the_known() -> None:
    with pytest.raises(DslError, match="one of answer, think, got 'cot'"):
        CODEC.needs("cot")
    with pytest.raises(DslError, match="one of none"):
        READ_ONLY.needs("cot")


def test_numbers_are_those_of_the_dialect() -> None:
    screen = ScreenSize(1080, 2400)
    assert CODEC.space is Space.REL1000_FLOOR
    assert str(CODEC.space_on(screen)) == "rel1000_floor"
    assert CODEC.grain_px(screen) == (1, 2)


def test_a_place_that_cannot_be_written_is_an_error_of_the_dialect() -> None:
    with pytest.raises(DslError, match="autoglm: tap: expected the screen's size"):
        CODEC.encode(Tap(0.5, 0.5))
    assert CODEC.fidelity(Tap(0.5, 0.5)).expressible


def test_a_dialect_that_is_read_only_wraps_nothing() -> None:
    assert not READ_ONLY.writes
    with pytest.raises(DslError, match="never written"):
        READ_ONLY.wrap("any", "call", {})
