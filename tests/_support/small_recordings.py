"""Small recordings on disk for tests of what reads them.

from small_recordings import record, small_step
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from strategies import tiny_png, tiny_xml

from gui_rec.model.actions import Action
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.observation import Observation, StateKey
from gui_rec.model.step import Step
from gui_rec.store.recording import RecordingWriter

SIZE = ScreenSize(40, 80)


def small_look(page: int, **changes: Any) -> Observation:
    """A whole observation of page number `page`; equal pages look equal."""
    fields: dict[str, Any] = {
        "screenshot": tiny_png((page * 40 % 256, 9, 9), SIZE.width_px, SIZE.height_px),
        "ui_xml": tiny_xml(f"page {page}"),
        "package": "com.example",
        "activity": ".Main",
        "rotation": 0,
        "size": SIZE,
        "fingerprint": f"phash8/area1:{page * 0x0F0F0F0F0F0F0F0F % 2**64:016x}",
        "state_key": StateKey("0" * 16, f"{page:016x}", "0" * 16),
        "captured_at_us": 1_700_000_000_000_000 + page,
    }
    return Observation(**{**fields, **changes})


def small_step(index: int, action: Action, **changes: Any) -> Step:
    """A settled step from page `index` to page `index + 1`."""
    fields: dict[str, Any] = {
        "pre": small_look(index),
        "post": small_look(index + 1),
        "settled": True,
        "operation": f"operation {index}",
        "thought": f"thought {index}",
    }
    return Step(index=index, action=action, **{**fields, **changes})


def record(
    target: Path,
    steps: Sequence[Step],
    *,
    goal: str | None = "open the clock",
    source: str = "script",
    episode_id: str = "01ARZ3NDEKTSV4RRFFQ69G5FAV",
) -> Path:
    """Store `steps` as one episode at `target`; a folder that is there already gets one more episode."""
    info = EpisodeInfo(episode_id, source, goal=goal, recorder="test")
    begin = RecordingWriter.extend if target.is_dir() else RecordingWriter.create
    with begin(target, info) as writer:
        for step in steps:
            writer.append(step)
        writer.finish(EpisodeEnd(EndReason.FINISHED))
    return target
