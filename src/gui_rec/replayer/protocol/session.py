"""Run a task on a device, step by step, and say how each ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gui_rec._clock import Clock, SystemClock
from gui_rec.capture.identity import named, serial_id
from gui_rec.capture.observe import Observer
from gui_rec.capture.privacy.masker import Masker
from gui_rec.capture.privacy.rules import MaskRules, to_texts
from gui_rec.capture.privacy.steps import StepPrivacy
from gui_rec.capture.steps import StepRunner
from gui_rec.device._api import Device
from gui_rec.dsl.task_protocol.flow import leads_to
from gui_rec.dsl.task_protocol.model import END, Condition, Goto, OnFailure, StepAction, Task, TaskStep
from gui_rec.errors import DeviceLostError, DeviceUnavailableError, InputError, UsageError
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.flags import Source
from gui_rec.model.observation import Observation
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code
from gui_rec.replayer.protocol.acting import Hands
from gui_rec.replayer.protocol.actions import Actions
from gui_rec.replayer.protocol.conditions import holds
from gui_rec.replayer.protocol.eyes import Eyes, Pending, context
from gui_rec.replayer.protocol.keeping import Report, Trajectory
from gui_rec.replayer.protocol.result import (
    INTERRUPTED,
    StepFailedError,
    StepResult,
    StoppedError,
    TaskResult,
)
from gui_rec.replayer.protocol.scene import Scene
from gui_rec.replayer.protocol.values import Values, given_inputs
from gui_rec.store.ids import new_ulid
from gui_rec.ui.pattern import compiled

_ALWAYS_STOPS = (Code.TARGET_AMBIGUOUS.value, Code.DEVICE_LOST.value, INTERRUPTED)


def _never() -> bool:
    return False


def _tell_nobody(_result: StepResult) -> None:
    """Nobody asked to hear of steps."""


@dataclass(frozen=True, slots=True)
class RunConfig:
    """`agent_name` is what the device is called, None its serial. `report_dir` and `record` are new places.

    `stop` is asked between steps and between looks; `on_step` hears of each step as it ends.
    """

    agent_name: str | None = None
    inputs: Mapping[str, str] = field(default_factory=dict)
    report_dir: Path | None = None
    record: Path | None = None
    masks: MaskRules = field(default_factory=MaskRules)
    stop: Callable[[], bool] = _never
    on_step: Callable[[StepResult], None] = _tell_nobody


def run_task(
    task: Task, device: Device, config: RunConfig | None = None, *, clock: Clock | None = None
) -> TaskResult:
    """Run `task` on `device`. What a step or the device does wrong is in the result.

    Before step 1, with nothing sent: UsageError for a task that is another device's, inputs that are missing or
    unknown, and pictures without a report; InputError for a pattern that is not understood; OutputExistsError.
    """
    chosen = config or RunConfig()
    check_task(task, chosen.agent_name or device.serial, report=chosen.report_dir is not None)
    inputs = given_inputs(task, chosen.inputs)
    return _Run.prepare(task, device, chosen, inputs, clock or SystemClock()).run()


def check_task(task: Task, agent_name: str, *, report: bool) -> None:
    """What can be known to be wrong before anything is sent. Raises UsageError, InputError."""
    if task.agent_name != agent_name:
        raise UsageError(
            f"run: task {task.task_id!r} is assigned to {task.agent_name!r}, and this device is called {agent_name!r}; "
            "nothing was sent; say --agent-name NAME if it is meant"
        )
    check_patterns(task)
    for index, step in enumerate(task.steps):
        if step.action is StepAction.SCREENSHOT and not report:
            raise UsageError(f"run: steps[{index}] takes a picture; say where to: --report DIR")


def check_patterns(task: Task) -> None:
    """Raise InputError, naming the step, for a `textMatches` that is not understood."""
    for index, step in enumerate(task.steps):
        for selector in step.selectors():
            _check_patterns(selector.selector, f"steps[{index}]")


def _check_patterns(selector: Selector, where: str) -> None:
    if selector.text_matches is not None:
        try:
            compiled(selector.text_matches)
        except InputError as error:
            raise InputError(f"{where}: {error}") from error
    if selector.near is not None:
        _check_patterns(selector.near[1], where)


@dataclass(slots=True)
class _Run:
    task: Task
    config: RunConfig
    clock: Clock
    eyes: Eyes
    hands: Hands
    privacy: StepPrivacy
    report: Report | None
    trajectory: Trajectory | None
    started_at_us: int
    done: list[StepResult] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)

    @classmethod
    def prepare(
        cls, task: Task, device: Device, config: RunConfig, inputs: Mapping[str, str], clock: Clock
    ) -> _Run:
        masker = Masker(config.masks)
        for item in task.inputs:
            if item.secret and inputs[item.name]:
                masker.words.learn(inputs[item.name], "text")
        observer = Observer(device, clock, masker=masker)
        episode_id = new_ulid(clock.wall_us())
        # What is kept as data names the device by a hash; what the person sees names it as it is called.
        name = None if config.record is None else serial_id(device.serial, episode_id)
        privacy = StepPrivacy(masker, observer, serial=device.serial, serial_id=name)
        report = None if config.report_dir is None else Report.create(config.report_dir)
        trajectory = None
        if config.record is not None:
            frame = EpisodeInfo(
                episode_id=episode_id,
                source=Source.SCRIPT.value,
                task_id=task.task_id,
                device=named(device.info(), device.serial, salt=episode_id),
                started_at_us=clock.wall_us(),
                mask_rules=to_texts(config.masks),
            )
            trajectory = Trajectory.create(config.record, frame, privacy, clock)
        eyes = Eyes(observer, clock, Values(inputs), config.stop)
        runner = StepRunner(device, observer, clock, prepare=privacy.before)
        hands = Hands(eyes, runner, privacy, _keeper(trajectory))
        return cls(task, config, clock, eyes, hands, privacy, report, trajectory, clock.wall_us())

    def run(self) -> TaskResult:
        result: TaskResult | None = None
        try:
            result = self._follow()
        finally:
            if self.trajectory is not None:
                self.trajectory.close(result)
        if self.report is not None:
            self.report.write(result)
        return result

    def _follow(self) -> TaskResult:
        """The steps in order, or where BRANCH and `onFailure` lead: only forward, so each runs at most once."""
        places = {step.id: index for index, step in enumerate(self.task.steps)}
        index = 0
        while index < len(self.task.steps):
            step = self.task.steps[index]
            if self.config.stop():
                return self._result(INTERRUPTED, f"stopped by the person before step {step.id!r}")
            result, target = self._step(step, index)
            self.done.append(result)
            self.config.on_step(result)
            if target is None:
                return self._result(result.code, f"step {step.id!r}: {result.detail}")
            index = len(self.task.steps) if target == END else places.get(target, index + 1)
        return self._result(Code.OK.value, "; ".join(self.passed_over))

    def _step(self, step: TaskStep, index: int) -> tuple[StepResult, str | None]:
        """How a step ended, and which one is next: an id, END, "" for the next in order, or None for none."""
        started_s = self.clock.monotonic_s()
        self.hands.sent = False
        code, detail, following = self._try(step, index)
        target: str | None = following
        elapsed_ms = round((self.clock.monotonic_s() - started_s) * 1_000)
        successful = code == Code.OK
        if not successful:
            self._save_failure(index)
            target = self._after_failure(step, code)
            if target is not None:
                self.passed_over.append(f"step {step.id!r} failed with {code} and was passed over")
                detail = f"{detail}; passed over"
        return StepResult(step.id, successful, code, self.privacy.text(detail), elapsed_ms), target

    def _try(self, step: TaskStep, index: int) -> tuple[str, str, str]:
        try:
            detail, target = self._perform(step, index)
            return Code.OK.value, detail, target
        except StepFailedError as error:
            return error.code.value, error.detail, ""
        except StoppedError:
            what = "after the action was sent" if self.hands.sent else "while it waited; nothing was sent"
            return INTERRUPTED, f"stopped by the person {what}", ""
        except (DeviceLostError, DeviceUnavailableError) as error:
            return Code.DEVICE_LOST.value, str(error), ""

    def _perform(self, step: TaskStep, index: int) -> tuple[str, str]:
        if step.when is not None and not self._decide(step, step.when, "when"):
            return "NOT_RUN: `when` does not hold", ""
        if step.action is StepAction.BRANCH:
            return self._branch(step)
        actions = Actions(self.eyes, self.hands, lambda seen: self._save(index, seen))
        return actions.run(step), ""

    def _branch(self, step: TaskStep) -> tuple[str, str]:
        assert step.if_ is not None  # the table of fields
        answer = self._decide(step, step.if_, "if")
        target = dict(leads_to(step)).get("then" if answer else "else", "")
        return f"`if` {'holds' if answer else 'does not hold'}; on to {target or 'the next step'}", target

    def _decide(self, step: TaskStep, condition: Condition, what: str) -> bool:
        """Whether the condition holds now. It is looked at again only while the screen does not tell."""
        in_context = step.action is StepAction.BRANCH

        def judge(scene: Scene) -> tuple[bool] | Pending:
            wrong = context(step, scene) if in_context else None
            if wrong is not None:
                return wrong
            answer = holds(condition, scene, self.eyes.values)
            if answer is None:
                return Pending(Code.TARGET_NOT_FOUND, f"the screen does not tell whether `{what}` holds")
            return (answer,)

        return self.eyes.wait(step.timeout_ms, judge)[0]

    def _after_failure(self, step: TaskStep, code: str) -> str | None:
        if code in _ALWAYS_STOPS:
            return None
        if step.optional or step.on_failure is OnFailure.CONTINUE:
            return ""
        return step.on_failure.step_id if isinstance(step.on_failure, Goto) else None

    def _save(self, index: int, seen: Observation) -> str:
        saved = None if self.report is None else self.report.save("screenshot", index + 1, seen)
        assert saved is not None  # `check_task` asks for a report, the action for a picture
        return saved

    def _save_failure(self, index: int) -> None:
        seen = self.eyes.last
        if self.report is not None and seen is not None:
            self.report.save("failure", index + 1, seen)

    def _result(self, code: str, detail: str) -> TaskResult:
        successful = code == Code.OK
        return TaskResult(
            task_id=self.task.task_id,
            revision=self.task.revision,
            successful=successful,
            code=code,
            detail=detail,
            started_at_us=self.started_at_us,
            steps=tuple(self.done),
            outputs={name: self.privacy.text(text) for name, text in self.eyes.values.outputs.items()},
        )


def _keeper(trajectory: Trajectory | None) -> Callable[[Step], None]:
    if trajectory is None:
        return lambda _step: None
    return trajectory.keep
