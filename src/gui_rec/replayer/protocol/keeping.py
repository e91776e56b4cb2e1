"""What a run leaves behind: its report, its pictures under names of ours, and on request a recording."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from gui_rec._clock import Clock
from gui_rec.capture.privacy.steps import StepPrivacy
from gui_rec.errors import OutputExistsError
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code
from gui_rec.replayer.protocol.result import INTERRUPTED, TaskResult
from gui_rec.store import durable
from gui_rec.store.recording import RecordingWriter

RESULT = "result.json"


@dataclass(slots=True)
class Report:
    """The report's folder. Nothing in it has a name from the task."""

    folder: Path

    @classmethod
    def create(cls, folder: Path) -> Report:
        """Raises OutputExistsError for a place that holds something."""
        if os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir())):
            raise OutputExistsError(f"{folder}: is there already; choose another folder for the report")
        with durable.storing(folder, "nothing was sent; choose another folder for the report"):
            durable.make_folder(folder)
        return cls(folder)

    def save(self, stem: str, number: int, seen: Observation) -> str | None:
        """Keep the picture of a look, under `STEM-NUMBER.png`; None where the look has none."""
        if seen.screenshot is None:
            return None
        name = f"{stem}-{number:03d}.png"
        self._write(name, seen.screenshot)
        return name

    def write(self, result: TaskResult) -> None:
        """The result document."""
        text = json.dumps(result.as_record(), ensure_ascii=False, indent=2) + "\n"
        self._write(RESULT, text.encode())

    def _write(self, name: str, data: bytes) -> None:
        with (
            durable.storing(self.folder, "the task went on as far as it says"),
            durable.replacing(self.folder / name) as stream,
        ):
            stream.write(data)


@dataclass(slots=True)
class Trajectory:
    """The run as a recording. Steps are masked before they are kept."""

    writer: RecordingWriter
    privacy: StepPrivacy
    clock: Clock

    @classmethod
    def create(cls, target: Path, frame: EpisodeInfo, privacy: StepPrivacy, clock: Clock) -> Trajectory:
        """Raises OutputExistsError for a place that holds something."""
        return cls(RecordingWriter.create(target, privacy.frame(frame)), privacy, clock)

    def keep(self, step: Step) -> None:
        """One transition."""
        self.writer.append(self.privacy.step(step))

    def close(self, result: TaskResult | None) -> None:
        """End the episode; one without a step leaves nothing behind. `result` is None after a defect."""
        try:
            if self.writer.next_index:
                self.writer.finish(EpisodeEnd(_reason(result), self.clock.wall_us()))
            else:
                self.writer.discard()
        finally:
            self.writer.close()


def _reason(result: TaskResult | None) -> EndReason:
    if result is None or result.code == INTERRUPTED:
        return EndReason.INTERRUPTED
    if result.code == Code.DEVICE_LOST:
        return EndReason.DEVICE_LOST
    return EndReason.FINISHED if result.successful else EndReason.STOPPED
