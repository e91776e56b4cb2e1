from __future__ import annotations

import pytest
from hearing import PANEL, SIZE

from gui_rec.device._api import Display
from gui_rec.model.actions import Tap
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.recorder.heard._api import QUERY, Heard, Kind, Screen, acted, opaque, state_change


@pytest.mark.parametrize("kind", list(Kind))
def test_what_acts_is_what_a_finger_may_do(kind: Kind) -> None:
    assert Heard(kind).acts is (kind in (Kind.ACTION, Kind.SERIES, Kind.OPAQUE))


def test_the_ways_to_say_it() -> None:
    assert acted(Tap(0.5, 0.5), "why") == Heard(Kind.ACTION, Tap(0.5, 0.5), "why")
    assert opaque("why") == Heard(Kind.OPAQUE, note="why")
    assert state_change("what").changes_state
    assert not state_change("what").acts
    assert not QUERY.acts
    assert not QUERY.changes_state


def test_a_screen_is_what_the_display_shows() -> None:
    display = Display(SIZE, 1, 420, None, ScreenSize(1080, 2400), Rect(0, 0, 1080, 2400))
    assert Screen.of(display, [PANEL]) == Screen(SIZE, 1, 420, (PANEL,), display.panel, display.frame)
