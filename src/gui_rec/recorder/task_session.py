"""One session, many episodes: task after task, attempt after attempt, until the quotas are met or the person quits.

Every attempt is an episode of one folder. What the person says of it is stored as the outcome; a discarded attempt is
kept with its mark. What the folder holds already counts, so that a session goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from gui_rec._clock import Clock
from gui_rec.capture.start import restore_start, restore_words
from gui_rec.device._api import Device
from gui_rec.errors import DeviceError, InputError, UsageError
from gui_rec.model.actions import Invalid
from gui_rec.model.episode import Expectation, Outcome
from gui_rec.model.flags import EndReason
from gui_rec.model.step import Step
from gui_rec.recorder.asking import ask_expectations
from gui_rec.recorder.expect import Probe
from gui_rec.recorder.keys import MEANINGS, Key, KeySource
from gui_rec.recorder.session import Recorder, RecorderConfig
from gui_rec.recorder.sources._api import SourceOptions, Stop
from gui_rec.recorder.sources._members import SOURCES
from gui_rec.recorder.tasks import Progress, Task, progress_of
from gui_rec.recorder.touch.kept_panel import KeptPanel
from gui_rec.store.catalog import EpisodeRecord
from gui_rec.store.layout import Layout
from gui_rec.store.reader import open_trajectories

GOAL_VARIABLE = "GUI_REC_GOAL"
TASK_VARIABLE = "GUI_REC_TASK_ID"

_LOOK_S = 0.2
_OUTCOMES: Mapping[Key, Outcome] = {
    Key.SUCCESS: Outcome.SUCCESS,
    Key.FAILURE: Outcome.FAILURE,
    Key.REDO: Outcome.DISCARDED,
    Key.DISCARD: Outcome.DISCARDED,
}
_BEFORE = (Key.START, Key.SKIP, Key.QUIT)
_DURING = (Key.SUCCESS, Key.FAILURE, Key.REDO, Key.DISCARD, Key.QUIT)


@dataclass(frozen=True, slots=True)
class AttemptPlan:
    """How each attempt is recorded. `probes` are asked at the end of every one, before the task's own.

    `never_ends` says that the source goes on until a key is pressed, as a finger does.
    """

    source: str
    options: SourceOptions = field(default_factory=SourceOptions)
    config: RecorderConfig = field(default_factory=RecorderConfig)
    annotator: str | None = None
    probes: tuple[Probe, ...] = ()
    max_steps: int | None = None
    never_ends: bool = False


@dataclass(frozen=True, slots=True)
class Attempt:
    """An episode that was recorded in this session."""

    task_id: str
    episode_id: str
    steps: int
    outcome: Outcome | None
    expectations: tuple[Expectation, ...] = ()

    def document(self) -> dict[str, object]:
        """The attempt as `--json` prints it."""
        return {
            "task_id": self.task_id,
            "episode_id": self.episode_id,
            "steps": self.steps,
            "outcome": None if self.outcome is None else self.outcome.value,
            "expectations": {
                "held": sum(told.passed is True for told in self.expectations),
                "not_held": sum(told.passed is False for told in self.expectations),
                "not_asked": sum(told.passed is None for told in self.expectations),
            },
        }


@dataclass(frozen=True, slots=True)
class TaskListener:
    """Who hears what is said to the person, and each step."""

    on_words: Callable[[str], None]
    on_step: Callable[[Step], None]


class _QuitError(Exception):
    """The person ends the session."""


class TaskSession:
    """A session on one device into one folder. Not for several threads."""

    def __init__(
        self,
        device: Device,
        out: Path,
        tasks: Sequence[Task],
        plan: AttemptPlan,
        keys: KeySource,
        heard: TaskListener,
        *,
        stop: Stop,
        clock: Clock | None = None,
    ) -> None:
        self._device = device
        self._out = out
        self._tasks = tuple(tasks)
        self._plan = plan
        self._keys = keys
        self._heard = heard
        self._stop = stop
        self._clock = clock
        self._pressed: Key | None = None
        self._understood = False
        self._panel = KeptPanel()
        self.attempts: list[Attempt] = []

    def run(self) -> list[Progress]:
        """Until all quotas are met, the person quits, or `stop()` is true; how far each task has come then.

        Raises DeviceError for an app that cannot be restored or a device that is lost; what was recorded is kept.
        """
        try:
            for task in self._tasks:
                self._collect(task)
        except _QuitError:
            self._say("The session ends here; the same line with --resume goes on.")
        finally:
            self._panel.close()
        return self.progress()

    def progress(self) -> list[Progress]:
        """What the folder holds now."""
        return progress_of(self._tasks, _episodes(self._out))

    def _collect(self, task: Task) -> None:
        begun = False
        while not (progress := self._progress(task)).is_done:
            if not begun:
                self._say(f"Task {task.task_id}: {task.goal}  ({progress.words})")
                if self._wait(_BEFORE) is Key.SKIP:
                    return
            begun = self._attempt(task) is Key.REDO
        self._say(f"Task {task.task_id}: {progress.words}.")

    def _progress(self, task: Task) -> Progress:
        return progress_of([task], _episodes(self._out))[0]

    def _attempt(self, task: Task) -> Key:
        """Record one episode; the key that ended it."""
        self._restore(task)
        recorder = Recorder(
            self._device,
            self._out,
            goal=task.goal,
            source=self._plan.source,
            annotator=self._plan.annotator,
            task_id=task.task_id,
            clock=self._clock,
            extend=True,
            config=self._plan.config,
        )
        with recorder:
            _refuse_masked(recorder, task)
            self._understood = False
            key, is_full = self._perform(recorder, task)
            self._finish(recorder, task, key, EndReason.MAX_STEPS if is_full else None)
        if key is Key.QUIT:
            raise _QuitError
        return key

    def _restore(self, task: Task) -> None:
        if task.app is not None and task.restore:
            package, _ = self._device.resolve_app(task.app)
            self._say(restore_words(package, task.restore))
            restore_start(self._device, package, task.restore)

    def _perform(self, recorder: Recorder, task: Task) -> tuple[Key, bool]:
        """Steps until a key ends the attempt or the source ends by itself; then the person is asked.

        The second half says that the most steps were reached.
        """
        self._pressed = None
        if self._keys.is_live and not self._plan.never_ends:
            self._say(_menu(_DURING))
        steps = SOURCES.get(self._plan.source).steps(recorder, self._options(task), self._is_over)
        most = self._plan.max_steps
        with ExitStack() as stack:
            if isinstance(steps, Generator):
                stack.callback(steps.close)  # nothing acts any more while the person is asked
            while most is None or recorder.next_index < most:
                step = next(steps, None)
                if step is None:
                    break
                self._understood = self._understood or not isinstance(step.action, Invalid)
                self._heard.on_step(step)
        is_full = most is not None and recorder.next_index >= most
        if self._stop():
            return Key.QUIT, is_full
        return self._pressed or self._wait(_DURING), is_full

    def _options(self, task: Task) -> SourceOptions:
        told = {**self._plan.options.environ, GOAL_VARIABLE: task.goal, TASK_VARIABLE: task.task_id}
        options = replace(self._plan.options, environ=told, child_reads_input=False, panel=self._panel)
        if self._plan.never_ends:
            options = replace(options, on_ready=self._tell_ready)
        return options if task.script is None else replace(options, script=task.script)

    def _tell_ready(self) -> None:
        self._say(f"Ready: touch the screen of {self._device.serial}. {_menu(_DURING)}")

    def _is_over(self) -> bool:
        """Whether the attempt ends now. Lines count during it only where nothing else could end it."""
        if self._pressed is None and (self._keys.is_live or self._plan.never_ends):
            self._pressed = self._ending_key()
        return self._pressed is not None or self._stop()

    def _ending_key(self) -> Key | None:
        while (pressed := self._keys.poll(0.0)) is not None:
            if pressed in _DURING:
                return Key(pressed)
            self._say(_hint(pressed, _DURING))
        return Key.QUIT if self._keys.ended else None

    def _wait(self, keys: Sequence[Key]) -> Key:
        """The next of `keys` that the person presses, however long that takes. Raises _QuitError before an attempt."""
        self._say(_menu(keys))
        chosen: Key | None = None
        while chosen is None:
            pressed = self._keys.poll(_LOOK_S)
            if pressed is not None:
                chosen = Key(pressed) if pressed in keys else None
                if chosen is None:
                    self._say(_hint(pressed, keys))
            elif self._keys.ended or self._stop():
                chosen = Key.QUIT
        if chosen is Key.QUIT and keys is _BEFORE:
            raise _QuitError
        return chosen

    def _finish(self, recorder: Recorder, task: Task, key: Key, reason: EndReason | None) -> None:
        outcome, steps, episode_id = _OUTCOMES.get(key), recorder.next_index, recorder.episode_id
        if not steps:
            recorder.discard()
            self._say("Nothing was recorded; no episode is kept.")
            return
        if outcome is Outcome.SUCCESS and not self._understood:
            outcome = None
            self._say(
                "No step of this attempt could be understood (all are `invalid`), so it shows no success: it is kept "
                "without an outcome and does not count."
            )
        told: tuple[Expectation, ...] = ()
        if outcome in (Outcome.SUCCESS, Outcome.FAILURE):
            told = ask_expectations(recorder, (*self._plan.probes, *task.probes))
        if reason is None and self._pressed is not None:
            reason = EndReason.FINISHED if outcome is not Outcome.DISCARDED else EndReason.STOPPED
        if key is Key.QUIT:
            reason = EndReason.STOPPED
        recorder.finish(reason, outcome=outcome, expectations=told)
        self.attempts.append(Attempt(task.task_id, episode_id, steps, outcome, told))
        self._tell(self.attempts[-1])

    def _tell(self, attempt: Attempt) -> None:
        word = "without an outcome" if attempt.outcome is None else attempt.outcome.value
        self._say(f"Episode {attempt.episode_id}: {attempt.steps} step(s), {word}.")
        for told in attempt.expectations:
            if not told.passed:
                state = "could not be asked" if told.passed is None else f"did not hold, got {told.answer!r}"
                self._say(f"  expected {told.probe} {told.expected}: {state}")

    def _say(self, words: str) -> None:
        self._heard.on_words(words)


def check_apps(device: Device, tasks: Sequence[Task]) -> None:
    """Raise InputError, naming task and app, when an app that is to be restored is none or several."""
    for task in tasks:
        if task.app is not None and task.restore:
            try:
                device.resolve_app(task.app)
            except DeviceError as error:
                if type(error) is not DeviceError:
                    raise
                raise InputError(f"task {task.task_id}: app: {error}") from error


def _refuse_masked(recorder: Recorder, task: Task) -> None:
    """A task whose stored id is another could never be counted."""
    if recorder.info.task_id != task.task_id:
        raise UsageError(
            f"task {task.task_id}: the mask rules withhold a part of this id; give the task another one"
        )


def _episodes(out: Path) -> tuple[EpisodeRecord, ...]:
    return open_trajectories(out).every_episode if Layout(out).data_files() else ()


def _menu(keys: Sequence[Key]) -> str:
    return "Keys: " + ", ".join(f"{key.value} = {MEANINGS[key]}" for key in keys)


def _hint(pressed: str, keys: Sequence[Key]) -> str:
    return f"{pressed!r} means nothing here. {_menu(keys)}"
