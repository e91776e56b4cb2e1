"""The tally of recordings on disk, and its section in a dataset card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from gui_rec.datasets.stats.tally import Tally
from gui_rec.store.reader import Recording, open_trajectories

MOST_ROWS = 20


def collect(paths: Sequence[Path], on_episode: Callable[[int], None] | None = None) -> Tally:
    """Count the recordings at `paths`; `on_episode` hears how many episodes are done.

    A discarded episode is counted as such and not looked into. Raises StoreError naming file, row and column.
    """
    tally = Tally()
    for path in paths:
        add(tally, open_trajectories(path), on_episode)
    return tally


def add(tally: Tally, recording: Recording, on_episode: Callable[[int], None] | None = None) -> None:
    """Count one recording."""
    tally.discarded += len(recording.discarded)
    for record in recording.episodes:
        tally.withdrawn += record.withdrawn_count
        outcome = None if record.end is None else record.end.outcome
        tally.episode(record.info, outcome, recording.steps(record.info.episode_id, images=False, xml=False))
        if on_episode is not None:
            on_episode(tally.episodes)
    kept = {record.info.episode_id for record in recording.episodes}
    tally.label(row for row in recording.labels() if row.episode_id in kept)


def card_section(tally: Tally) -> str:
    """The card's part: the same numbers for a reader."""
    length = tally.document()["length"]
    told = (
        ", ".join(f"{name} {value:g}" for name, value in length.items()) if isinstance(length, dict) else ""
    )
    parts = [
        f"## At a glance\n\n{tally.episodes} episodes of {told or 'no'} steps. {tally.same_picture} steps begin with a "
        f"picture that an earlier one begins with, {tally.same_transition} with the same page and action."
    ]
    tables = {"action": tally.actions, "app": tally.apps, "flag": tally.flags}
    parts += [_table(name, dict(counts.most_common(MOST_ROWS))) for name, counts in tables.items() if counts]
    return "\n\n".join(parts)


def _table(name: str, counts: dict[str, int]) -> str:
    rows = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    lines = [f"| {name} | steps |", "|---|---|", *(f"| {_plain(key)} | {count} |" for key, count in rows)]
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Text that cannot break out of its cell."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
