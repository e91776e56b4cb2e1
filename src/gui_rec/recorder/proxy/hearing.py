"""From what a client sends to what it does: looked ahead without a trace, then heard for good at the gate."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache

from gui_rec._clock import SystemClock
from gui_rec.recorder.heard._api import Heard, Kind, Screen, opaque
from gui_rec.recorder.heard.rpc import RpcListener
from gui_rec.recorder.heard.script_text import hear_script
from gui_rec.recorder.heard.series import Series
from gui_rec.recorder.heard.shell_line import Part, hear_line

MOST_SCRIPT_BYTES = 1 << 16
_MOST_SCRIPTS = 64
_REMEMBERED_CHARACTERS = 1_000
_LOOKING = (Kind.HIERARCHY, Kind.SCREENSHOT)


class Scripts:
    """The texts of small files that clients pushed, by their path on the device."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._texts: OrderedDict[str, str] = OrderedDict()

    def pushed(self, path: str, content: bytes | None) -> None:
        """A file arrived at `path`; what is no short text is no script, and is forgotten."""
        with self._lock:
            self._texts.pop(path, None)
            if content is not None and len(content) <= MOST_SCRIPT_BYTES and b"\0" not in content:
                self._texts[path] = content.decode("utf-8", "replace")
            while len(self._texts) > _MOST_SCRIPTS:
                self._texts.popitem(last=False)

    def text(self, path: str | None) -> str | None:
        """What was pushed to `path`; None where nothing was."""
        with self._lock:
            return None if path is None else self._texts.get(path)


def hear(line: str, screen: Screen, series: Series, scripts: Scripts) -> tuple[Part, ...]:
    """What a line does, part by part, through a script that was pushed; `series` goes on with it."""
    parts = hear_line(line, screen, series)
    script = scripts.text(parts[0].heard.script) if len(parts) == 1 else None
    return parts if script is None else hear_script(script, screen, series)


def look_ahead(line: str, screen: Screen, series: Series, scripts: Scripts) -> tuple[Part, ...]:
    """The same; `series` is left as it is."""
    quiet = _quiet(line, screen) if series.is_idle and len(line) <= _REMEMBERED_CHARACTERS else None
    return hear(line, screen, series.copied(), scripts) if quiet is None else quiet


@lru_cache(maxsize=256)
def _quiet(line: str, screen: Screen) -> tuple[Part, ...] | None:
    """The parts of a line that does nothing, whatever came before: agents ask the same again and again.

    None for a line that acts, or may.
    """
    parts = hear_line(line, screen, Series(SystemClock()))
    return None if acts(parts) else parts


def acts(parts: Sequence[Part]) -> bool:
    """Whether anything of it does what a finger may do."""
    return any(part.heard.acts for part in parts)


def changes_state(parts: Sequence[Part]) -> bool:
    """Whether the device may look different afterwards though nothing of it acts."""
    return any(part.heard.changes_state for part in parts)


def looks(parts: Sequence[Part]) -> Kind | None:
    """HIERARCHY or SCREENSHOT where the line asks for one."""
    kinds = {part.heard.kind for part in parts}
    return next((kind for kind in _LOOKING if kind in kinds), None)


def told(parts: Sequence[Part]) -> Heard:
    """What a line does that is sent as a whole. Several actions in one cannot be told apart."""
    acting = [part.heard for part in parts if part.heard.acts]
    if len(acting) > 1:
        return opaque(f"{len(acting)} actions in one line that is only run as a whole")
    return acting[0] if acting else parts[0].heard


def hear_call(request: bytes, screen: Screen, series: Series) -> Heard:
    """What one whole HTTP request to uiautomator2's server does; `series` goes on with it."""
    heards = [one.heard for one in RpcListener(series).feed(request, screen)]
    return next((heard for heard in heards if heard.acts), heards[0] if heards else Heard(Kind.QUERY))


def look_ahead_call(request: bytes, screen: Screen, series: Series) -> Heard:
    """The same; `series` is left as it is."""
    return hear_call(request, screen, series.copied())
