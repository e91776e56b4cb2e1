"""Could a web page not be loaded?"""

from __future__ import annotations

import re

from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import mismatch, passed
from gui_rec.replayer.checks._words import first_match
from gui_rec.replayer.looks import Look

_WORDS = re.compile(
    r"\bERR_[A-Z_]{4,}|\bnet::|can.t be reached|webpage not available|无法访问此网站|网页无法打开",
    re.IGNORECASE,
)


class WebviewCheck:
    """Goes by the words on the page; fails only where the recording shows none of them."""

    name = "webview"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        found = first_match(seen, _WORDS)
        if found is None or first_match(recorded, _WORDS) is not None:
            return passed(self.name)
        return mismatch(self.name, Code.WEBVIEW_ERROR, f"the page says: {found!r}", 0.9, text=found)


CHECK: Check = WebviewCheck()
