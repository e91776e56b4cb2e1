"""Did a toast appear?"""

from __future__ import annotations

import re

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import acceptable, mismatch, passed
from gui_rec.replayer.looks import Look
from gui_rec.replayer.pictures import toasts

_ERROR = re.compile(
    r"error|fail|wrong|invalid|incorrect|denied|unable|could ?n.t|can.?not|no (network|connection)"
    r"|错误|失败|无法|不正确|无效|异常",
    re.IGNORECASE,
)


class ToastCheck:
    """An error toast fails the step; any other one does not. One that the recording shows is expected.

    Where the device lists a toast's window without its text, one that only one side shows is told, unless
    it stood there before the action: how long it stays is chance.
    """

    name = "toast"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        shown, expected = seen.seen.facts.toast, recorded.seen.facts.toast
        if shown is None:
            return self._by_window(recorded, seen, context)
        if shown == expected:
            return passed(self.name, toast=shown)
        if _ERROR.search(shown) is not None and (expected is None or _ERROR.search(expected) is None):
            return mismatch(self.name, Code.TOAST_ERROR, f"a toast says {shown!r}", 0.9, toast=shown)
        return acceptable(self.name, f"TOAST: {shown!r}", 0.8, toast=shown)

    def _by_window(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        is_shown, is_expected = _has_toast(seen), _has_toast(recorded)
        before = context.seen_before if is_shown else context.recorded_before
        if is_shown == is_expected or before is None or _has_toast(before):
            return passed(self.name, windows=is_shown)
        detail = (
            "one is shown that the recording does not show" if is_shown else "the recorded one is not shown"
        )
        return acceptable(self.name, f"TOAST: {detail}", 0.7, windows=is_shown)


def _has_toast(look: Look) -> bool:
    return bool(toasts(look.seen))


CHECK: Check = ToastCheck()
