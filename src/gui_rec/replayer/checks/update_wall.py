"""Does the app refuse to go on without an update?"""

from __future__ import annotations

import re

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.checks._words import first_match
from gui_rec.replayer.looks import Look

_WORDS = re.compile(
    r"update (is )?required|please update|must (be )?update|new version is required|请更新|强制更新|需要更新|版本过低",
    re.IGNORECASE,
)


class UpdateWallCheck:
    """Goes by the words on the page; fails only where the recording shows none of them."""

    name = "update_wall"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        found = first_match(seen, _WORDS)
        if found is None or first_match(recorded, _WORDS) is not None:
            return passed(self.name)
        return mismatch(
            self.name, Code.UPDATE_REQUIRED, f"an update is asked for: {found!r}", 0.8, text=found
        )


CHECK: Check = UpdateWallCheck()
