"""Checks on what the next step needs, on banners that lie over it, and on what was there before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from asking import CONTEXT, ITEM, LIST, ask
from observations import look
from shop import SHOP, button, label, tap

from gui_rec.capture.target import find_target
from gui_rec.model.actions import Key
from gui_rec.model.geometry import Rect
from gui_rec.model.observation import Window
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Shade, Verdict
from gui_rec.replayer.checks._api import Context, Tolerance
from gui_rec.replayer.looks import Look
from gui_rec.testing.builders import Element

ADD = "com.example.app:id/add"


def next_step() -> Step:
    """A tap on `Add to cart`, on the page of an item."""
    target, _ = find_target(ITEM.seen, ITEM.tree, tap(70))
    assert target is not None
    return replace(CONTEXT.step, index=7, pre=ITEM.seen, action=tap(70), target=target)


def following(step: Step | None = None) -> Context:
    return replace(CONTEXT, following=step or next_step())


def item(*elements: Element) -> Look:
    return look(elements, activity=".Item")


WITHOUT = item(*(element for element in SHOP["item"].elements if element.resource_id != ADD))
TWICE = item(*SHOP["item"].elements, button(160, "Add to cart", ADD))


def test_the_next_steps_target_must_be_there_and_alone() -> None:
    gone = ask("target", ITEM, WITHOUT, following())
    assert (gone.code, gone.verdict) == (Code.TARGET_NOT_FOUND, Verdict.MISMATCH)
    assert gone.detail.startswith("step 7 needs it: Button 'Add to cart' is not on the screen")
    assert ask("target", ITEM, TWICE, following()).code is Code.TARGET_AMBIGUOUS


def test_nothing_is_missed_that_the_recording_lacks_or_nobody_needs() -> None:
    assert ask("target", WITHOUT, LIST, following()).passed, "it comes later"
    assert ask("target", ITEM, WITHOUT).passed
    assert ask("target", ITEM, WITHOUT, following(replace(next_step(), action=Key("BACK")))).passed
    assert ask("target", ITEM, WITHOUT, replace(following(), tolerance=Tolerance.PACKAGE_ONLY)).passed
    searched = ask("target", ITEM, WITHOUT, replace(following(), searched=2))
    assert searched.passed
    assert searched.numbers["searched"] == 2


def with_banner(page: Look, bounds: Rect) -> Look:
    shade = Window("com.android.systemui", "NotificationShade", bounds, "NOTIFICATION_SHADE")
    return Look.of(replace(page.seen, facts=replace(page.seen.facts, windows=(shade,))))


def test_a_banner_is_in_the_way_only_over_what_is_touched_next() -> None:
    above, over = with_banner(ITEM, Rect(0, 0, 108, 40)), with_banner(ITEM, Rect(0, 60, 108, 100))
    beside = ask("overlay", ITEM, above, following())
    assert (beside.verdict, beside.detail.partition(":")[0]) == (Verdict.ACCEPTABLE, Shade.SYSTEM_OVERLAY)
    assert ask("overlay", ITEM, over, following()).code is Code.SYSTEM_OVERLAY
    assert ask("overlay", over, over, following()).passed, "the recording has it, too"


@pytest.mark.parametrize(("before", "there"), [(ITEM, True), (LIST, False)])
def test_what_was_there_before_proves_nothing(before: Look, there: bool) -> None:
    context = replace(CONTEXT, recorded_before=LIST, seen_before=before)
    result = ask("already_there", ITEM, ITEM, context)
    assert result.passed is not there
    assert result.detail.startswith(Shade.ALREADY_THERE) is there


def test_an_action_that_was_not_confirmed_is_decided_by_the_state_after_it() -> None:
    told = replace(CONTEXT, result_detail=Shade.DISPATCHED_UNVERIFIED.saying("no answer"))
    result = ask("performed", ITEM, ITEM, told)
    assert (result.verdict, result.detail) == (Verdict.ACCEPTABLE, "DISPATCHED_UNVERIFIED: no answer")
    failed = replace(told, result_code="ACTION_FAILED")
    assert ask("performed", ITEM, ITEM, failed).code is Code.ACTION_FAILED


def test_a_badge_that_counts_two_for_one() -> None:
    one, two = (item(*SHOP["item"].elements, label(160, text, "app:id/badge")) for text in ("1", "2"))
    context = replace(CONTEXT, recorded_before=ITEM, seen_before=ITEM)
    assert ask("double_effect", one, two, context).code is Code.DOUBLE_EFFECT
    assert ask("double_effect", one, one, context).passed
