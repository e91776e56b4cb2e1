"""Is a login asked for?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.looks import Look


class LoginWallCheck:
    """A password field that neither the recording nor the screen before the action had."""

    name = "login_wall"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        was_there = context.seen_before is not None and _asks(context.seen_before)
        if not _asks(seen) or _asks(recorded) or was_there:
            return passed(self.name)
        return mismatch(self.name, Code.LOGIN_WALL, "a password is asked for", 0.85)


def _asks(look: Look) -> bool:
    return any(node.password and not node.bounds.is_empty for node in look.nodes())


CHECK: Check = LoginWallCheck()
