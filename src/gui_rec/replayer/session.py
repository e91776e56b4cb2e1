"""Replay a recorded episode on a device, step by step, and judge each transition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from gui_rec._clock import Clock, SystemClock
from gui_rec.capture.identity import named, serial_id
from gui_rec.capture.privacy.rules import from_texts
from gui_rec.capture.privacy.slots import check_values
from gui_rec.device._api import Device
from gui_rec.errors import UsageError
from gui_rec.model.display_name import display_number
from gui_rec.model.episode import DeviceInfo, EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason, Source
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code
from gui_rec.replayer.config import OnMismatch, ReplayConfig
from gui_rec.replayer.outcomes import RunFrame, step_report
from gui_rec.replayer.report import RunReport, StepReport
from gui_rec.replayer.stepping import StepReplayer
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
    stop: Callable[[], bool] = lambda: False,
) -> RunReport:
    """Replay one episode of `recording` on `device`; `on_step` hears of each step as it is judged.

    Before each step `stop()` is asked; when it is true the run ends with KeyboardInterrupt, after the step in hand.

    Every step waits (bounded) for its recorded pre-state, finds its target again, acts at most once, and
    is judged by the post-state. A device that is lost in the middle ends the run with the code
    DEVICE_LOST in the report. Verdicts and steps that were made are kept even when the run is
    interrupted. Raises StoreError for a damaged recording, UsageError for an episode or range that is not
    there, a withheld text that is not given or a recording of another display, DeviceError when the device cannot be used at all.

    The recording's mask rules are applied to every live screen before anything is compared or kept.
    """
    chosen = config or ReplayConfig()
    opened = open_trajectories(recording)
    episode = _episode(opened, chosen.episode)
    every = tuple(opened.steps(episode.info.episode_id))
    steps = _range(every, chosen, episode.info.episode_id)
    check_values(steps, from_texts(episode.info.mask_rules), dict(chosen.values))
    earlier = tuple(step for step in every if step.index < steps[0].index)
    return _Run(
        recording, episode, steps, device, chosen, clock or SystemClock(), on_step, earlier, stop
    ).run()


def _episode(opened: Recording, wanted: str | None) -> EpisodeRecord:
    known = [episode.info.episode_id for episode in opened.episodes]
    if wanted is None and len(known) == 1:
        return opened.episodes[0]
    for episode in opened.episodes:
        if episode.info.episode_id == wanted:
            return episode
    asked = "several episodes and none named" if wanted is None else f"no episode {wanted!r}"
    left_out = f" and {len(opened.discarded)} discarded" if opened.discarded else ""
    raise UsageError(f"replay: {asked}; this recording holds {', '.join(known) or 'none'}{left_out}")


def _range(steps: tuple[Step, ...], config: ReplayConfig, episode_id: str) -> tuple[Step, ...]:
    first, last = config.from_step, config.until_step
    chosen = tuple(
        step
        for step in steps
        if (first is None or step.index >= first) and (last is None or step.index <= last)
    )
    if not chosen:
        raise UsageError(f"replay: no steps from {first} until {last}; episode {episode_id} has {len(steps)}")
    return chosen


@dataclass(slots=True)
class _Run:
    recording: Path
    episode: EpisodeRecord
    steps: tuple[Step, ...]
    device: Device
    config: ReplayConfig
    clock: Clock
    on_step: Callable[[StepReport], None] | None
    earlier: tuple[Step, ...] = ()
    stop: Callable[[], bool] = lambda: False
    reports: list[StepReport] = field(default_factory=list)
    replayed_id: str | None = None

    def run(self) -> RunReport:
        started_at_us = self.clock.wall_us()
        info = self.device.info()
        self._refuse_another_display(info)
        frame = RunFrame(new_ulid(started_at_us), self.episode.info.episode_id, self._device_name())
        writer = self._writer(info, started_at_us)
        stepping = StepReplayer(
            self.device,
            self.clock,
            self.config,
            self.episode.info.device.locale,
            info.locale,
            masks=from_texts(self.episode.info.mask_rules),
            device_name=self._device_name(),
        )
        stepping.remember(self.earlier)
        reason = EndReason.INTERRUPTED
        try:
            self._replay_all(stepping, frame, writer)
            reason = self._end_reason()
        finally:
            self._close(writer, reason)
            report = self._report(frame.run_id, started_at_us)
            self._keep(report)
        return report

    def _refuse_another_display(self, info: DeviceInfo) -> None:
        recorded = display_number(self.episode.info.device.display_id)
        chosen = display_number(info.display_id)
        if recorded != chosen and not self.config.any_display:
            raise UsageError(
                f"replay: expected a recording of display {chosen}, this one is of display {recorded}; give "
                f"--display {recorded}, or --display {chosen} to replay it there all the same"
            )

    def _device_name(self) -> str:
        """The recording's own way of naming: the serial where it keeps serials, else its salted hash."""
        recorded, serial = self.episode.info.device.serial_id, self.device.serial
        return serial if recorded == serial else serial_id(serial, self.episode.info.episode_id)

    def _writer(self, info: DeviceInfo, now_us: int) -> RecordingWriter | None:
        if self.config.report_dir is None:
            return None
        source = self.episode.info
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
        for position, step in enumerate(self.steps):
            if self.stop():
                raise KeyboardInterrupt
            started_s = self.clock.monotonic_s()
            outcome = stepping.replay(step, self.steps[position + 1 :])
            elapsed_ms = round((self.clock.monotonic_s() - started_s) * 1000)
            report = step_report(frame, step, outcome, elapsed_ms)
            row = replace(report.verdict, replayed_episode_id=self.replayed_id)
            self.reports.append(replace(report, verdict=row))
            if writer is not None and outcome.replayed is not None:
                writer.append(outcome.replayed)
            if self.on_step is not None:
                self.on_step(self.reports[-1])
            if not report.ok and self._must_stop(outcome.judgement.code):
                return

    def _must_stop(self, code: Code) -> bool:
        always = code in (Code.TARGET_AMBIGUOUS, Code.DEVICE_LOST)
        return always or self.config.on_mismatch is OnMismatch.STOP

    def _end_reason(self) -> EndReason:
        if self.reports[-1].verdict.code is Code.DEVICE_LOST:
            return EndReason.DEVICE_LOST
        return EndReason.FINISHED if self._all_ok() else EndReason.STOPPED

    def _all_ok(self) -> bool:
        return bool(self.reports) and all(report.ok for report in self.reports)

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
            recording=str(self.recording),
            episode_id=self.episode.info.episode_id,
            goal=self.episode.info.goal,
            device=self._device_name(),
            tolerance=self.config.tolerance.value,
            started_at_us=started_at_us,
            ended_at_us=self.clock.wall_us(),
            steps=tuple(self.reports),
            not_run=len(self.steps) - len(self.reports),
            replayed_episode_id=self.replayed_id,
        )
