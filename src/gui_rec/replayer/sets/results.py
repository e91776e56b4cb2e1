"""What a set of replays came to: an attempt, a trajectory, the whole, and the counts over it.

The records are the report's JSON as they stand (`gui_rec.replayer.sets.report`), so a report that was written is read
back into them when a set goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from gui_rec.errors import ExitCode


class AttemptEnd(StrEnum):
    """How one attempt ended."""

    VERIFIED = "verified"
    FAILED = "failed"
    REFUSED = "refused"
    DEVICE_LOST = "device_lost"
    DIED = "died"
    INTERRUPTED = "interrupted"


class Ending(StrEnum):
    """What a trajectory came to in the end.

    `passed` was verified at once, `flaky` only after an attempt that failed. `failed`: in no attempt every step was
    verified. `error`: it could not be replayed at all (`said` tells why). `lost`: its device or its process died, and
    the one that took it over, too. `not_run`: nobody got to it, or it was stopped.
    """

    PASSED = "passed"
    FLAKY = "flaky"
    FAILED = "failed"
    ERROR = "error"
    LOST = "lost"
    NOT_RUN = "not_run"


DONE = (Ending.PASSED, Ending.FLAKY, Ending.FAILED)
"""What a set that goes on does not repeat."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """One judged step of an attempt; `line` says of one that failed what was expected, seen, where, and the numbers."""

    step_index: int
    action: str
    verdict: str
    successful: bool
    code: str
    detail: str
    line: str | None
    elapsed_ms: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """One replay of one trajectory. `device` is a name of this report, `folder` lies in the report's folder.

    `not_reached` counts the steps after the one where it stopped. `said` is what the process said last where that
    tells more than its steps.
    """

    device: str
    end: AttemptEnd
    exit_code: int
    elapsed_ms: int
    folder: str | None
    said: str | None
    not_reached: int
    steps: tuple[StepResult, ...]

    @property
    def failed_step(self) -> StepResult | None:
        """The first step that failed."""
        return next((step for step in self.steps if not step.successful), None)

    @property
    def why(self) -> str:
        """For one that was not verified, why in a line."""
        step = self.failed_step
        told = step.line if step is not None and step.line is not None else self.said
        return told or f"ended with exit code {self.exit_code}"


@dataclass(frozen=True, slots=True)
class ItemResult:
    """One trajectory with its attempts, oldest first; `given_back` counts how often a device gave it back unfinished."""

    recording: str
    episode_id: str
    goal: str | None
    step_count: int
    ending: Ending
    given_back: int
    attempts: tuple[Attempt, ...]

    @property
    def key(self) -> tuple[str, str]:
        """What names it within a set."""
        return (self.recording, self.episode_id)

    @property
    def decisive(self) -> Attempt | None:
        """The attempt that the ending rests on: the last that nobody interrupted."""
        return last_of(self.attempts)

    @property
    def why(self) -> str:
        """For one that did not pass, why in a line."""
        return "not reached" if self.decisive is None else self.decisive.why


def last_of(attempts: Iterable[Attempt]) -> Attempt | None:
    """The last attempt that nobody interrupted."""
    return next((each for each in reversed(tuple(attempts)) if each.end is not AttemptEnd.INTERRUPTED), None)


def ending_of(attempts: tuple[Attempt, ...]) -> Ending:
    """What the attempts at one trajectory come to."""
    last = last_of(attempts)
    if last is None:
        return Ending.NOT_RUN
    match last.end:
        case AttemptEnd.VERIFIED:
            failed_before = any(each.end is AttemptEnd.FAILED for each in attempts)
            return Ending.FLAKY if failed_before else Ending.PASSED
        case AttemptEnd.FAILED:
            return Ending.FAILED
        case AttemptEnd.REFUSED:
            return Ending.ERROR
        case _:
            return Ending.LOST


@dataclass(frozen=True, slots=True)
class StepCount:
    """One recorded step over all attempts of its trajectory: how often it was tried, how often it failed, and why."""

    recording: str
    episode_id: str
    step_index: int
    action: str
    tried: int
    failed: int
    codes: dict[str, int]

    @property
    def is_flaky(self) -> bool:
        return 0 < self.failed < self.tried


@dataclass(frozen=True, slots=True)
class DeviceCount:
    """One device's part: attempts by their end, and judged steps by their code."""

    device: str
    attempts: dict[str, int]
    codes: dict[str, int]
    elapsed_ms: int
    retired: str | None


