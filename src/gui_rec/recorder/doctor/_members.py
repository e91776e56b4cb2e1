"""The table of examinations, in the order they are told. A new one is one file and one line here."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.recorder.doctor._api import Examination

EXAMINATIONS: Registry[Examination] = Registry(
    "examination",
    {
        "adb server": ("gui_rec.recorder.doctor.server:examine", None),
        "boot": ("gui_rec.recorder.doctor.boot:examine", None),
        "screen": ("gui_rec.recorder.doctor.screen:examine", None),
        "displays": ("gui_rec.recorder.doctor.displays:examine", None),
        "screenshot": ("gui_rec.recorder.doctor.screenshot:examine", None),
        "hierarchy": ("gui_rec.recorder.doctor.hierarchy:examine", None),
        "speed": ("gui_rec.recorder.doctor.speed:examine", None),
        "input": ("gui_rec.recorder.doctor.injection:examine", None),
        "text": ("gui_rec.recorder.doctor.text:examine", None),
        "touch panel": ("gui_rec.recorder.doctor.panel:examine", None),
    },
)
