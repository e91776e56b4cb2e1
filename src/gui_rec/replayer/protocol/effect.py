"""What an action changed on the screen: the generic check whose words stand in a step's detail."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec.capture.observe import Observer
from gui_rec.capture.privacy.live import live_key, live_of, live_picture
from gui_rec.capture.settle import same_screen
from gui_rec.model.flags import Flag
from gui_rec.model.observation import Observation


@dataclass(frozen=True, slots=True)
class Effect:
    """`changed` is None where nobody can tell."""

    changed: bool | None
    words: str


def effect_of(observer: Observer, before: Observation, after: Observation) -> Effect:
    """What differs after the action, the most telling difference first."""
    a, b = live_of(before), live_of(after)
    if not b.is_usable:
        return Effect(None, "OBSERVATION_FAILED: the effect could not be seen")
    rest = "; NOT_SETTLED: the screen did not come to rest" if Flag.UNSETTLED in after.flags else ""
    if b.package is not None and (a.package, a.activity) != (b.package, b.activity):
        return Effect(True, f"now in {b.package}/{b.activity}{rest}")
    key, was = live_key(after), live_key(before)
    if key is not None and was is not None and key != was:
        return Effect(True, f"the screen changed{rest}")
    if None not in (a.facts.keyboard, b.facts.keyboard) and a.facts.keyboard != b.facts.keyboard:
        return Effect(True, f"the keyboard is {'up' if b.facts.keyboard else 'down'}{rest}")
    if live_picture(before) is None or not same_screen(observer, live_picture(before), after):
        return Effect(
            True if key is not None and was is not None else None, f"only the picture changed{rest}"
        )
    return Effect(False, f"NO_EFFECT: nothing changed on the screen{rest}")
