"""The words for what an action changed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shop import SHOP, label, shop

from gui_rec.capture.observe import Observer
from gui_rec.model.flags import Flag, MissingReason
from gui_rec.model.observation import Observation
from gui_rec.replayer.protocol.effect import Effect, effect_of
from gui_rec.testing.builders import png
from gui_rec.testing.fake_device import Screen

MORE = Screen((*SHOP["list"].elements, label(130, "New")), activity=".List")
KEYED = replace(SHOP["list"], keyboard=True)
PAINTED = replace(SHOP["list"], picture=png(colour=(1, 200, 3)))


def effect(after: str, **screens: Screen) -> Effect:
    device = shop(None, **screens)
    observer = Observer(device, device.clock)
    before = observer.observe()
    device.current = after
    return effect_of(observer, before, observer.observe())


@pytest.mark.parametrize(
    ("after", "changed", "words"),
    [
        ("item", True, "now in com.example.app/.Item"),
        ("more", True, "the screen changed"),
        ("keyed", True, "the keyboard is up"),
        ("painted", True, "only the picture changed"),
        ("list", False, "NO_EFFECT: nothing changed on the screen"),
    ],
)
def test_the_most_telling_difference_is_told(after: str, changed: bool, words: str) -> None:
    assert effect(after, more=MORE, keyed=KEYED, painted=PAINTED) == Effect(changed, words)


def test_what_could_not_be_seen_is_unknown() -> None:
    device = shop()
    observer = Observer(device, device.clock)
    before = observer.observe()
    gone = Observation.absent(MissingReason.DEVICE_LOST, 0)
    assert effect_of(observer, before, gone).changed is None
    moving = replace(before, flags=(Flag.UNSETTLED,))
    assert effect_of(observer, before, moving).words.endswith("NOT_SETTLED: the screen did not come to rest")
