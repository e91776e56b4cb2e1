"""What a person may ask of a replay."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from gui_rec.replayer.checks._api import Tolerance


class OnMismatch(StrEnum):
    """What to do after a step that failed."""

    STOP = "stop"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class ReplayConfig:
    """`episode` is needed where the recording holds several. `timeout_s` bounds each wait for a recorded
    state. `from_step` and `until_step` (both inclusive) replay a part. With `report_dir` the JSON report
    and the replayed run's own trajectory are written there; `force` moves an older one aside.
    `write_verdicts` appends the verdict table beside the recording. `values` are the texts that the
    recording withholds, each with the name of its slot. `any_display` replays on whichever display the device is
    looked at by, also a recording of another one.
    """

    episode: str | None = None
    tolerance: Tolerance = Tolerance.DYNAMIC
    on_mismatch: OnMismatch = OnMismatch.STOP
    timeout_s: float = 15.0
    report_dir: Path | None = None
    from_step: int | None = None
    until_step: int | None = None
    force: bool = False
    write_verdicts: bool = True
    values: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    any_display: bool = False
    gaps_s: tuple[float, ...] = (0.0, 0.1, 0.25, 0.5, 1.0)
