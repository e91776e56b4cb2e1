"""Did the device take the action?"""

from __future__ import annotations

from gui_rec.model.verdict import Code, Shade, Verdict
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import acceptable, passed
from gui_rec.replayer.looks import Look


class PerformedCheck:
    """Fails with the code the action itself ended with, unless it ended so in the recording.

    An action that was sent and not confirmed is decided by the state after it.
    """

    name = "performed"

    def check(self, _recorded: Look, _seen: Look, context: Context) -> CheckResult:
        code = context.result_code
        unverified = (context.result_detail or "").startswith(Shade.DISPATCHED_UNVERIFIED)
        if unverified and (code is None or code == Code.OK):
            said = (context.result_detail or "").partition(": ")[2]
            return acceptable(self.name, Shade.DISPATCHED_UNVERIFIED, said, 0.8)
        if code is None or code == Code.OK or code == context.step.result_code or code not in tuple(Code):
            return passed(self.name)
        verdict = Verdict.UNKNOWN if code == Code.DEVICE_LOST else Verdict.MISMATCH
        detail = context.result_detail or Code(code).meaning
        return CheckResult(self.name, False, verdict, Code(code), detail, 0.97, {"result_code": code})


CHECK: Check = PerformedCheck()
