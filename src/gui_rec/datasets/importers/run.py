"""The one door to all importers."""

from __future__ import annotations

import os
from pathlib import Path

from gui_rec.datasets.importers._api import ImportReport
from gui_rec.datasets.importers._members import IMPORTERS
from gui_rec.errors import InputError, OutputExistsError


def import_recording(format: str, src: Path, out: Path) -> ImportReport:
    """Import `src`, written in `format`, as the recording `out` (a folder, or one file ending in .parquet).

    Raises UsageError for an unknown format, OutputExistsError, and InputError naming file, row and field.
    """
    importer = IMPORTERS.get(format)
    if not src.exists():
        raise InputError(f"{src}: expected {format} data to import, found no such file or folder")
    # A link that leads nowhere is somebody's as well, and `exists` does not see it.
    if os.path.lexists(out) and not (out.is_dir() and not any(out.iterdir())):
        raise OutputExistsError(f"{out}: it exists already; import into another place")
    return importer.import_into(src, out)
