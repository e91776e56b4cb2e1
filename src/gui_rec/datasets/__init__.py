"""From recordings to training sets: labels, export, import, dataset card, push to the Hub.

    from gui_rec.datasets import ExportSpec, compute_labels, export_training_set, import_recording
    from gui_rec.datasets.push import push

Names arrive on first use, so that importing this package loads no data library. `push` is not among them: the
module of that name would take its place as soon as it is imported.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gui_rec.datasets.export._api import ExportSpec as ExportSpec
    from gui_rec.datasets.export._api import ExportStats as ExportStats
    from gui_rec.datasets.export.run import export_training_set as export_training_set
    from gui_rec.datasets.importers._api import ImportReport as ImportReport
    from gui_rec.datasets.importers.run import import_recording as import_recording
    from gui_rec.datasets.labels.compute import compute_labels as compute_labels
    from gui_rec.datasets.push import PushReport as PushReport
    from gui_rec.datasets.push import PushSpec as PushSpec

_HOMES = {
    "ExportSpec": "export._api",
    "ExportStats": "export._api",
    "export_training_set": "export.run",
    "ImportReport": "importers._api",
    "import_recording": "importers.run",
    "compute_labels": "labels.compute",
    "PushReport": "push",
    "PushSpec": "push",
}
__all__ = sorted(_HOMES)  # noqa: PLE0605 - a list of names all the same


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
