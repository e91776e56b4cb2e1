"""Where actions come from: record a session on a device into the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gui_rec.recorder.session import Recorder, RecorderConfig

__all__ = ["Recorder", "RecorderConfig"]


def __getattr__(name: str) -> object:
    # Loaded on first use: the session needs the store, and with it pyarrow.
    if name in __all__:
        from gui_rec.recorder import session

        return getattr(session, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
