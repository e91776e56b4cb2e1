"""The table of importers."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.datasets.importers._api import Importer

IMPORTERS: Registry[Importer] = Registry(
    "import format", {"aitz": ("gui_rec.datasets.importers.aitz:IMPORTER", None)}
)
