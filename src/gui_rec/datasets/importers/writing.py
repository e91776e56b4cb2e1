"""Where an import goes: a free place, or a folder that an interrupted import of the same kind left."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gui_rec.datasets.importers._api import SourceEpisode
from gui_rec.datasets.importers.complaints import Complaints
from gui_rec.errors import OutputExistsError, StoreError
from gui_rec.store import durable
from gui_rec.store.index import rebuild_index
from gui_rec.store.journal import Journal
from gui_rec.store.layout import SUFFIX, Layout
from gui_rec.store.recording import RecordingWriter, check_episode

MARK = "import.unfinished"
"""Stands in the folder while it is being filled; with it there, the same import goes on."""


@dataclass(frozen=True, slots=True)
class Target:
    """`out`, and what is imported into it in one line, which the mark holds."""

    out: Path
    what: str

    def refuse_what_is_there(self) -> None:
        """Raise OutputExistsError for a place that holds something, but for what the same import left."""
        # A link that leads nowhere is somebody's as well, and `exists` does not see it.
        if not os.path.lexists(self.out) or (self.out.is_dir() and not any(self.out.iterdir())):
            return
        if not self._is_mine():
            raise OutputExistsError(f"{self.out}: it exists already; import into another place")

    def write(self, episodes: Iterator[SourceEpisode], complaints: Complaints) -> tuple[int, int]:
        """(episodes, steps) that are there in the end. What the store cannot hold is left out with a complaint."""
        count = steps = 0
        for episode in episodes:
            try:
                check_episode(episode.info, episode.steps, episode.end)
            except StoreError as error:
                complaints.add("episode", f"episode {episode.info.episode_id}: {error}")
                continue
            if not count:
                self._begin()
            if not self._is_there(episode.info.episode_id):
                self._keep(episode)
            count += 1
            steps += len(episode.steps)
        if count:
            self._end()
        return count, steps

    @property
    def _is_folder(self) -> bool:
        return self.out.suffix != SUFFIX or self.out.is_dir()

    def _is_mine(self) -> bool:
        mark = self.out / MARK
        return mark.is_file() and mark.read_text(encoding="utf-8", errors="replace").strip() == self.what

    def _is_there(self, episode_id: str) -> bool:
        return self._is_folder and Layout(self.out).data_file(episode_id).exists()

    def _begin(self) -> None:
        if not self._is_folder:
            return
        with durable.storing(self.out, "free some room and import again"):
            durable.make_folder(self.out)
            (self.out / MARK).write_text(f"{self.what}\n", encoding="utf-8")
        half = Layout(self.out).journal
        if half.exists():  # of the episode in which the import before was stopped
            Journal.open(half).remove()

    def _keep(self, episode: SourceEpisode) -> None:
        begin = RecordingWriter.extend if self._is_folder else RecordingWriter.create
        with begin(self.out, episode.info) as writer:
            for step in episode.steps:
                writer.append(step)
            writer.finish(episode.end, index=False)

    def _end(self) -> None:
        if self._is_folder:
            rebuild_index(self.out)
            (self.out / MARK).unlink()
