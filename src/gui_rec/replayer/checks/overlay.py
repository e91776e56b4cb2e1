"""Is a system window in the way?"""

from __future__ import annotations

from dataclasses import replace

from gui_rec.model.geometry import Rect
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Shade
from gui_rec.replayer.checks._api import Check, CheckResult, Context, Phase
from gui_rec.replayer.checks._results import acceptable, mismatch, passed
from gui_rec.replayer.checks._windows import overlay_of
from gui_rec.replayer.locate import Located, locate
from gui_rec.replayer.looks import Look
from gui_rec.replayer.pictures import heads_up


class OverlayCheck:
    """Notification shade, lock screen, chooser, a question of the system: what has the focus is in the way.

    A notification's banner without the focus is in the way only where it covers what is to be touched next.
    """

    name = "overlay"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        shown = overlay_of(seen)
        if shown is not None and overlay_of(recorded) != shown:
            return mismatch(self.name, Code.SYSTEM_OVERLAY, f"{shown} has the focus", 0.95, window=shown)
        banners = heads_up(seen.seen)
        if not banners or heads_up(recorded.seen):
            return passed(self.name)
        step = context.step if context.phase is Phase.PRE else context.following
        covered = step is not None and _covers(banners, step, seen)
        if covered:
            detail = "a notification's banner covers what is to be touched next"
            return mismatch(self.name, Code.SYSTEM_OVERLAY, detail, 0.9, window="NotificationShade")
        words = "a notification's banner lies over the page"
        return acceptable(self.name, Shade.SYSTEM_OVERLAY, words, 0.8, window="NotificationShade")


def _covers(banners: tuple[Rect, ...], step: Step, seen: Look) -> bool:
    if step.target is None or seen.tree is None:
        return False
    bare = Look(replace(seen.seen, facts=replace(seen.seen.facts, windows=())), seen.tree)
    found = locate(step, bare)
    bounds = found.bounds_px if isinstance(found, Located) else None
    return bounds is not None and any(banner.contains(bounds.center) for banner in banners)


CHECK: Check = OverlayCheck()