@dataclass(frozen=True, slots=True)
class SetCounts:
    """The counts of a set. `by_code` counts the steps of each trajectory's last attempt; `by_step` has the steps that
    ever failed, the most failing first; `flaky_steps` those of them that were verified as well.
    """

    endings: dict[str, int]
    by_code: dict[str, int]
    by_step: tuple[StepCount, ...]
    by_device: tuple[DeviceCount, ...]
    flaky_steps: tuple[StepCount, ...]


def count(items: Iterable[ItemResult], devices: Iterable[str], retired: dict[str, str]) -> SetCounts:
    """Count over `items`; `devices` are all that took part, `retired` says why one was left out."""
    results = tuple(items)
    endings = Counter(item.ending for item in results)
    codes: Counter[str] = Counter()
    for item in results:
        if item.decisive is not None:
            codes.update(step.code for step in item.decisive.steps)
    steps = sorted(_step_counts(results), key=lambda each: (-each.failed, each.episode_id, each.step_index))
    return SetCounts(
        endings={ending.value: endings[ending] for ending in Ending},
        by_code=dict(codes.most_common()),
        by_step=tuple(steps),
        by_device=tuple(_device_count(name, results, retired.get(name)) for name in devices),
        flaky_steps=tuple(step for step in steps if step.is_flaky),
    )


def _step_counts(items: Iterable[ItemResult]) -> Iterator[StepCount]:
    """The steps that failed at least once."""
    for item in items:
        tries: dict[int, list[StepResult]] = {}
        for attempt in item.attempts:
            for step in attempt.steps:
                tries.setdefault(step.step_index, []).append(step)
        for index, seen in tries.items():
            failed = [step for step in seen if not step.successful]
            if failed:
                codes = dict(Counter(step.code for step in failed).most_common())
                action = failed[0].action
                yield StepCount(item.recording, item.episode_id, index, action, len(seen), len(failed), codes)


def _device_count(name: str, items: Iterable[ItemResult], retired: str | None) -> DeviceCount:
    mine = [attempt for item in items for attempt in item.attempts if attempt.device == name]
    ends = Counter(attempt.end.value for attempt in mine)
    codes = Counter(step.code for attempt in mine for step in attempt.steps)
    return DeviceCount(
        name,
        dict(ends.most_common()),
        dict(codes.most_common()),
        sum(attempt.elapsed_ms for attempt in mine),
        retired,
    )


def exit_code_of(items: Iterable[ItemResult], *, interrupted: bool, fail_on_flaky: bool = False) -> ExitCode:
    """What a set's command ends with.

    Interrupted before anything else, then device trouble (a trajectory that nobody could take or finish), a defect, a
    mismatch, and what could not be replayed with the code that it was refused with.
    """
    results = tuple(items)
    endings = {item.ending for item in results}
    codes = {item.decisive.exit_code for item in results if item.decisive is not None and not _is_good(item)}
    if interrupted:
        return ExitCode.INTERRUPTED
    if ExitCode.DEFECT in codes:
        return ExitCode.DEFECT
    if endings & {Ending.LOST, Ending.NOT_RUN}:
        return ExitCode.DEVICE
    if Ending.FAILED in endings or (fail_on_flaky and Ending.FLAKY in endings):
        return ExitCode.MISMATCH
    if Ending.ERROR in endings:
        return ExitCode.USAGE if codes == {ExitCode.USAGE} else ExitCode.BAD_INPUT
    return ExitCode.OK


def _is_good(item: ItemResult) -> bool:
    return item.ending in (Ending.PASSED, Ending.FLAKY)
