"""One trajectory's frame: whose it is, on which device, how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gui_rec.model.flags import EndReason


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """The device an episode ran on. `serial_id` is a salted hash unless the person kept the serial."""

    serial_id: str | None = None
    model: str | None = None
    android_release: str | None = None
    sdk: int | None = None
    width_px: int | None = None
    height_px: int | None = None
    density_dpi: int | None = None
    display_id: str | None = None
    locale: str | None = None
    font_scale: float | None = None
    night_mode: bool | None = None


@dataclass(frozen=True, slots=True)
class EpisodeInfo:
    """What is known when an episode begins. `source` is a `Source` value or `import:<name>`."""

    episode_id: str
    source: str
    goal: str | None = None
    task_id: str | None = None
    annotator: str | None = None
    device: DeviceInfo = DeviceInfo()
    started_at_us: int | None = None
    mask_rules: tuple[str, ...] = ()
    recorder: str = ""


@dataclass(frozen=True, slots=True)
class Expectation:
    """One probe of the world after an episode, what was expected of it and what it answered.

    `passed` is None where the probe could not be asked.
    """

    probe: str
    expected: str | None = None
    answer: str | None = None
    passed: bool | None = None


class Outcome(StrEnum):
    """The recording person's word on an episode. A discarded one is kept, and readers leave it out."""

    SUCCESS = "success"
    FAILURE = "failure"
    DISCARDED = "discarded"


@dataclass(frozen=True, slots=True)
class EpisodeEnd:
    """How an episode ended; `outcome` is the recording person's word (see `Outcome`), if any."""

    reason: EndReason
    ended_at_us: int | None = None
    message: str | None = None
    outcome: str | None = None
    expectations: tuple[Expectation, ...] = ()
