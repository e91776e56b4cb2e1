"""Questions to the phone's shell that change nothing and tell little of the person: a closed list."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gui_rec.errors import InputError

_NAME = re.compile(r"[A-Za-z0-9_.:\-]{1,200}")
_SERVICES = ("alarm", "audio", "battery", "connectivity", "deviceidle", "power", "uimode", "wifi")
_ANY = None
"""A word of the asker's own: the name of a setting, a property, a package."""

PROBES: tuple[tuple[tuple[str, ...] | None, ...], ...] = (
    (("dumpsys",), _SERVICES),
    (("settings",), ("get",), ("system", "secure", "global"), _ANY),
    (("getprop",), _ANY),
    (("pm",), ("path",), _ANY),
    (("pm",), ("list",), ("packages",)),
    (("pidof",), _ANY),
    (("cmd",), ("uimode",), ("night",)),
    (("wm",), ("size", "density")),
    (("ime",), ("list",), ("-s",)),
)
"""Word by word what may stand there; None for a name."""


def checked_probe(words: Sequence[str]) -> tuple[str, ...]:
    """The words, if they are a question of the list. Raises InputError naming what is allowed."""
    for shape in PROBES:
        if len(shape) == len(words) and all(map(_fits, shape, words)):
            return tuple(words)
    allowed = "; ".join(" ".join("|".join(part) if part else "NAME" for part in shape) for shape in PROBES)
    raise InputError(f"shell: expected one of {allowed}; got {' '.join(map(str, words))!r}")


def _fits(allowed: tuple[str, ...] | None, word: object) -> bool:
    if not isinstance(word, str):
        return False
    if allowed is not None:
        return word in allowed
    return _NAME.fullmatch(word) is not None and not word.startswith("-")
