"""How a stored recording names the display it is of, in one text.

Android numbers what apps and people see (0 is the phone's own screen) and gives the thing behind a number an id
of its own, which changes when a foldable is folded: 0 stays 0. Ids exceed 2**53, so they are text.
"""

from __future__ import annotations

import re

_NUMBERED = re.compile(r"([0-9]{1,9})/(.*)", re.DOTALL)


def display_name(number: int, unique_id: str | None) -> str | None:
    """`ID` for display 0, `N/ID` for another one; None for display 0 without an id."""
    if number == 0 and (unique_id is None or _NUMBERED.fullmatch(unique_id) is None):
        return unique_id
    return f"{number}/{unique_id or ''}"


def display_number(name: str | None) -> int:
    """The number in a display's name; 0 where there is no name, as in recordings that tell nothing of it."""
    match = None if name is None else _NUMBERED.fullmatch(name)
    return 0 if match is None else int(match[1])
