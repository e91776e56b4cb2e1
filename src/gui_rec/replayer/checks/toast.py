"""Did a toast appear?"""

from __future__ import annotations

import re

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import acceptable, mismatch, passed
from gui_rec.replayer.looks import Look

_ERROR = re.compile(
    r"error|fail|wrong|invalid|incorrect|denied|unable|could ?n.t|can.?not|no (network|connection)"
    r"|错误|失败|无法|不正确|无效|异常",
    re.IGNORECASE,
)


class ToastCheck:
    """An error toast fails the step; any other one does not. One that the recording shows is expected."""

    name = "toast"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        shown, expected = seen.seen.facts.toast, recorded.seen.facts.toast
        if shown is None or shown == expected:
            return passed(self.name, toast=shown)
        if _ERROR.search(shown) is not None and (expected is None or _ERROR.search(expected) is None):
            return mismatch(self.name, Code.TOAST_ERROR, f"a toast says {shown!r}", 0.9, toast=shown)
        return acceptable(self.name, f"TOAST: {shown!r}", 0.8, toast=shown)


CHECK: Check = ToastCheck()
