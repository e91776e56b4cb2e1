"""Checks on two moments: a stale side, an app that was never left, what came twice."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from asking import CONTEXT, ITEM, LIST, ask, with_columns, with_facts
from observations import full, look
from PIL import Image
from shop import SHOP, button, label

from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Window
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.looks import Look


def painted(base: Look, rect: Rect) -> bytes:
    assert base.seen.screenshot is not None
    image = Image.open(io.BytesIO(base.seen.screenshot)).convert("RGB")
    image.paste((200, 0, 0), rect.as_tuple())
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


OLD = Look.of(full(replace(LIST.seen, screenshot=painted(LIST, Rect(0, 150, 108, 200)))))
SINCE_OLD = replace(CONTEXT, recorded_before=OLD, seen_before=OLD)


def mixed(tree: Look, picture: Look) -> Look:
    return Look.of(full(replace(tree.seen, screenshot=picture.seen.screenshot)))


@pytest.mark.parametrize(("tree", "picture", "stale"), [(OLD, ITEM, "hierarchy"), (ITEM, OLD, "picture")])
def test_a_side_from_before_the_action_is_unknown(tree: Look, picture: Look, stale: str) -> None:
    result = ask("stale", ITEM, mixed(tree, picture), SINCE_OLD)
    assert (result.verdict, result.code) == (Verdict.UNKNOWN, Code.OBSERVATION_FAILED)
    assert result.numbers["stale"] == stale


@pytest.mark.parametrize("seen", [OLD, ITEM])
def test_two_sides_of_one_moment_are_not_stale(seen: Look) -> None:
    assert ask("stale", ITEM, seen, SINCE_OLD).passed


def test_a_step_that_changes_nothing_has_no_stale_side() -> None:
    context = replace(CONTEXT, recorded_before=ITEM, seen_before=ITEM)
    assert ask("stale", ITEM, ITEM, context).passed


def test_a_third_picture_is_for_others_to_judge() -> None:
    third = Look.of(full(replace(OLD.seen, screenshot=painted(ITEM, Rect(0, 100, 108, 240)))))
    assert ask("stale", ITEM, third, SINCE_OLD).passed


HOME = look(SHOP["home"].elements, package="com.android.launcher3", activity=".Launcher")


def test_an_app_that_was_not_opened_had_no_effect_and_was_not_left() -> None:
    context = replace(CONTEXT, recorded_before=HOME, seen_before=HOME)
    assert ask("package", ITEM, HOME, context).passed
    assert ask("no_effect", ITEM, HOME, context).code is Code.NO_EFFECT


def test_an_app_that_was_left_is_named_so() -> None:
    assert ask("package", ITEM, HOME, CONTEXT).code is Code.APP_LEFT


def test_a_picture_s_description_is_not_the_name_below_it() -> None:
    before = look((label(4, "Goods"),))
    recorded = look((label(4, "Goods"), button(40, "", "app:id/photo"), label(70, "More")))
    half = with_columns(recorded)
    seen = look((label(4, "Goods"), button(40, "Lamp", "app:id/photo"), label(70, "Lamp", "app:id/name")))
    context = replace(CONTEXT, recorded_before=before, seen_before=before)
    assert ask("double_effect", half, seen, context).passed


def test_a_row_of_one_kind_that_came_twice_is_named() -> None:
    before = look((label(4, "Goods"),))
    recorded = look((label(4, "Goods"), label(40, "Lamp", "app:id/name")))
    seen = look((label(4, "Goods"), label(40, "Lamp", "app:id/name"), label(70, "Lamp", "app:id/name")))
    context = replace(CONTEXT, recorded_before=before, seen_before=before)
    assert ask("double_effect", recorded, seen, context).code is Code.DOUBLE_EFFECT


def _toast(right: int) -> Window:
    return Window("com.example.app", "Toast", Rect(4, 200, right, 220), "TOAST")


@pytest.mark.parametrize(("right", "verdict"), [(60, Verdict.MATCH), (90, Verdict.UNKNOWN)])
def test_another_toast_in_the_place_of_an_old_one_is_not_the_old_one(right: int, verdict: Verdict) -> None:
    before = with_facts(LIST, windows=(_toast(60),))
    context = replace(CONTEXT, recorded_before=before, seen_before=before)
    assert ask("unheard_toast", ITEM, with_facts(ITEM, windows=(_toast(right),)), context).verdict is verdict
