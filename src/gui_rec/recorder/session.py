"""Record a session: every finished step is on the disk before the caller hears of it."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Unpack, cast

from gui_rec._clock import Clock, SystemClock
from gui_rec.capture.act import Performs
from gui_rec.capture.identity import named
from gui_rec.capture.observe import ObserveConfig, Observer
from gui_rec.capture.privacy.masker import Masker
from gui_rec.capture.privacy.rules import MaskRules, from_texts, to_texts
from gui_rec.capture.privacy.slots import slots_named
from gui_rec.capture.privacy.steps import StepPrivacy
from gui_rec.capture.reconnect import Patience
from gui_rec.capture.settle import SettleConfig, Settled, settle
from gui_rec.capture.steps import StepConfig, StepCutError, StepFields, StepRunner
from gui_rec.device._api import Device
from gui_rec.errors import (
    DeviceError,
    DeviceLostError,
    DiskFullError,
    GuiRecError,
    UsageError,
)
from gui_rec.model.actions import Action, Finish, FinishStatus, OpenApp
from gui_rec.model.display_name import display_number
from gui_rec.model.episode import DeviceInfo, EpisodeEnd, EpisodeInfo, Expectation, Outcome
from gui_rec.model.flags import EndReason, Flag, Source
from gui_rec.model.observation import Observation
from gui_rec.model.operations import with_operation
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code
from gui_rec.recorder.app_naming import app_name_of, learn_names
from gui_rec.recorder.endings import closed_words, end_of, open_words, outcome_of, reason_for, reason_of
from gui_rec.recorder.given import a_path, check_step, check_texts, one_of
from gui_rec.recorder.turns import read_turn
from gui_rec.store.ids import new_ulid
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.room import KEEP_FREE_BYTES, Room
from gui_rec.store.scrub import Scrub

RECONNECT_S = 60.0


@dataclass(frozen=True, slots=True)
class RecorderConfig:
    """How to look and wait, also for a device that went away; how much of the disk is left free; whether the
    serial itself goes into the recording, whether a step without an operation gets one by template (see
    `gui_rec.model.operations`), and what is withheld (`masks`; password fields by default). A recording that
    is gone on with keeps the masks it began with.
    """

    settle: SettleConfig = field(default_factory=SettleConfig)
    observe: ObserveConfig = field(default_factory=ObserveConfig)
    patience: Patience = field(default_factory=lambda: Patience(RECONNECT_S))
    keep_free_bytes: int = KEEP_FREE_BYTES
    keep_serial: bool = False
    fill_operations: bool = False
    masks: MaskRules = field(default_factory=MaskRules)


class Recorder:
    """One episode on one device, as a context manager.

    Nothing that was finished is lost: leaving by an exception ends the episode as `interrupted`,
    `device_lost` or `disk_full` and keeps its steps; leaving in good order without `finish` ends it as
    the last action says (`finish` claims, `answer`, `takeover`), else as `stopped`. With `resume` an
    interrupted recording at `out` goes on; with `extend` the episode is added to the folder `out`.
    """

    def __init__(
        self,
        device: Device,
        out: Path,
        *,
        goal: str | None = None,
        source: str = Source.API.value,
        annotator: str | None = None,
        task_id: str | None = None,
        clock: Clock | None = None,
        force: bool = False,
        resume: bool = False,
        extend: bool = False,
        config: RecorderConfig | None = None,
    ) -> None:
        if not hasattr(device, "serial"):
            raise UsageError(f"recorder: expected a device, as open_device() gives one, got {device!r}")
        check_texts({"goal": goal, "source": source, "annotator": annotator, "task_id": task_id})
        self.device = device
        self.clock: Clock = clock or SystemClock()
        self.config = one_of("config", config or RecorderConfig(), RecorderConfig, "a RecorderConfig")
        self.observer = Observer(device, self.clock, self.config.observe)
        self._out = a_path(out)
        self._frame = EpisodeInfo("", str(source), goal=goal, task_id=task_id, annotator=annotator)
        self._force = force
        self._resume = resume
        self._extend = extend
        self._privacy = self._private(self.config.masks, None)
        self._secrets = 0
        self._began_at = 0
        self._writer: RecordingWriter | None = None
        self._runner: StepRunner | None = None
        self._end: EndReason | None = None
        self._message: str | None = None
        self._ending: EpisodeEnd | None = None
        self.path: Path | None = None

    def __enter__(self) -> Recorder:
        self._writer = self._taken_up() if self._resume else self._create()
        self._began_at = self._writer.next_index
        config = StepConfig(self.config.settle, self.config.patience)
        self._runner = StepRunner(
            self.device,
            self.observer,
            self.clock,
            config,
            first_index=self._writer.next_index,
            prepare=self._privacy.before,
        )
        self._begin_only_with_room()
        return self

    @property
    def _is_untouched(self) -> bool:
        return self._resume and self._open.next_index == self._began_at

    def _begin_only_with_room(self) -> None:
        try:
            self._check_room("nothing more was recorded")
        except DiskFullError:
            if not self._resume:
                self._open.discard()
            self._open.close()
            raise

    def _private(
        self, masks: MaskRules, serial_id: str | None, *, taken: Set[str] = frozenset()
    ) -> StepPrivacy:
        self.observer.masker = Masker(masks, taken=taken)
        return StepPrivacy(
            self.observer.masker, self.observer, serial=self.device.serial, serial_id=serial_id
        )

    def _taken_up(self) -> RecordingWriter:
        writer = RecordingWriter.resume(self._out)
        try:
            self._refuse_another_display(writer.info.device)
            taken = slots_named(writer.texts())  # what was learnt is gone, so none of these is given again
            named_by = writer.info.device.serial_id
            serial_id = None if named_by == self.device.serial else named_by
            self._privacy = self._private(from_texts(writer.info.mask_rules), serial_id, taken=taken)
        except BaseException:
            writer.close()
            raise
        return writer

    def _refuse_another_display(self, recorded: DeviceInfo) -> None:
        began, now = display_number(recorded.display_id), self.device.display().number
        if began != now:
            raise UsageError(
                f"{self._out}: expected to go on with display {began}, which it began with, got display {now}; give "
                f"--display {began}"
            )

    def _create(self) -> RecordingWriter:
        now_us = self.clock.wall_us()
        episode_id = new_ulid(now_us)
        info = named(
            self.device.info(), self.device.serial, salt=episode_id, keep_serial=self.config.keep_serial
        )
        serial_id = None if self.config.keep_serial else info.serial_id
        self._privacy = self._private(self.config.masks, serial_id)
        self._frame = frame = replace(
            self._privacy.frame(self._frame),
            episode_id=episode_id,
            device=info,
            started_at_us=now_us,
            mask_rules=to_texts(self.config.masks),
        )
        if self._extend:
            return RecordingWriter.extend(self._out, frame)
        return RecordingWriter.create(self._out, frame, force=self._force)

    @property
    def episode_id(self) -> str:
        """The open episode's id."""
        return self._open.episode_id

    @property
    def info(self) -> EpisodeInfo:
        """The open episode's frame as it is stored: without what the masks withhold."""
        return self._open.info

    @property
    def next_index(self) -> int:
        """The index of the step that comes next."""
        return self._running.next_index

    @property
    def last(self) -> Observation | None:
        """The post-state of the last step of this session; None before the first."""
        return self._running.last

    @property
    def _open(self) -> RecordingWriter:
        if self._writer is None:
            raise UsageError("recorder: not open; use it as `with Recorder(...) as recorder:`")
        return self._writer

    @property
    def _running(self) -> StepRunner:
        if self._runner is None:
            raise UsageError("recorder: not open; use it as `with Recorder(...) as recorder:`")
        return self._runner

    def room(self) -> Room:
        """How many more steps the disk holds."""
        return self._open.room(self.config.keep_free_bytes)

    def observe(self) -> Observation:
        """One look at the device; nothing is recorded."""
        return self.observer.observe()

    def rest(self, *, before: Observation | None = None) -> Settled:
        """Wait until the screen rests; nothing is recorded."""
        return settle(self.observer, self.clock, self.config.settle, before=before)

    def do(
        self,
        action: Action,
        *,
        thought: str | None = None,
        operation: str | None = None,
        raw: str | None = None,
        dialect: str = "canonical",
        action_space: str = "norm01",
        app_name: str | None = None,
        claimed: str | None = None,
        operation_source: str | None = None,
        prompt_id: str | None = None,
        turn_id: str | None = None,
    ) -> Step:
        """Perform `action` once and record the transition; returns when it is safe on the disk.

        `finish`, `answer`, `note` and `invalid` are recorded without touching the device. A DeviceError
        raised before anything was sent records nothing. When the device is lost after the action was
        sent, the step is recorded with an absent post-state and DeviceLostError is raised; a KeyboardInterrupt
        while the state after it is waited for leaves such a step, too.
        """
        fields: StepFields = {
            "action_dialect": dialect,
            "action_raw": raw,
            "action_space": action_space,
            "app_name": app_name,
            "claimed": claimed,
            "thought": thought,
            "operation": operation,
            "operation_source": operation_source,
            "prompt_id": prompt_id,
            "turn_id": turn_id,
        }
        check_step(action, cast("dict[str, str | None]", fields))
        if operation is not None and operation_source is None:
            fields["operation_source"] = self._frame.source
        if isinstance(action, Finish) and claimed is None:
            fields["claimed"] = action.status.value
        try:
            step = self._running.run(action, **fields)
        except DeviceError as error:
            told = self._privacy.told(action, error)
            if told is error:
                raise
            raise told from None
        except StepCutError as cut:
            self.keep(cut.step)
            raise
        return self.keep(step)

    def take(
        self, text: str, dialect: str, *, repair: bool = False, prompt_id: str | None = None
    ) -> tuple[Step, ...]:
        """Perform what a model's whole answer says: a step for each call, all with one `turn_id`.

        Tags are split off by the dialect; thought and operation stand in each step, the answer as it came in
        `action_raw`. An answer that cannot be read is recorded as one `invalid` step, and nothing is performed.
        Raises UsageError for a dialect that is none, else as `do` does; steps before the one that failed are kept.
        """
        check_texts({"text": text, "dialect": dialect})
        turn = read_turn(
            one_of("text", text, str, "a model's answer"),
            dialect,
            screen=self.device.display().size,
            repair=repair,
        )
        turn_id = new_ulid(self.clock.wall_us())
        steps = tuple(
            self.do(
                action,
                raw=text,
                dialect=dialect,
                action_space=turn.space,
                thought=turn.thought,
                operation=turn.operation,
                prompt_id=prompt_id,
                turn_id=turn_id,
            )
            for action in turn.actions
        )
        if not turn.is_valid:
            self._end = EndReason.INVALID_ACTION
        return steps

    def pass_on(
        self,
        action: Action,
        performer: Performs,
        *,
        pre: Observation,
        flags: tuple[Flag, ...] = (),
        **fields: Unpack[StepFields],
    ) -> Step:
        """Record the transition of an action that `performer` sends; `pre` is the state at rest before it.

        A DeviceError of `performer` means that nothing was sent, and records nothing.
        """
        try:
            step = self._running.run(action, pre=pre, performer=performer, **fields)
        except StepCutError as cut:
            self.keep(replace(cut.step, flags=tuple(dict.fromkeys((*cut.step.flags, *flags)))))
            raise
        return self.keep(replace(step, flags=tuple(dict.fromkeys((*step.flags, *flags)))))

    def keep(self, step: Step) -> Step:
        """Record a step that was made elsewhere; its index must be the next one. The step as it was recorded:
        without what the masks withhold.
        """
        one_of("step", step, Step, "a Step")
        if isinstance(step.action, OpenApp) and step.app_name is None:
            language = self._frame.device.locale
            step = replace(step, app_name=app_name_of(self.device, step.action, language))
        step = self._privacy.step(step)
        self._forget_what_was_learnt()
        if self.config.fill_operations:
            step = with_operation(step)
        self._open.append(step)
        self._running.next_index = step.index + 1
        self._end = end_of(step.action)
        learn_names(self.device, step, self.observer.tree(step.pre), self.observer.tree(step.post))
        if step.result_code == Code.DEVICE_LOST:
            raise DeviceLostError(
                f"the device went away after step {step.index} was sent; the step is kept, its outcome unknown"
                f" ({step.result_detail})"
            )
        self._check_room(f"step {step.index} and those before it are kept")
        return step

    def ends(self, reason: EndReason, message: str) -> None:
        """What the source knows of the end: why, unless whoever finishes knows better, and in which words."""
        self._end, self._message = reason, message

    def _check_room(self, kept: str) -> None:
        room = self.room()
        if not room.steps:
            raise DiskFullError(
                f"{self._out}: disk_full, {room.free_bytes >> 20} MB are left, of which {room.keep_free_bytes >> 20} MB "
                f"are to stay free; {kept}; free some room and go on with a new recording"
            )

    def _forget_what_was_learnt(self) -> None:
        """A secret may stand in the goal, or in the words of a step before the one that made it known."""
        known = self._privacy.masker.words.known
        if known != self._secrets:
            self._open.scrub(Scrub(self._privacy.text, self._privacy.action))
            self._secrets = known

    def withdraw(self, step_index: int) -> None:
        """Take a step back: it stays in the file with a mark, and readers skip it."""
        self._open.withdraw(one_of("step_index", step_index, int, "a step's number"))

    def discard(self) -> None:
        """Leave nothing of an episode that has no step. Raises UsageError for one that has."""
        self._open.discard()
        self.path = self._out

    def let_go(self) -> None:
        """Leave the episode open as it is, as after a crash: `resume` goes on with it. Nothing more is recorded.

        One without a step that this session began leaves nothing.
        """
        if not self._open.next_index and not self._resume:
            self.discard()
        self._open.close()
        self._writer = None

    def finish(
        self,
        status: EndReason | FinishStatus | str | None = None,
        message: str | None = None,
        *,
        outcome: Outcome | None = None,
        expectations: tuple[Expectation, ...] = (),
    ) -> Path:
        """End the episode; the path of its file. A second call changes nothing.

        `status` is how it ended (an EndReason or a claim such as `success`); None goes by the last action, and an
        episode that the person judges is at least finished. `outcome` is the recording person's word; the steps of a
        discarded episode are all withdrawn.
        """
        unsaid = EndReason.FINISHED if outcome in (Outcome.SUCCESS, Outcome.FAILURE) else EndReason.STOPPED
        why = reason_for(status) if status is not None else self._end or unsaid
        word = None if outcome is None else outcome_of(outcome).value
        check_texts({"message": message})
        told = tuple(one_of("expectations", one, Expectation, "an Expectation") for one in expectations or ())
        said = self._message if message is None else message
        end = EpisodeEnd(why, self.clock.wall_us(), said, word, told)
        return self._close_with(self._privacy.end(end))

    def _close_with(self, end: EpisodeEnd) -> Path:
        self._ending = self._ending or end  # what the person said holds, whatever stops the writing of it
        self.path = self._open.finish(self._ending)
        return self.path

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is None:
            return
        try:
            if error is None:
                self.path or self.finish()
            else:
                self._finish_after(error)
        finally:
            self._writer.close()

    def _finish_after(self, error: BaseException) -> None:
        """Keep what was recorded; when even that fails, the journal stays for `gui-rec recover`.

        A session that failed before its first step leaves nothing behind.
        """
        try:
            if not self._open.next_index and not self._resume:
                self._open.discard()
                if isinstance(error, KeyboardInterrupt):
                    error.add_note("nothing was recorded, so nothing is kept; run the same line again")
                return
            if self._is_untouched and self._ending is None:
                # Nothing came of going on; the next try finds it as this one did.
                error.add_note(open_words(self._out, self._began_at))
                return
            if self._ending is not None:  # it was being written; how the error came is no news of the episode
                self._close_with(self._ending)
                return
            self.finish(reason_of(error), str(error) or type(error).__name__)
            if isinstance(error, KeyboardInterrupt):  # it has no words of its own
                error.add_note(closed_words(self._out, self.next_index))
        except (GuiRecError, OSError) as second:
            error.add_note(
                f"the recording at {self._out} stays open ({second}); run: gui-rec recover {self._out}"
            )
