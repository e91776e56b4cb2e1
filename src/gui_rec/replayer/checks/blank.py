"""Is the screen blank?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed, unknown
from gui_rec.replayer.looks import Look
from gui_rec.replayer.pictures import is_flat_page


class BlankCheck:
    """Next to no nodes (at most 2, or a tenth of the recorded) on a flat picture, or no node at all.

    Two blank screens are unknown, never equal.
    """

    name = "blank"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        if not _is_blank(seen, recorded.informative):
            return passed(self.name, nodes=seen.informative)
        numbers = {"nodes": seen.informative, "recorded_nodes": recorded.informative}
        if _is_blank(recorded, recorded.informative):
            return unknown(self.name, Code.BLANK_SCREEN, "both screens are blank", 0.0, **numbers)
        detail = f"{seen.informative} nodes say something, {recorded.informative} in the recording"
        return mismatch(self.name, Code.BLANK_SCREEN, detail, 0.9, **numbers)


def _is_blank(look: Look, usual_nodes: int) -> bool:
    if look.tree is not None and look.informative == 0 and look.seen.screenshot is None:
        return True
    few = look.informative <= max(2, usual_nodes // 10)
    return few and look.seen.screenshot is not None and is_flat_page(look.seen)


CHECK: Check = BlankCheck()
