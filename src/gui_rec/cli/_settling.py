"""What settles episodes of which nobody knows whether they succeeded."""

from __future__ import annotations

import shlex
from pathlib import Path


def settling(recording: Path) -> tuple[str, ...]:
    """Commands that would settle them: asking the stored screens, replaying a claimed success, a person's word."""
    path = shlex.quote(str(recording))
    return (
        f"gui-rec label {path} --expect FILE",
        f"gui-rec replay {path} --repeat 3 && gui-rec label {path}",
        f"gui-rec label {path} --export-csv FILE, then --import-csv FILE --by NAME",
    )


def is_unsettled(recording: Path) -> bool:
    """True where an episode has no stored label of success or failure. Raises StoreError."""
    from gui_rec.datasets.labels.episode_label import FAILURE, NAME, SUCCESS
    from gui_rec.datasets.labels.settled import settled
    from gui_rec.store.reader import open_trajectories

    opened = open_trajectories(recording)
    known = {
        row.episode_id
        for row in settled(opened.labels()).values()
        if row.label == NAME and row.value in (SUCCESS, FAILURE)
    }
    return any(episode.info.episode_id not in known for episode in opened.episodes)
