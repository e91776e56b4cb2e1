"""Files that a source names: looked for inside one folder, read with bounds, and never outside it.

The paths in other projects' rows are those of other machines (`/datasets/AndroidControl/images/0_0.png`), so the
longest ending of a path that is a file in the folder counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from gui_rec._files import read_bytes
from gui_rec.datasets.importers.complaints import Complaints

MAX_PICTURE_BYTES = 64 * 1024 * 1024
_MAX_PARTS = 32


def find_file(folder: Path, named: str) -> Path | None:
    """The file that `named` means in `folder`; None where there is none, or where a link leads out of it."""
    parts = [part for part in PurePosixPath(named.replace("\\", "/")).parts if part not in ("/", ".")]
    if ".." in parts or not parts or len(parts) > _MAX_PARTS:
        return None
    try:
        root = folder.resolve()
        for start in range(len(parts)):
            place = root.joinpath(*parts[start:]).resolve()
            if place.is_relative_to(root) and place.is_file():
                return place
    except (OSError, ValueError):  # a name that no file can have
        return None
    return None


def picture(folders: Path | Sequence[Path], named: str, where: str, complaints: Complaints) -> bytes | None:
    """The bytes of a named picture in the first of `folders` that has it; a complaint and None where none has.

    Raises InputError for one that is too large.
    """
    places = (folders,) if isinstance(folders, Path) else folders
    found = next((file for place in places if (file := find_file(place, named)) is not None), None)
    if found is None:
        shown = named if len(named) <= 120 else f"{named[:120]}…"
        complaints.add("picture", f"{where}: no picture {shown!r} in {places[0]}; see --pictures")
        return None
    return read_bytes(found, "a picture", MAX_PICTURE_BYTES)


def name_in(root: Path, place: Path) -> str:
    """How a file or folder of the source is called: its path below `root` without the ending, or its own name."""
    below = (
        place.relative_to(root)
        if place != root and place.is_relative_to(root)
        else Path(place.resolve().name)
    )
    return below.with_suffix("").as_posix() if place.is_file() else below.as_posix()
