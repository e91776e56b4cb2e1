"""Does the app refuse to go on without an update?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.checks._words import first_text
from gui_rec.replayer.looks import Look
from gui_rec.ui.words import asks_update


class UpdateWallCheck:
    """Goes by the words on the page; fails only where the recording shows none of them."""

    name = "update_wall"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        found = first_text(seen, asks_update)
        if found is None or first_text(recorded, asks_update) is not None:
            return passed(self.name)
        return mismatch(
            self.name, Code.UPDATE_REQUIRED, f"an update is asked for: {found!r}", 0.8, text=found
        )


CHECK: Check = UpdateWallCheck()
