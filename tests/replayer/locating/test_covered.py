from __future__ import annotations

from dataclasses import replace

import pytest
from asking import ITEM, STEP
from shop import tap

from gui_rec.capture.target import find_target
from gui_rec.model.geometry import PxPoint, Rect
from gui_rec.model.observation import Window
from gui_rec.model.verdict import Code
from gui_rec.replayer.locate import Located, NotLocated, locate
from gui_rec.replayer.locating.covered import covering
from gui_rec.replayer.looks import Look

OWN = Window("com.example.app", "page", Rect(0, 0, 108, 240), "BASE_APPLICATION")
LOW = Rect(0, 60, 108, 240)


def under(*windows: Window) -> Look:
    return Look.of(replace(ITEM.seen, facts=replace(ITEM.seen.facts, windows=(*windows, OWN))))


def over(kind: str, bounds: Rect = LOW, package: str = "com.other") -> Window:
    return Window(package, "over", bounds, kind)


@pytest.mark.parametrize("kind", ["INPUT_METHOD", "NOTIFICATION_SHADE", "APPLICATION_OVERLAY"])
def test_a_window_that_takes_touches_is_met_before_the_page(kind: str) -> None:
    found = covering(under(over(kind)), PxPoint(50, 80))
    assert found is not None
    assert found.type == kind
    assert covering(under(over(kind)), PxPoint(50, 20)) is None


def test_what_lets_touches_through_or_is_the_apps_own_covers_nothing() -> None:
    point = PxPoint(50, 80)
    assert covering(under(over("TOAST")), point) is None
    assert covering(under(over("NAVIGATION_BAR_PANEL")), point) is None
    assert covering(under(over("APPLICATION_OVERLAY", Rect(0, 0, 108, 240))), point) is None
    assert covering(under(over("APPLICATION_OVERLAY", package="com.example.app")), point) is None
    assert covering(Look.of(replace(ITEM.seen, size=None)), point) is None


def test_a_target_under_another_window_is_not_touched_unless_it_was_so_in_the_recording() -> None:
    target, _ = find_target(ITEM.seen, ITEM.tree, tap(70))
    step = replace(STEP, pre=ITEM.seen, action=tap(70), target=target)
    covered = under(over("INPUT_METHOD"))
    found = locate(step, covered)
    assert isinstance(found, NotLocated)
    assert found.code is Code.TARGET_NOT_FOUND
    assert "lies under a window of com.other" in found.detail
    assert isinstance(locate(step, under()), Located)
    assert isinstance(locate(replace(step, pre=covered.seen), covered), Located)
