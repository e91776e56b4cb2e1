"""A block of a person's own test as one transition: recorded once, judged ever after.

    with transition(driver, name="add to cart"):
        driver(text="Add to cart").click()

The block may do anything to the phone by any client; gui-rec looks before and after it. What is recorded is a
recording like others, in a file named by the block, with the block's name as its goal and operation. Its action is
`invalid`, since nobody told gui-rec what was done: such a step is never performed and never a training target.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from gui_rec._clock import Clock, SystemClock
from gui_rec.errors import InputError, UsageError
from gui_rec.model.step import Step
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.report import StepReport
from gui_rec.store.layout import SUFFIX
from gui_rec.store.reader import EpisodeRecord, open_trajectories
from gui_rec.testing.drivers._api import Opened, open_driver
from gui_rec.testing.transition_blocks import Block, How, Judging, Recording
from gui_rec.testing.verdicts import SETTINGS, RecordMode

E = TypeVar("E", bound=StrEnum)
MOST_S = 3600.0
_MOST_NAME = 120
_NOT_IN_A_NAME = re.compile(r"[^\w-]+")


class TransitionError(AssertionError):
    """A block was not the recorded transition. `report` is the judged step with its evidence."""

    def __init__(self, name: str, report: StepReport) -> None:
        super().__init__(f"transition {name!r}: {report.line}")
        self.report = report


def transition(
    device: object,
    name: str,
    *,
    rules: Sequence[Path | str] | Path | str = (),
    contexts: Sequence[str] | str = (),
    record: RecordMode | str | None = None,
    recordings: Path | str | None = None,
    tolerance: Tolerance | str = Tolerance.DYNAMIC,
    timeout_s: float = 15.0,
    clock: Clock | None = None,
) -> Transition:
    """A context manager that records or judges what its block does to the phone.

    `device` is what the test drives the phone with: a serial, a device of gui-rec, of adbutils or of uiautomator2, or
    an Appium driver. `name` names the recording in the folder `recordings`. Where there is none, `record` decides:
    `missing` records it, `never` (the default, so that CI never passes by recording) refuses with UsageError, and
    `all` records anew, the old file moved aside. `timeout_s` bounds the wait for the recorded screen before the block
    and for the recorded one after it. `rules` are rule files; those for a step of this name hold, in
    the `contexts` that are known to hold. Their recoveries are not done: gui-rec only looks.

    Entering raises TransitionError where the screen is not the recorded one before the block, which then does not
    run; leaving raises it where the screen after it is not, unless the block itself raised.
    """
    mode = SETTINGS.record if record is None else _one_of(RecordMode, "record", record)
    folder = SETTINGS.recordings if recordings is None else Path(recordings)
    files = (rules,) if isinstance(rules, str | Path) else tuple(rules)
    how = How(
        tolerance=_one_of(Tolerance, "tolerance", tolerance),
        timeout_s=_seconds(timeout_s),
        rules=tuple(Path(file) for file in files),
        contexts=(contexts,) if isinstance(contexts, str) else tuple(contexts),
        clock=clock or SystemClock(),
        is_anew=mode is RecordMode.ALL,
    )
    return Transition(device, _checked(name), mode, folder / f"{file_name(name)}{SUFFIX}", how)


def _one_of(members: type[E], option: str, given: str) -> E:
    try:
        return members(given)
    except ValueError:
        known = ", ".join(members)
        raise UsageError(f"transition: {option}: expected one of {known}, got {given!r:.80}") from None


def _seconds(timeout_s: float) -> float:
    if isinstance(timeout_s, bool) or not isinstance(timeout_s, int | float) or not 0 < timeout_s <= MOST_S:
        raise UsageError(f"transition: timeout_s: expected seconds up to {MOST_S:g}, got {timeout_s!r:.80}")
    return timeout_s


def _checked(name: str) -> str:
    if not isinstance(name, str):
        raise UsageError(f"transition: name: expected a text, got {name!r:.80}")
    if not name.strip() or len(name) > _MOST_NAME or not file_name(name):
        raise UsageError(f"transition: expected a name of 1 to {_MOST_NAME} characters, got {name[:200]!r}")
    return name


def file_name(name: str) -> str:
    """The name as that of a file: letters, digits and `-`, in any script."""
    return _NOT_IN_A_NAME.sub("-", name.casefold()).strip("-")


@dataclass(slots=True)
class Transition:
    """What `transition` gives. After the block `report` is the judged step; None for one that was recorded."""

    driver: object
    name: str
    mode: RecordMode
    file: Path
    how: How
    report: StepReport | None = None
    _opened: Opened | None = None
    _work: Recording | Judging | None = None

    def __enter__(self) -> Transition:
        if self._work is not None:
            raise UsageError(
                f"transition {self.name!r}: its block is open already; make another one for a block within"
            )
        known = self._known()
        opened = self._opened = open_driver(self.driver)
        block = Block(self.name, self.file, opened.device, self.how)
        try:
            self._work = Recording(block) if known is None else Judging(block, *known)
            self._told(self._work.before())
        except BaseException:
            self._work = None
            opened.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._opened is not None
        assert self._work is not None
        work, self._work = self._work, None
        try:
            if kind is None:
                self._told(work.after())
        finally:
            self._opened.close()

    def _told(self, report: StepReport | None) -> None:
        self.report = report
        if report is not None and not report.ok:
            raise TransitionError(self.name, report)

    def _known(self) -> tuple[EpisodeRecord, Step] | None:
        """The recorded transition; None where it is to be recorded now."""
        if self.mode is RecordMode.ALL or (self.mode is RecordMode.MISSING and not self.file.exists()):
            return None
        if not self.file.exists():
            raise UsageError(
                f"transition {self.name!r}: nothing is recorded at {self.file}; record it once by "
                'transition(..., record="missing") or pytest --gui-rec-record=missing'
            )
        opened = open_trajectories(self.file)
        steps = tuple(opened.steps())
        if len(opened.episodes) != 1 or len(steps) != 1:
            found = f"{len(opened.episodes)} episode(s) with {len(steps)} step(s)"
            raise InputError(f"{self.file}: expected one episode with one step, got {found}")
        if opened.episodes[0].info.goal != self.name:
            raise UsageError(
                f"transition {self.name!r}: {self.file} is the recording of "
                f"{opened.episodes[0].info.goal!r}; give one of them another name"
            )
        return opened.episodes[0], steps[0]
