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
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType

from gui_rec._clock import Clock, Deadline, SystemClock
from gui_rec.capture.identity import named, serial_id
from gui_rec.capture.observe import Observer
from gui_rec.capture.privacy.masker import Masker
from gui_rec.capture.privacy.rules import MaskRules, from_texts, to_texts
from gui_rec.capture.settle import SettleConfig, Settled, settle
from gui_rec.errors import DeviceLostError, DeviceUnavailableError, InputError, UsageError
from gui_rec.model.actions import Invalid
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason, Source
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.checks._api import Tolerance
from gui_rec.replayer.guiding import may_end, may_start
from gui_rec.replayer.judge import Circumstances, judge, judge_pre
from gui_rec.replayer.looks import Look
from gui_rec.replayer.outcomes import Outcome, RunFrame, failure, step_report
from gui_rec.replayer.report import RunReport, StepReport
from gui_rec.replayer.rules.book import read_rule_files, rules_for
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.volatile import Volatile, still_moving
from gui_rec.replayer.waiting import (
    Looks,
    Wanted,
    is_recorded,
    is_trouble,
    is_whole,
    looks_recorded,
    wait_for,
)
from gui_rec.store.ids import new_ulid
from gui_rec.store.layout import SUFFIX
from gui_rec.store.reader import EpisodeRecord, open_trajectories
from gui_rec.store.recording import RecordingWriter
from gui_rec.testing.drivers._api import Opened, open_driver
from gui_rec.testing.transition_report import write_transition
from gui_rec.testing.verdicts import HEARD, SETTINGS, RecordMode, TransitionVerdict

