"""Did the screen come to rest?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import passed, unknown
from gui_rec.replayer.looks import Look, same_state


class MovingCheck:
    """Elements still came and went when time was up: what was seen is no state to judge."""

    name = "moving"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        if not context.moving or same_state(recorded, seen):
            return passed(self.name, settled=context.settled)
        return unknown(self.name, Code.NOT_SETTLED, "the elements still changed when time was up", 0.3)


CHECK: Check = MovingCheck()
