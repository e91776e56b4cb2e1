"""A shell script that was pushed to the phone -> what running it does. Pure."""

from __future__ import annotations

from gui_rec.recorder.heard._api import Screen
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.heard.shell_line import Part, hear_line


def hear_script(text: str, screen: Screen, series: Series) -> tuple[Part, ...]:
    """The parts of a script, as those of a line: its acts in their order where it can be taken apart, else one
    OPAQUE part that says why (a loop, a variable, a function).

    The first line's `#!` is a comment. What the parts are run with is the caller's: a script's arguments are not
    known, so a `$1` that acts makes it OPAQUE.
    """
    return hear_line(text, screen, series)
