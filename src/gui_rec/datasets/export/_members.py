"""The table of export formats."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.datasets.export._api import ExportFormat

FORMATS: Registry[ExportFormat] = Registry(
    "export format", {"messages": ("gui_rec.datasets.export.messages:FORMAT", None)}
)
