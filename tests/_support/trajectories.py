"""Small whole recordings for tests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pictures import tiny_png, tiny_xml

from gui_rec.model.actions import Action, Tap
from gui_rec.model.episode import DeviceInfo, EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason, Source
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.observation import Facts, Observation, StateKey
from gui_rec.model.step import Step
from gui_rec.store.recording import RecordingWriter

EPISODE_ID = "01JABCDEFGHJKMNPQRSTVWXYZ0"
FINISHED = EpisodeEnd(EndReason.FINISHED, ended_at_us=1_700_000_009_000_000)


def an_episode(episode_id: str = EPISODE_ID) -> EpisodeInfo:
    """A frame with every usual field known."""
    device = DeviceInfo("3f1c", "Pixel 7", "14", 34, 2, 3, 420, "0", "en-US", 1.0, False)
    return EpisodeInfo(
        episode_id, Source.SCRIPT, "Turn on Wi-Fi", "task-7", "ana", device, 1_700_000_000_000_000, (), "test"
    )


def a_look(number: int = 0) -> Observation:
    """A screen whose picture and text carry `number`."""
    return Observation(
        screenshot=tiny_png((number % 256, number // 256 % 256, 7)),
        ui_xml=tiny_xml(f"screen {number}"),
        package="com.example",
        activity="com.example.Main",
        rotation=0,
        size=ScreenSize(2, 3),
        fingerprint=f"phash8/area1:{number:016x}",
        state_key=StateKey(f"{number:016x}", "0" * 16, "1" * 16),
        facts=Facts(title="Example", keyboard=False),
        captured_at_us=1_700_000_000_000_000 + number,
    )


def a_step(index: int = 0, action: Action | None = None, **more: object) -> Step:
    """Step `index` of a run whose every post is the next step's pre."""
    step = Step(index, a_look(index), action or Tap(0.5, 0.25), a_look(index + 1), thought=f"step {index}")
    return replace(step, **more)  # type: ignore[arg-type]


def record(target: Path, steps: int = 3, episode_id: str = EPISODE_ID) -> Path:
    """A finished recording at `target`; the shard's path."""
    with RecordingWriter.create(target, an_episode(episode_id)) as writer:
        for index in range(steps):
            writer.append(a_step(index))
        return writer.finish(FINISHED)
