"""The table of importers."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.datasets.importers._api import Importer

IMPORTERS: Registry[Importer] = Registry(
    "import format",
    {
        "aitw": ("gui_rec.datasets.importers.aitw:IMPORTER", None),
        "aitz": ("gui_rec.datasets.importers.aitz:IMPORTER", None),
        "android_control": ("gui_rec.datasets.importers.android_control:IMPORTER", None),
        "androidlab": ("gui_rec.datasets.importers.androidlab:IMPORTER", None),
        "autoglm": ("gui_rec.datasets.importers.autoglm:IMPORTER", None),
        "droidrun": ("gui_rec.datasets.importers.droidrun:IMPORTER", None),
        "gui_odyssey": ("gui_rec.datasets.importers.gui_odyssey:IMPORTER", None),
        "llamatouch": ("gui_rec.datasets.importers.llamatouch:IMPORTER", None),
        "scalecua": ("gui_rec.datasets.importers.scalecua:IMPORTER", None),
        "ui_s1": ("gui_rec.datasets.importers.ui_s1:IMPORTER", None),
    },
)
