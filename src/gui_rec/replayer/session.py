"""Replay a recorded episode on a device, step by step, and judge each transition."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from gui_rec._clock import Clock, Deadline, SystemClock
from gui_rec.capture.observe import Observer
from gui_rec.capture.settle import SettleConfig
from gui_rec.capture.steps import StepConfig, StepRunner
from gui_rec.device._api import Device
from gui_rec.errors import (
    ActionUnsupportedError,
    DeviceError,
    DeviceLostError,
    DeviceUnavailableError,
    TextUnsupportedError,
    UsageError,
)
from gui_rec.model.action_fields import to_fields
from gui_rec.model.actions import Action, Key, OpenApp, OpenUrl
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason, Source
from gui_rec.model.observation import Observation, StateKey
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, StepVerdict, Verdict
from gui_rec.model.words import action_words
from gui_rec.replayer.checks._api import CheckResult
from gui_rec.replayer.config import OnMismatch, ReplayConfig
from gui_rec.replayer.judge import Circumstances, Judgement, judge, judge_pre
from gui_rec.replayer.locate import Located, NotLocated, locate, target_label
from gui_rec.replayer.looks import Look, attention, only_attention_moves
from gui_rec.replayer.report import RunReport, StepReport
from gui_rec.replayer.volatile import changed_by_itself, keeps_changing, still_moving
from gui_rec.replayer.waiting import Looks, is_recorded, is_trouble, looks_recorded, wait_for
from gui_rec.store.ids import new_ulid
from gui_rec.store.reader import EpisodeRecord, Recording, open_trajectories
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.side_tables import append_verdicts


def replay(
    recording: Path,
    device: Device,
    config: ReplayConfig | None = None,
    *,
    clock: Clock | None = None,
    on_step: Callable[[StepReport], None] | None = None,
) -> RunReport:
    """Replay one episode of `recording` on `device`; `on_step` hears of each step as it is judged.

    Every step waits (bounded) for its recorded pre-state, finds its target again, acts at most once, and
    is judged by the post-state; `on_step` hears of each at once. A device that is lost in the middle ends the run with the code
    DEVICE_LOST in the report. Raises StoreError for a damaged recording, UsageError for an episode or
    range that is not there, DeviceError when the device cannot be used at all.
    """
    chosen = config or ReplayConfig()
    opened = open_trajectories(recording)
    episode = _episode(opened, chosen.episode)
    steps = [step for step in opened.steps(episode.info.episode_id) if not step.withdrawn]
    run = _Run(recording, episode, tuple(steps), device, chosen, clock or SystemClock(), on_step)
    return run.run()


def _episode(opened: Recording, wanted: str | None) -> EpisodeRecord:
    known = [episode.info.episode_id for episode in opened.episodes]
    if wanted is None and len(known) == 1:
        return opened.episodes[0]
    for episode in opened.episodes:
        if episode.info.episode_id == wanted:
            return episode
    asked = "several episodes and none named" if wanted is None else f"no episode {wanted!r}"
    raise UsageError(f"replay: {asked}; this recording holds {', '.join(known) or 'none'}")


@dataclass(slots=True)
class _Outcome:
    """What one step came to."""

    judgement: Judgement
    replayed: Step | None = None
    located: Located | None = None


@dataclass(slots=True)
class _Run:
    recording: Path
    episode: EpisodeRecord
    steps: tuple[Step, ...]
    device: Device
    config: ReplayConfig
    clock: Clock
    on_step: Callable[[StepReport], None] | None = None
    run_id: str = ""
    volatile: frozenset[str] = frozenset()
    last: Look | None = None  # the last post-state, already waited for
    locale: str | None = None
    reports: list[StepReport] = field(default_factory=list)

    def run(self) -> RunReport:
        chosen = self._range()
        started_at_us = self.clock.wall_us()
        self.run_id = new_ulid(started_at_us)
        writer = self._writer(started_at_us)
        observer = Observer(self.device, self.clock)
        settle = SettleConfig(timeout_s=self.config.timeout_s)
        runner = StepRunner(self.device, observer, self.clock, StepConfig(settle))
        reason = EndReason.INTERRUPTED
        try:
            for position, step in enumerate(chosen):
                outcome = self._step(step, chosen[position + 1 :], observer, runner)
                if writer is not None and outcome.replayed is not None:
                    writer.append(outcome.replayed)
                if not self.reports[-1].ok and self._must_stop(outcome.judgement):
                    break
            reason = self._end_reason()
        finally:
            if writer is not None:
                writer.finish(EpisodeEnd(reason, self.clock.wall_us(), outcome=self._word()))
        return self._report(started_at_us, len(chosen), writer)

    def _range(self) -> tuple[Step, ...]:
        first, last = self.config.from_step, self.config.until_step
        chosen = tuple(
            step
            for step in self.steps
            if (first is None or step.index >= first) and (last is None or step.index <= last)
        )
        if not chosen:
            raise UsageError(
                f"replay: no steps from {first} until {last}; episode {self.episode.info.episode_id} "
                f"has {len(self.steps)}"
            )
        return chosen

    def _writer(self, now_us: int) -> RecordingWriter | None:
        info = self.device.info()
        self.locale = info.locale
        if self.config.report_dir is None:
            return None
        source = self.episode.info
        mine = EpisodeInfo(
            episode_id=new_ulid(now_us),
            source=Source.REPLAY.value,
            goal=source.goal,
            task_id=source.task_id,
            device=info,
            started_at_us=now_us,
            mask_rules=source.mask_rules,
            recorder=f"replay of {source.episode_id}",
        )
        return RecordingWriter.create(self.config.report_dir / "run", mine, force=self.config.force)

    def _step(self, step: Step, rest: tuple[Step, ...], observer: Observer, runner: StepRunner) -> _Outcome:
        started_s = self.clock.monotonic_s()
        later = tuple((s.index, s.pre.state_key) for s in rest if s.pre.state_key is not None)
        try:
            outcome = self._replay_step(step, later, observer, runner)
        except (DeviceLostError, DeviceUnavailableError) as error:
            outcome = _Outcome(_failure(Verdict.UNKNOWN, Code.DEVICE_LOST, str(error), "device"))
        elapsed_ms = round((self.clock.monotonic_s() - started_s) * 1000)
        self.reports.append(self._step_report(step, outcome, elapsed_ms))
        if self.on_step is not None:
            self.on_step(self.reports[-1])
        return outcome

    def _replay_step(
        self, step: Step, later: tuple[tuple[int, StateKey], ...], observer: Observer, runner: StepRunner
    ) -> _Outcome:
        how = Circumstances(
            tolerance=self.config.tolerance,
            later=later,
            recorded_locale=self.episode.info.device.locale,
            seen_locale=self.locale,
        )
        pre = self._await_pre(step, observer)
        how = replace(how, volatile=self.volatile)
        before = judge_pre(step, pre.seen, how)
        starts_anew = not _needs_its_screen(step.action)
        if not before.verdict.successful and not starts_anew and not self._may_go_on(before):
            return _Outcome(before)
        located = locate(step, pre)
        if isinstance(located, NotLocated):
            numbers = {"candidates": "; ".join(located.candidates) or None}
            blind = located.code is Code.OBSERVATION_FAILED
            verdict = Verdict.UNKNOWN if blind else Verdict.MISMATCH
            return _Outcome(_failure(verdict, located.code, located.detail, "locate", before, numbers))
        outcome = self._act(step, pre, located, observer, runner, how)
        if not before.verdict.successful and not starts_anew:
            # It was gone on with from another screen than recorded: that stays the step's verdict.
            outcome.judgement = before
        return outcome

    def _await_pre(self, step: Step, observer: Observer) -> Look:
        """The recorded pre-state, or the last look when time is up."""
        expected = Look.of(step.pre)
        looks = Looks()
        first = looks.add(observer.observe())
        waited = self.last is not None and self.last.key is not None and self.last.key == first.key
        if is_recorded(expected, first) or waited or not _needs_its_screen(step.action):
            return first
        deadline = Deadline.after(self.clock, self.config.timeout_s)
        last = wait_for(observer, self.clock, expected, looks, deadline, self.config.gaps_s)
        if is_recorded(expected, last):
            self.volatile |= changed_by_itself(looks.kept[-3:]) if len(looks.kept) > 2 else frozenset()
        else:
            self.volatile |= keeps_changing(looks.kept)
        return last

    def _may_go_on(self, before: Judgement) -> bool:
        """After a mismatch of the page, `continue` tries the step all the same; trouble is never touched."""
        page_codes = (Code.SCREEN_MISMATCH, Code.START_STATE_MISMATCH)
        return self.config.on_mismatch is OnMismatch.CONTINUE and before.code in page_codes

    def _act(
        self,
        step: Step,
        pre: Look,
        located: Located,
        observer: Observer,
        runner: StepRunner,
        how: Circumstances,
    ) -> _Outcome:
        expected = Look.of(step.post)
        looks = Looks()
        deadline = Deadline.after(self.clock, self.config.timeout_s)

        def arrived(observation: Observation) -> bool:
            look = looks.add(observation)
            return looks_recorded(expected, look) or is_trouble(expected, look)

        try:
            done = runner.run(
                located.action,
                pre=pre.seen,
                until=arrived,
                operation=step.operation,
                operation_source=step.operation_source,
            )
        except (ActionUnsupportedError, TextUnsupportedError) as error:
            code = (
                Code.TEXT_UNSUPPORTED if isinstance(error, TextUnsupportedError) else Code.ACTION_UNSUPPORTED
            )
            return _Outcome(_failure(Verdict.MISMATCH, code, str(error), "perform"), located=located)
        except (DeviceLostError, DeviceUnavailableError):
            raise
        except DeviceError as error:
            return _Outcome(
                _failure(Verdict.MISMATCH, Code.ACTION_FAILED, str(error), "perform"), located=located
            )
        return self._judge_post(step, done, pre, located, looks, deadline, observer, how)

    def _judge_post(
        self,
        step: Step,
        done: Step,
        pre: Look,
        located: Located,
        looks: Looks,
        deadline: Deadline,
        observer: Observer,
        how: Circumstances,
    ) -> _Outcome:
        expected, post = Look.of(step.post), Look.of(done.post)
        if done.result_code == Code.DEVICE_LOST:
            detail = done.result_detail or "the device went away after the action was sent"
            return _Outcome(_failure(Verdict.UNKNOWN, Code.DEVICE_LOST, detail, "device"), done, located)
        focus_only = only_attention_moves(Look.of(step.pre), expected)
        arrived = is_recorded(expected, post) and not (focus_only and attention(post) != attention(expected))
        if not arrived and not is_trouble(expected, post):
            # What moves by itself may come round to the recorded state: look on until time is up.
            post = wait_for(
                observer,
                self.clock,
                expected,
                looks,
                deadline,
                self.config.gaps_s,
                with_attention=focus_only,
            )
            done = replace(done, post=post.seen)
        self.volatile |= keeps_changing(looks.kept)
        self.last = post
        how = replace(
            how,
            volatile=self.volatile,
            settled=bool(done.settled) or is_recorded(expected, post),
            moving=still_moving(looks.kept),
            flags=done.flags,
            result_code=done.result_code,
            result_detail=done.result_detail,
        )
        judged = judge(step, pre.seen, post.seen, how)
        done = replace(done, result_code=judged.code.value, result_detail=judged.detail or done.result_detail)
        return _Outcome(judged, done, located)

    def _must_stop(self, judgement: Judgement) -> bool:
        always = judgement.code in (Code.TARGET_AMBIGUOUS, Code.DEVICE_LOST)
        return always or self.config.on_mismatch is OnMismatch.STOP

    def _step_report(self, step: Step, outcome: _Outcome, elapsed_ms: int) -> StepReport:
        judged = outcome.judgement
        evidence = {
            **judged.evidence,
            "located": None if outcome.located is None else _located_record(outcome.located),
            "elapsed_ms": elapsed_ms,
        }
        row = StepVerdict(
            run_id=self.run_id,
            episode_id=self.episode.info.episode_id,
            step_index=step.index,
            device=self.device.serial,
            verdict=judged.verdict,
            code=judged.code,
            detail=judged.detail,
            confidence=judged.confidence,
            outcome=judged.outcome,
            evidence=json.dumps(evidence, ensure_ascii=False, sort_keys=True),
            replayed_episode_id=None,
        )
        deciding = judged.deciding
        return StepReport(
            index=step.index,
            action=action_words(step.action),
            target=None if step.target is None else target_label(step.target),
            verdict=row,
            acted=outcome.replayed is not None,
            located=None if outcome.located is None else outcome.located.how,
            decided_by=None if deciding is None else deciding.name,
            expected=_screen(step.post if outcome.replayed is not None else step.pre),
            seen=_seen(judged),
            numbers={} if deciding is None else deciding.numbers,
            elapsed_ms=elapsed_ms,
        )

    def _end_reason(self) -> EndReason:
        if self.reports[-1].verdict.code is Code.DEVICE_LOST:
            return EndReason.DEVICE_LOST
        return EndReason.FINISHED if all(report.ok for report in self.reports) else EndReason.STOPPED

    def _word(self) -> str | None:
        return "success" if self.reports and all(report.ok for report in self.reports) else "failure"

    def _report(self, started_at_us: int, planned: int, writer: RecordingWriter | None) -> RunReport:
        replayed = None if writer is None else writer.episode_id
        steps = tuple(
            replace(report, verdict=replace(report.verdict, replayed_episode_id=replayed))
            for report in self.reports
        )
        report = RunReport(
            run_id=self.run_id,
            recording=str(self.recording),
            episode_id=self.episode.info.episode_id,
            goal=self.episode.info.goal,
            device=self.device.serial,
            tolerance=self.config.tolerance.value,
            started_at_us=started_at_us,
            ended_at_us=self.clock.wall_us(),
            steps=steps,
            not_run=planned - len(steps),
            replayed_episode_id=replayed,
        )
        if self.config.write_verdicts:
            append_verdicts(self.recording, [step.verdict for step in steps])
        if self.config.report_dir is not None:
            report.write(self.config.report_dir)
        return report


def _needs_its_screen(action: Action) -> bool:
    """Opening an app or an address, and going home, start from wherever one is."""
    return not (isinstance(action, OpenApp | OpenUrl) or (isinstance(action, Key) and action.code == "HOME"))


def _failure(
    verdict: Verdict,
    code: Code,
    detail: str,
    by: str,
    before: Judgement | None = None,
    numbers: dict[str, str | None] | None = None,
) -> Judgement:
    """A judgement that no comparison of states led to."""
    result = CheckResult(by, False, verdict, code, detail, 0.97, numbers or {})
    evidence = {} if before is None else before.evidence
    results = () if before is None else before.results
    return Judgement(verdict, code, detail, 0.97, None, (result, *results), evidence)


def _located_record(located: Located) -> dict[str, object]:
    bounds = None if located.bounds_px is None else list(located.bounds_px.as_tuple())
    return {
        "how": located.how,
        "bounds_px": bounds,
        "confidence": located.confidence,
        "action": to_fields(located.action),
    }


def _screen(observation: Observation) -> str:
    key = observation.state_key
    place = observation.facts.title or observation.activity or observation.package or "a screen"
    return f"{place} ({'no key' if key is None else key.state})"


def _seen(judged: Judgement) -> str:
    side = judged.evidence.get("seen")
    if not isinstance(side, dict):
        return "nothing"
    key = side.get("state_key")
    return f"{side.get('activity') or side.get('package') or 'a screen'} ({key[2] if key else 'no key'})"
