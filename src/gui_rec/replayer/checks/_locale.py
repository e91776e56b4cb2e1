"""Whether two screens say the same in two languages."""

from __future__ import annotations

from gui_rec.replayer.checks._api import Context
from gui_rec.replayer.looks import Look


def is_spoken_otherwise(recorded: Look, seen: Look, context: Context) -> bool:
    """True for equal elements on devices of two languages: what they say is the locale check's to tell."""
    before, after = context.recorded_locale, context.seen_locale
    if before is None or after is None or before == after or recorded.key is None or seen.key is None:
        return False
    return recorded.key.structure == seen.key.structure