_GAPS_S = (0.0, 0.1, 0.25, 0.5, 1.0)
_MOST_NAME = 120
_NOT_IN_A_NAME = re.compile(r"[^\w-]+")
RECORDED = "recorded"


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
    and for the recorded one after it. `rules` are rule files; those for a step of this name hold.

    Entering raises TransitionError where the screen is not the recorded one before the block, which then does not
    run; leaving raises it where the screen after it is not, unless the block itself raised.
    """
    mode = SETTINGS.record if record is None else _mode(record)
    folder = SETTINGS.recordings if recordings is None else Path(recordings)
    files = (rules,) if isinstance(rules, str | Path) else tuple(rules)
    how = _How(Tolerance(tolerance), timeout_s, tuple(Path(file) for file in files), clock or SystemClock())
    return Transition(device, _checked(name), mode, folder / f"{file_name(name)}{SUFFIX}", how)


def _mode(text: str) -> RecordMode:
    try:
        return RecordMode(text)
    except ValueError:
        known = ", ".join(RecordMode)
        raise UsageError(f"transition: record: expected one of {known}, got {text!r}") from None


def _checked(name: str) -> str:
    if not name.strip() or len(name) > _MOST_NAME or not file_name(name):
        raise UsageError(f"transition: expected a name of 1 to {_MOST_NAME} characters, got {name[:200]!r}")
    return name


def file_name(name: str) -> str:
    """The name as that of a file: letters, digits and `-`, in any script."""
    return _NOT_IN_A_NAME.sub("-", name.casefold()).strip("-")


@dataclass(frozen=True, slots=True)
class _How:
    tolerance: Tolerance
    timeout_s: float
    rules: tuple[Path, ...]
    clock: Clock


@dataclass(slots=True)
class Transition:
    """What `transition` gives. After the block `report` is the judged step; None for one that was recorded."""

    driver: object
    name: str
    mode: RecordMode
    file: Path
    how: _How
    report: StepReport | None = None
    _opened: Opened | None = None
    _work: _Recording | _Judging | None = None

    def __enter__(self) -> Transition:
        known = self._known()
        self._opened = open_driver(self.driver)
        try:
            if known is None:
                self._work = _Recording(self)
            else:
                self._work = _Judging(self, *known)
            self._work.before()
        except BaseException:
            self._opened.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._opened is not None
        assert self._work is not None
        try:
            if kind is None:
                self._work.after()
        finally:
            self._opened.close()

    @property
    def opened(self) -> Opened:
        """The phone, while the block runs."""
        assert self._opened is not None
        return self._opened

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


@dataclass(slots=True)
class _Recording:
    """The block is recorded: rest, block, rest."""

    block: Transition
    _observer: Observer = field(init=False)
    _pre: Observation | None = None

    def before(self) -> None:
        how = self.block.how
        self._observer = Observer(self.block.opened.device, how.clock, masker=Masker(MaskRules()))
        self._pre = settle(
            self._observer, how.clock, SettleConfig(timeout_s=how.timeout_s), before=None
        ).observation

    def after(self) -> None:
        block, how, pre = self.block, self.block.how, self._pre
        assert pre is not None
        found = settle(self._observer, how.clock, SettleConfig(timeout_s=how.timeout_s), before=pre)
        _refuse_what_judges_nothing(block.name, pre, found)
        now_us = how.clock.wall_us()
        episode_id = new_ulid(now_us)
        device = block.opened.device
        info = EpisodeInfo(
            episode_id=episode_id,
            source=Source.API.value,
            goal=block.name,
            device=named(device.info(), device.serial, salt=episode_id),
            started_at_us=now_us,
            mask_rules=to_texts(MaskRules()),
        )
        block.file.parent.mkdir(parents=True, exist_ok=True)
        is_anew = block.mode is RecordMode.ALL
        with RecordingWriter.create(block.file, info, force=is_anew) as writer:
            writer.append(_step(block.name, pre, found))
            writer.finish(EpisodeEnd(EndReason.FINISHED, how.clock.wall_us()))
        told = f"recorded in {block.file}"
        HEARD.append(
            TransitionVerdict(block.name, RECORDED, Code.OK.value, told, 1.0, None, found.settle_ms, None)
        )


def _refuse_what_judges_nothing(name: str, pre: Observation, found: Settled) -> None:
    """A screen that was not seen, or never came to rest, is nothing that a later run could be judged by."""
    if not found.settled:
        raise UsageError(
            f"transition {name!r}: not recorded; the screen did not come to rest within its timeout_s, so nothing can "
            "be held against it later"
        )
    for which, seen in (("before", pre), ("after", found.observation)):
        if not seen.is_usable:
            reasons = ", ".join(f"{item.column}: {item.reason}" for item in seen.missing)
            raise UsageError(
                f"transition {name!r}: not recorded; the screen {which} it was not seen ({reasons})"
            )


def _step(name: str, pre: Observation, found: Settled) -> Step:
    return Step(
        index=0,
        pre=pre,
        action=Invalid(raw=name, reason="done by a test's own code"),
        post=found.observation,
        operation=name,
        operation_source="test",
        settled=found.settled,
        settle_ms=found.settle_ms,
        flags=tuple(dict.fromkeys((*pre.flags, *found.observation.flags))),
    )


@dataclass(slots=True)
class _Judging:
    """The block is held against its recording."""

    block: Transition
    episode: EpisodeRecord
    recorded: Step
    _observer: Observer = field(init=False)
    _volatile: Volatile = field(default_factory=Volatile)
    _started_s: float = 0.0
    _started_us: int = 0
    _pre: Look | None = None
    _circumstances: Circumstances = field(default_factory=Circumstances)

    def before(self) -> None:
        """Wait for the recorded screen. Raises TransitionError where it does not come."""
        how, device = self.block.how, self.block.opened.device
        masker = Masker(from_texts(self.episode.info.mask_rules))
        self._observer = Observer(device, how.clock, masker=masker)
        self._started_s, self._started_us = how.clock.monotonic_s(), how.clock.wall_us()
        rules = rules_for(
            read_rule_files(how.rules), self.recorded, self.episode.info.episode_id, self.block.name
        )
        try:
            self._circumstances = Circumstances(
                tolerance=how.tolerance,
                given=Given(rules),
                recorded_locale=self.episode.info.device.locale,
                seen_locale=device.info().locale,
            )
            pre = self._pre = self._await_pre()
        except (DeviceLostError, DeviceUnavailableError) as error:
            self._conclude(_lost(error))
            return
        judged = judge_pre(
            self.recorded, pre.seen, replace(self._circumstances, volatile=self._volatile.of(pre))
        )
        if not judged.verdict.successful:
            self._conclude(Outcome(judged, seen=pre.seen))

    def after(self) -> None:
        """Wait for the recorded screen after the block, and judge. Raises TransitionError."""
        assert self._pre is not None
        self._started_s = self.block.how.clock.monotonic_s()
        try:
            outcome = self._outcome(self._pre)
        except (DeviceLostError, DeviceUnavailableError) as error:
            outcome = _lost(error)
        self._conclude(outcome)

    def _outcome(self, pre: Look) -> Outcome:
        how, expected, looks = self.block.how, Look.of(self.recorded.post), Looks()
        deadline = Deadline.after(how.clock, how.timeout_s)
        also = may_end(self.recorded, pre, self._circumstances.given)

        def arrived(observation: Observation) -> bool:
            look = looks.add(observation)
            return looks_recorded(expected, look) or is_trouble(expected, look) or also(look)

        settling = SettleConfig(timeout_s=how.timeout_s)
        found = settle(self._observer, how.clock, settling, before=pre.seen, until=arrived)
        post, wanted = Look.of(found.observation), Wanted(expected, also=also)
        is_there = found.accepted or (
            wanted.is_met_by(post) and (found.settled or is_whole(self._observer, wanted, Looks(), post))
        )
        if not is_there and not is_trouble(expected, post):
            post = wait_for(self._observer, how.clock, wanted, looks, deadline, _GAPS_S)
            self._volatile.learn(looks.kept)
        made = replace(_step(self.block.name, pre.seen, found), post=post.seen)
        circumstances = replace(
            self._circumstances,
            volatile=self._volatile.of(post),
            settled=found.settled or is_recorded(expected, post),
            moving=still_moving(looks.kept),
            flags=made.flags,
        )
        judged = judge(self.recorded, pre.seen, post.seen, circumstances)
        return Outcome(judged, replace(made, result_code=judged.code.value, result_detail=judged.detail))

    def _await_pre(self) -> Look:
        how, looks = self.block.how, Looks()
        deadline = Deadline.after(how.clock, how.timeout_s)
        also = may_start(self.recorded, self._circumstances.given)
        wanted = Wanted(Look.of(self.recorded.pre), also=also)
        last = wait_for(self._observer, how.clock, wanted, looks, deadline, _GAPS_S)
        self._volatile.learn(looks.kept)
        return last

    def _conclude(self, outcome: Outcome) -> None:
        """Tell the verdict to whoever collects them. Raises TransitionError for a failure."""
        block, how = self.block, self.block.how
        episode_id = self.episode.info.episode_id
        frame = RunFrame(
            new_ulid(self._started_us), episode_id, serial_id(block.opened.device.serial, episode_id)
        )
        elapsed_ms = round((how.clock.monotonic_s() - self._started_s) * 1000)
        judged = step_report(frame, self.recorded, outcome, elapsed_ms)
        report = block.report = replace(judged, action=block.name)
        run = RunReport(
            run_id=frame.run_id,
            recording=str(block.file),
            episode_id=episode_id,
            goal=block.name,
            device=frame.device,
            tolerance=how.tolerance.value,
            started_at_us=self._started_us,
            ended_at_us=how.clock.wall_us(),
            steps=(report,),
            not_run=0,
            replayed_episode_id=None,
        )
        folder = None
        if SETTINGS.report is not None:
            folder = write_transition(run, self.recorded, outcome.replayed, SETTINGS.report, SETTINGS.test)
        row = report.verdict
        HEARD.append(
            TransitionVerdict(
                block.name,
                row.verdict.value,
                row.code.value,
                row.detail,
                row.confidence,
                None if report.ok else report.line,
                elapsed_ms,
                None if folder is None else str(folder),
            )
        )
        if not report.ok:
            raise TransitionError(block.name, report)


def _lost(error: Exception) -> Outcome:
    return Outcome(failure(Verdict.UNKNOWN, Code.DEVICE_LOST, str(error), "device"))
