"""The table of action sources."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.recorder.sources._api import ActionSource

SOURCES: Registry[ActionSource] = Registry(
    "action source",
    {
        "proxy": ("gui_rec.recorder.sources.proxy:SOURCE", None),
        "script": ("gui_rec.recorder.sources.script:SOURCE", None),
        "touch": ("gui_rec.recorder.sources.touch:SOURCE", None),
    },
)
