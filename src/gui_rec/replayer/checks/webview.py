"""Could a web page not be loaded?"""

from __future__ import annotations

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.checks._words import first_text
from gui_rec.replayer.looks import Look
from gui_rec.ui.words import says_web_error


class WebviewCheck:
    """Goes by the words on the page; fails only where the recording shows none of them."""

    name = "webview"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        found = first_text(seen, says_web_error)
        if found is None or first_text(recorded, says_web_error) is not None:
            return passed(self.name)
        return mismatch(self.name, Code.WEBVIEW_ERROR, f"the page says: {found!r}", 0.9, text=found)


CHECK: Check = WebviewCheck()
