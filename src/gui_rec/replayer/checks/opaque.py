"""Where the hierarchy says next to nothing, are the pixels the recorded ones?"""

from __future__ import annotations

from gui_rec.model.verdict import Code, Shade
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import acceptable, mismatch, passed, unknown
from gui_rec.replayer.looks import Look
from gui_rec.replayer.pictures import bars, equal_pixels, hash_distance

_SAME_SCREEN_BITS = 10


class OpaqueCheck:
    """Equal pixels outside the bars are acceptable, a far hash is a mismatch, anything between unknown.

    A perceptual hash alone cannot see a price or a ticked box, so a near one proves nothing.
    """

    name = "opaque"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        if not (recorded.is_opaque or seen.is_opaque):
            return passed(self.name, recorded_nodes=recorded.informative, seen_nodes=seen.informative)
        if recorded.is_withheld and seen.is_withheld:
            return acceptable(
                self.name,
                Shade.WITHHELD,
                "the app is masked wholly; only that it is in front was compared",
                0.6,
            )
        a, b = recorded.seen.screenshot, seen.seen.screenshot
        distance = hash_distance(recorded.seen.fingerprint, seen.seen.fingerprint)
        numbers = {
            "distance": distance,
            "recorded_nodes": recorded.informative,
            "seen_nodes": seen.informative,
        }
        if a is None or b is None:
            return unknown(
                self.name, Code.OPAQUE_SCREEN, "no usable hierarchy and no two pictures", 0.0, **numbers
            )
        if equal_pixels(a, b, (*bars(recorded.seen), *bars(seen.seen))):
            return acceptable(self.name, Shade.PIXELS_ONLY, "equal outside the system bars", 0.6, **numbers)
        if distance is not None and distance > _SAME_SCREEN_BITS:
            detail = f"no usable hierarchy, and the picture is another (hash distance {distance})"
            return mismatch(self.name, Code.STATE_MISMATCH, detail, 0.6, **numbers)
        where = (
            "in details that their hashes do not see"
            if not distance
            else f"a little (hash distance {distance})"
        )
        detail = f"no usable hierarchy, and the pictures differ {where}"
        return unknown(self.name, Code.OPAQUE_SCREEN, detail, 0.3, **numbers)


CHECK: Check = OpaqueCheck()
