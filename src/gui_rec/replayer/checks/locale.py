"""Does the device speak the recorded language?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import passed, unknown
from gui_rec.replayer.looks import Look


class LocaleCheck:
    """Another language, the same elements, other texts: nobody can say whether they mean the same."""

    name = "locale"

    def check(self, recorded: Look, seen: Look, context: Context) -> CheckResult:
        expected, got = context.recorded_locale, context.seen_locale
        if expected is None or got is None or expected == got or recorded.key is None or seen.key is None:
            return passed(self.name, recorded=expected, seen=got)
        same_structure = recorded.key.structure == seen.key.structure
        if not same_structure or recorded.key.content == seen.key.content:
            return passed(self.name, recorded=expected, seen=got)
        detail = (
            f"recorded in {expected}, the device speaks {got}; the elements are the same, the texts are not"
        )
        return unknown(self.name, Code.LOCALE_CHANGED, detail, 0.5, recorded=expected, seen=got)


CHECK: Check = LocaleCheck()
