"""The folder of a session of tasks: begun new, moved aside, or gone on with."""

from __future__ import annotations

from pathlib import Path

from gui_rec.errors import OutputExistsError, StoreError, UsageError
from gui_rec.store.layout import SUFFIX, Layout
from gui_rec.store.recording import move_aside, occupied
from gui_rec.store.recover import recover


def prepare_folder(out: Path, *, resume: bool = False, force: bool = False) -> str | None:
    """Make `out` ready for another episode; what a person should know of it, if anything.

    With `resume` an attempt that its recorder left unfinished is closed first: it is kept, without an outcome. Raises
    OutputExistsError for a place that holds something otherwise, StoreError while a recorder is at work there.
    """
    layout = Layout(out)
    if layout.is_file:
        raise UsageError(f"{out}: a session of tasks makes many episodes; name a folder, not a {SUFFIX} file")
    if resume:
        return _closed(layout)
    if not occupied(layout):
        return None
    if not force:
        raise OutputExistsError(
            f"{out}: is there already; go on with it (`--resume`; in Python `resume=True`), choose another name, "
            "or move it aside (`--force`; in Python `force=True`)"
        )
    return f"moved the older recording to {move_aside(layout)}"


def _closed(layout: Layout) -> str | None:
    if not layout.target.is_dir():
        raise StoreError(f"{layout.target}: no session to go on with; leave --resume out to begin one")
    if not layout.journal.exists():
        return None
    report = recover(layout.target)
    if report.file is None:
        return None
    return f"episode {report.episode_id} had been interrupted: its {report.steps} step(s) are kept, without an outcome"
