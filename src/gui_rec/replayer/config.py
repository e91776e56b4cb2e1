"""What a person may ask of a replay."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from gui_rec.device.restore import RestoreStep
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.external import ExternalJudge
from gui_rec.replayer.rules.model import RuleFile


class OnMismatch(StrEnum):
    """What to do after a step that failed."""

    STOP = "stop"
    CONTINUE = "continue"
    ASK = "ask"


class Speed(StrEnum):
    """How soon one action follows another."""

    FAST = "fast"
    RECORDED = "recorded"


@dataclass(frozen=True, slots=True)
class ReplayConfig:
    """`episode` is needed where the recording holds several. `timeout_s` bounds each wait for a recorded
    state. `from_step` and `until_step` (both inclusive) replay a part. With `report_dir` the JSON report
    and the replayed run's own trajectory are written there; `force` moves an older one aside.
    `write_verdicts` appends the verdict table beside the recording. `values` are the texts that the
    recording withholds, each with the name of its slot, and those of parameters; `parameters` are texts
    of the recording that stand for others this time, by name. `scale` sends coordinates without a target
    to a screen of another size, where its aspect ratio is the recorded one. `restore` is what is done to
    the recording's app first. `speed` `recorded` keeps the pauses between the recorded actions, each at
    most `longest_pause_s`. `any_display` replays on whichever display the device is looked at by, also a
    recording of another one. `one_of_many`: a text that no step here needs is another trajectory's.
    `rules` say what steps may lead to and which recoveries are allowed; `contexts`
    are those of theirs that are known to hold. `judge` is asked where nobody can say.
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
    parameters: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    scale: bool = False
    speed: Speed = Speed.FAST
    longest_pause_s: float = 60.0
    restore: tuple[RestoreStep, ...] = ()
    any_display: bool = False
    one_of_many: bool = False
    rules: tuple[RuleFile, ...] = ()
    contexts: tuple[str, ...] = ()
    judge: ExternalJudge | None = field(default=None, repr=False)
    gaps_s: tuple[float, ...] = (0.0, 0.1, 0.25, 0.5, 1.0)
