"""Is the screen protected from screenshots?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import passed, unknown
from gui_rec.replayer.looks import Look
from gui_rec.replayer.pictures import is_black_picture


class SecureCheck:
    """A black picture over a speaking hierarchy. Fine where the recording is black too: then the
    hierarchy judges.
    """

    name = "secure"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        if not _is_secure(seen) or _is_secure(recorded):
            return passed(self.name)
        return unknown(
            self.name,
            Code.SECURE_SCREEN,
            "the picture is black although the hierarchy is not empty; the recorded one is not",
            0.5,
        )


def _is_secure(look: Look) -> bool:
    return look.informative > 0 and is_black_picture(look.seen.screenshot)


CHECK: Check = SecureCheck()
