"""The two things that a transition's block can be: recorded, or held against its recording."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from gui_rec._clock import Clock, Deadline
from gui_rec._files import path_text
from gui_rec.capture.identity import named, serial_id
from gui_rec.capture.observe import Observer
from gui_rec.capture.privacy.masker import Masker
from gui_rec.capture.privacy.rules import MaskRules, from_texts, to_texts
from gui_rec.capture.settle import SettleConfig, Settled, settle
from gui_rec.device._api import Device
from gui_rec.errors import DeviceLostError, DeviceUnavailableError, StoreError, UsageError
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
from gui_rec.replayer.rules.book import check_contexts, read_rule_files, rules_for
from gui_rec.replayer.rules.given import Given
from gui_rec.replayer.volatile import Volatile, still_moving
from gui_rec.replayer.waiting import Looks, Wanted, is_trouble, is_whole, looks_recorded, wait_for
from gui_rec.store.ids import new_ulid
from gui_rec.store.reader import EpisodeRecord
from gui_rec.store.recording import RecordingWriter
from gui_rec.testing.transition_report import write_transition
from gui_rec.testing.verdicts import HEARD, RECORDED, SETTINGS, TransitionVerdict

_GAPS_S = (0.0, 0.1, 0.25, 0.5, 1.0)


@dataclass(frozen=True, slots=True)
class How:
    """How a block is looked at and judged; `is_anew` moves an older recording aside."""

    tolerance: Tolerance
    timeout_s: float
    rules: tuple[Path, ...]
    contexts: tuple[str, ...]
    clock: Clock
    is_anew: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a test: its name, where its recording lies, the phone, and how."""

    name: str
    file: Path
    device: Device
    how: How


@dataclass(slots=True)
class Recording:
    """The block is recorded: rest, block, rest."""

    block: Block
    _observer: Observer = field(init=False)
    _pre: Observation | None = None

    def before(self) -> None:
        """Look at the screen at rest."""
        how = self.block.how
        self._observer = Observer(self.block.device, how.clock, masker=Masker(MaskRules()))
        self._pre = settle(
            self._observer, how.clock, SettleConfig(timeout_s=how.timeout_s), before=None
        ).observation

    def after(self) -> None:
        """Look at the screen at rest again, and keep both. Raises UsageError for what nothing could be held against."""
        block, how, pre = self.block, self.block.how, self._pre
        assert pre is not None
        found = settle(self._observer, how.clock, SettleConfig(timeout_s=how.timeout_s), before=pre)
        _refuse_what_judges_nothing(block.name, pre, found)
        now_us = how.clock.wall_us()
        episode_id = new_ulid(now_us)
        device = block.device
        info = EpisodeInfo(
            episode_id=episode_id,
            source=Source.API.value,
            goal=block.name,
            device=named(device.info(), device.serial, salt=episode_id),
            started_at_us=now_us,
            mask_rules=to_texts(MaskRules()),
        )
        try:
            block.file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{block.file.parent}: cannot be made: {error.strerror or error}") from error
        with RecordingWriter.create(block.file, info, force=how.is_anew) as writer:
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
class Judging:
    """The block is held against its recording."""

    block: Block
    episode: EpisodeRecord
    recorded: Step
    _observer: Observer = field(init=False)
    _volatile: Volatile = field(default_factory=Volatile)
    _started_s: float = 0.0
    _started_us: int = 0
    _pre: Look | None = None
    _circumstances: Circumstances = field(default_factory=Circumstances)

    def before(self) -> StepReport | None:
        """Wait for the recorded screen; the verdict where it does not come, and then the block is not to run."""
        how, device = self.block.how, self.block.device
        masker = Masker(from_texts(self.episode.info.mask_rules))
        self._observer = Observer(device, how.clock, masker=masker)
        self._started_s, self._started_us = how.clock.monotonic_s(), how.clock.wall_us()
        files = read_rule_files(how.rules)
        rules = rules_for(files, self.recorded, self.episode.info.episode_id, self.block.name)
        given = Given(rules, contexts=check_contexts(files, how.contexts))
        try:
            self._circumstances = Circumstances(
                tolerance=how.tolerance,
                given=given,
                recorded_locale=self.episode.info.device.locale,
                seen_locale=device.info().locale,
            )
            pre = self._pre = self._await_pre()
        except (DeviceLostError, DeviceUnavailableError) as error:
            return self._concluded(_lost(self.block.device, error))
        judged = judge_pre(
            self.recorded, pre.seen, replace(self._circumstances, volatile=self._volatile.of(pre))
        )
        return None if judged.verdict.successful else self._concluded(Outcome(judged, seen=pre.seen))

    def after(self) -> StepReport:
        """Wait for the recorded screen after the block; the verdict."""
        assert self._pre is not None
        self._started_s = self.block.how.clock.monotonic_s()
        try:
            outcome = self._outcome(self._pre)
        except (DeviceLostError, DeviceUnavailableError) as error:
            outcome = _lost(self.block.device, error)
        return self._concluded(outcome)

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
            settled=found.settled or wanted.is_met_by(post),
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

    def _concluded(self, outcome: Outcome) -> StepReport:
        """The verdict, told to whoever collects them and written where that is asked for."""
        block, how = self.block, self.block.how
        episode_id = self.episode.info.episode_id
        frame = RunFrame(new_ulid(self._started_us), episode_id, serial_id(block.device.serial, episode_id))
        elapsed_ms = round((how.clock.monotonic_s() - self._started_s) * 1000)
        report = replace(step_report(frame, self.recorded, outcome, elapsed_ms), action=block.name)
        folder = None
        if SETTINGS.report is not None:
            run = self._run(frame, report)
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
        return report

    def _run(self, frame: RunFrame, report: StepReport) -> RunReport:
        return RunReport(
            run_id=frame.run_id,
            recording=path_text(self.block.file),
            episode_id=frame.episode_id,
            goal=self.block.name,
            device=frame.device,
            tolerance=self.block.how.tolerance.value,
            started_at_us=self._started_us,
            ended_at_us=self.block.how.clock.wall_us(),
            steps=(report,),
            not_run=0,
            replayed_episode_id=None,
        )


def _lost(device: Device, error: Exception) -> Outcome:
    """The device's serial is not told: it says who somebody is."""
    told = str(error).replace(device.serial, "the device")
    return Outcome(failure(Verdict.UNKNOWN, Code.DEVICE_LOST, told, "device"))
