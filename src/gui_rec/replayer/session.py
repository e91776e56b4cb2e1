"""Replay a recorded episode on a device, step by step, and judge each transition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gui_rec._clock import Clock, SystemClock
from gui_rec._files import path_text
from gui_rec.capture.identity import named, serial_id
from gui_rec.device._api import Device
from gui_rec.errors import UsageError
from gui_rec.model.display_name import display_number
from gui_rec.model.episode import DeviceInfo, EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason, Source
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.asking import NEVER_ASKED, Answer, Ask, Choice
from gui_rec.replayer.config import OnMismatch, ReplayConfig, Speed
from gui_rec.replayer.elsewhere import LIKE_THERE, Elsewhere
from gui_rec.replayer.foresee import refuse_coordinates, refused_actions
from gui_rec.replayer.outcomes import Outcome, RunFrame, failure, question, step_report
from gui_rec.replayer.pace import Pace
from gui_rec.replayer.plan import ReplayPlan, plan_replay
from gui_rec.replayer.report import RunReport, StepReport
from gui_rec.replayer.stepping import StepReplayer
from gui_rec.store.ids import new_ulid
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.side_tables import append_verdicts


def replay(
    recording: Path,
    device: Device,
    config: ReplayConfig | None = None,
    *,
    clock: Clock | None = None,
    on_step: Callable[[StepReport], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
    ask: Ask | None = None,
) -> RunReport:
    """Replay one episode of `recording` on `device`; `on_step` hears of each step as it is judged, `ask` decides
    about those that failed where the config says so.

    Before each step `stop()` is asked; when it is true the run ends with KeyboardInterrupt, after the step in hand.

    Every step waits (bounded) for its recorded pre-state, finds its target again, acts at most once, and
    is judged by the post-state. A device that is lost in the middle ends the run with the code
    DEVICE_LOST in the report. Verdicts and steps that were made are kept even when the run is
    interrupted. Raises StoreError for a damaged recording, UsageError for an episode or range that is not
    there, a withheld text that is not given, a recording of another display or coordinates without a target on a
    screen of another size, DeviceError when the device cannot be used or brought to the start at all.
    What the device cannot perform is found before the first step; then none is, and the report says which.

    The recording's mask rules are applied to every live screen before anything is compared or kept.
    """
    plan = plan_replay(open_trajectories(recording), config or ReplayConfig())
    if plan.config.on_mismatch is OnMismatch.ASK and ask is None:
        raise UsageError("replay: on_mismatch `ask`: expected somebody to ask, got none; give ask=...")
    return _Run(recording, plan, device, clock or SystemClock(), on_step, ask, stop).run()


@dataclass(slots=True)
class _Run:
    recording: Path
    plan: ReplayPlan
    device: Device
    clock: Clock
    on_step: Callable[[StepReport], None] | None
    ask: Ask | None = None
    stop: Callable[[], bool] = lambda: False
    elsewhere: Elsewhere = LIKE_THERE
    restored: str | None = None
    reports: list[StepReport] = field(default_factory=list)
    replayed_id: str | None = None

    @property
    def config(self) -> ReplayConfig:
        return self.plan.config

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.plan.steps

    @property
    def source(self) -> EpisodeInfo:
        """The recorded episode."""
        return self.plan.episode.info

    def run(self) -> RunReport:
        started_at_us = self.clock.wall_us()
        info = self.device.info()
        refuse_another_display(self.source, info, self.config)
        refused = self._foresee()
        self.elsewhere = Elsewhere.between(self.source.device, info)
        frame = RunFrame(new_ulid(started_at_us), self.source.episode_id, self._device_name())
        if not refused and self.plan.start is not None:
            self.restored = self.plan.start.do(self.device)
        writer = None if refused else self._writer(info, started_at_us)
        reason = EndReason.INTERRUPTED
        try:
            if refused:
                self._tell_refused(refused, frame)
            else:
                self._replay_all(self._stepping(info), frame, writer)
            reason = self._end_reason()
        finally:
            self._close(writer, reason)
            report = self._report(frame.run_id, started_at_us)
            self._keep(report)
        return report

    def _foresee(self) -> dict[int, str]:
        """What the device cannot perform. Raises UsageError for coordinates that mean nothing on its screen."""
        shown = self.device.display()
        refuse_coordinates(self.steps, shown.size, shown.rotation, scale=self.config.scale)
        return refused_actions(self.steps, self.device)

    def _tell_refused(self, refused: Mapping[int, str], frame: RunFrame) -> None:
        for step in self.steps:
            if step.index in refused:
                judged = failure(Verdict.MISMATCH, Code.ACTION_UNSUPPORTED, refused[step.index], "foresee")
                self._add(step_report(frame, step, Outcome(judged), 0))

    def _stepping(self, info: DeviceInfo) -> StepReplayer:
        stepping = StepReplayer(
            self.device,
            self.clock,
            self.config,
            self.source.device.locale,
            info.locale,
            masks=self.plan.masks,
            device_name=self._device_name(),
            elsewhere=self.elsewhere,
            parameters=self.plan.parameters,
            ask=self.ask,
            guide=self.plan.guide,
        )
        stepping.remember(self.plan.earlier)
        return stepping

    def _device_name(self) -> str:
        """The recording's own way of naming: the serial where it keeps serials, else its salted hash."""
        recorded, serial = self.source.device.serial_id, self.device.serial
        return serial if recorded == serial else serial_id(serial, self.source.episode_id)

    def _writer(self, info: DeviceInfo, now_us: int) -> RecordingWriter | None:
        if self.config.report_dir is None:
            return None
        source = self.source
        self.replayed_id = new_ulid(now_us)
        mine = EpisodeInfo(
            episode_id=self.replayed_id,
            source=Source.REPLAY.value,
            goal=source.goal,
            task_id=source.task_id,
            device=named(info, self.device.serial, salt=source.episode_id),
            started_at_us=now_us,
            mask_rules=source.mask_rules,
            recorder=f"replay of {source.episode_id}",
        )
        return RecordingWriter.create(self.config.report_dir / "run", mine, force=self.config.force)

    def _replay_all(self, stepping: StepReplayer, frame: RunFrame, writer: RecordingWriter | None) -> None:
        pace = Pace(self.clock, self.config.longest_pause_s) if self.config.speed is Speed.RECORDED else None
        for position, step in enumerate(self.steps):
            if self.stop():
                raise KeyboardInterrupt
            if pace is not None:
                pace.wait(step)
            started_s = self.clock.monotonic_s()
            outcome = stepping.replay(step, self.steps[position + 1 :])
            elapsed_ms = round((self.clock.monotonic_s() - started_s) * 1000)
            report = step_report(frame, step, outcome, elapsed_ms)
            if writer is not None and outcome.replayed is not None:
                writer.append(outcome.replayed)
            goes_on, answer = (True, None) if report.ok else self._after_failure(step, outcome)
            self._add(report if answer is None else replace(report, answer=answer))
            if not goes_on:
                return

    def _add(self, report: StepReport) -> None:
        row = replace(report.verdict, replayed_episode_id=self.replayed_id)
        self.reports.append(replace(report, verdict=row))
        if self.on_step is not None:
            self.on_step(self.reports[-1])

    def _after_failure(self, step: Step, outcome: Outcome) -> tuple[bool, Answer | None]:
        """Whether the replay goes on, and what a person said."""
        judged, how = outcome.judgement, self.config.on_mismatch
        if judged.code in NEVER_ASKED or how is OnMismatch.STOP:
            return False, None
        if how is OnMismatch.CONTINUE or self.ask is None:
            return True, None
        acted = outcome.replayed is not None
        answer = outcome.answer or self.ask(question(step, judged, acted=acted))
        return answer.choice is not Choice.STOP, answer

    def _end_reason(self) -> EndReason:
        if self.reports[-1].verdict.code is Code.DEVICE_LOST:
            return EndReason.DEVICE_LOST
        return EndReason.FINISHED if self._all_ok() else EndReason.STOPPED

    def _all_ok(self) -> bool:
        return bool(self.reports) and all(report.passes for report in self.reports)

    def _close(self, writer: RecordingWriter | None, reason: EndReason) -> None:
        if writer is not None:
            word = "success" if self._all_ok() and len(self.reports) == len(self.steps) else "failure"
            writer.finish(EpisodeEnd(reason, self.clock.wall_us(), outcome=word))

    def _keep(self, report: RunReport) -> None:
        """Write the report and add the verdict rows, also after an interruption.

        The report first: a recording may lie where nothing can be added beside it.
        """
        if self.reports and self.config.report_dir is not None:
            report.write(self.config.report_dir)
        if self.reports and self.config.write_verdicts:
            append_verdicts(self.recording, [step.verdict for step in self.reports])

    def _report(self, run_id: str, started_at_us: int) -> RunReport:
        return RunReport(
            run_id=run_id,
            recording=path_text(self.recording),
            episode_id=self.source.episode_id,
            goal=self.source.goal,
            device=self._device_name(),
            tolerance=self.config.tolerance.value,
            started_at_us=started_at_us,
            ended_at_us=self.clock.wall_us(),
            steps=tuple(self.reports),
            not_run=len(self.steps) - len(self.reports),
            replayed_episode_id=self.replayed_id,
            elsewhere=self.elsewhere.words(),
            restored=self.restored,
            speed=self.config.speed.value,
            parameters=tuple(parameter.name for parameter in self.plan.parameters),
        )


def refuse_another_display(source: EpisodeInfo, info: DeviceInfo, config: ReplayConfig) -> None:
    """Raise UsageError for a recording of another display than the one that is looked at, unless that was asked for."""
    recorded = display_number(source.device.display_id)
    chosen = display_number(info.display_id)
    if recorded != chosen and not config.any_display:
        raise UsageError(
            f"replay: expected a recording of display {chosen}, this one is of display {recorded}; give "
            f"--display {recorded}, or --display {chosen} to replay it there all the same"
        )
