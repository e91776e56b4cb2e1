"""One session of `gui-rec record`, without its command line: what it is made from, who hears of it, what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from gui_rec.errors import InterruptedRunError
from gui_rec.recorder.sources._api import AgentCommand
from gui_rec.recorder.sources._members import SOURCES

if TYPE_CHECKING:
    from gui_rec._clock import Clock
    from gui_rec.capture.privacy.rules import MaskRules
    from gui_rec.device._api import Device
    from gui_rec.model.episode import Expectation
    from gui_rec.model.step import Step
    from gui_rec.recorder.expect import Probe
    from gui_rec.recorder.session import Recorder, RecorderConfig
    from gui_rec.recorder.sources._api import SourceOptions
    from gui_rec.store.room import Room

_SCARCE = frozenset((200, 100, 50, 20, 10, 5, 2, 1))
"""How many steps are left when it is said again."""


@dataclass(frozen=True, slots=True)
class RecordOptions:
    """What a session is made from, and whose it is. `skip_actions` of the script are left out (see `from_line`)."""

    source: str = "touch"
    script: Path | None = None
    dialect: str = "canonical"
    repair: bool = False
    from_line: int | None = None
    skip_actions: int = 0
    goal: str | None = None
    task_id: str | None = None
    annotator: str | None = None
    max_steps: int | None = None
    resume: bool = False
    force: bool = False
    keep_serial: bool = False
    fill_operations: bool = False
    reconnect_s: float = 60.0
    keep_free_mb: int = 256
    keep_awake: bool = True
    probes: tuple[Probe, ...] = ()
    agent: AgentCommand | None = None
    redact: Path | None = None
    redact_notifications: bool = False
    no_redact: bool = False
    facts: Path | None = None


@dataclass(frozen=True, slots=True)
class RecordSummary:
    """What was recorded. `stopped` says that the person ended it before the source did; `new_steps` are this run's."""

    path: Path
    episode_id: str
    steps: int
    stopped: bool
    new_steps: int
    flags: tuple[str, ...]
    expectations: tuple[Expectation, ...] = ()

    def document(self) -> dict[str, object]:
        """The summary as `--json` prints it."""
        return {
            "recording": str(self.path),
            "episode_id": self.episode_id,
            "steps": self.steps,
            "new_steps": self.new_steps,
            "stopped": self.stopped,
            "flags": list(self.flags),
            "expectations": [
                {"probe": told.probe, "expected": told.expected, "answer": told.answer, "passed": told.passed}
                for told in self.expectations
            ],
        }


def _tell_nobody(_news: object) -> None:
    """Nobody asked to hear it."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Who hears of each recorded step, that a person may begin to touch, that a device which went away is
    waited for (so many seconds), how many steps the disk holds (at the start, and when it gets scarce), what
    a person should know meanwhile (`on_message`), and that they may touch again, so many seconds after the
    last touch (`on_rested`).
    """

    on_step: Callable[[Step], None]
    on_ready: Callable[[], None]
    on_wait: Callable[[float], None] = _tell_nobody
    on_room: Callable[[Room], None] = _tell_nobody
    on_message: Callable[[str], None] = _tell_nobody
    on_rested: Callable[[float], None] = _tell_nobody


def record_session(
    device: Device,
    target: Path,
    options: RecordOptions,
    heard: Listener,
    *,
    stop: Callable[[], bool],
    abandoned: Callable[[], bool] = lambda: False,
    clock: Clock | None = None,
) -> RecordSummary:
    """Record one episode on `device` into `target` until the source ends or `stop()` is true.

    Where the session is stopped since it is `abandoned()`, nobody asked for its end: the episode stays open, and
    InterruptedRunError is raised.
    """
    from gui_rec.recorder.asking import ask_expectations
    from gui_rec.recorder.session import Recorder

    recorder = Recorder(
        device,
        target,
        goal=options.goal,
        source=options.source,
        annotator=options.annotator,
        task_id=options.task_id,
        clock=clock,
        force=options.force,
        resume=options.resume,
        config=recorder_config(options, heard, stop),
    )
    with recorder:
        heard.on_room(recorder.room())
        episode_id, kept = recorder.episode_id, recorder.next_index
        flags, stopped = _take_steps(recorder, options, heard, stop)
        steps = recorder.next_index
        if stopped and abandoned():
            recorder.let_go()
            raise InterruptedRunError(
                f"record: the farm that this was part of has gone; {target} stays open with its {steps} step(s), and "
                "--resume goes on"
            )
        told = ask_expectations(recorder, options.probes)
        path = recorder.finish(_how_it_ended(options, steps, stopped), expectations=told)
    return RecordSummary(path, episode_id, steps, stopped, steps - kept, tuple(sorted(flags)), told)


def recorder_config(options: RecordOptions, heard: Listener, stop: Callable[[], bool]) -> RecorderConfig:
    """How the recorder of such a session looks, waits and writes."""
    from gui_rec.capture.observe import ObserveConfig
    from gui_rec.capture.reconnect import Patience
    from gui_rec.recorder.session import RecorderConfig
    from gui_rec.ui.named_facts import read_named_facts

    named = () if options.facts is None else read_named_facts(options.facts)
    return RecorderConfig(
        observe=ObserveConfig(named_facts=named),
        keep_serial=options.keep_serial,
        fill_operations=options.fill_operations,
        patience=Patience(options.reconnect_s, heard.on_wait, stop),
        keep_free_bytes=options.keep_free_mb << 20,
        masks=mask_rules(options),
    )


def source_options(options: RecordOptions, heard: Listener) -> SourceOptions:
    """What such a session's source is told."""
    from gui_rec.recorder.sources._api import SourceOptions

    return SourceOptions(
        script=options.script,
        skip_actions=options.skip_actions,
        dialect=options.dialect,
        repair=options.repair,
        on_ready=heard.on_ready,
        on_rested=heard.on_rested,
        on_message=heard.on_message,
        agent=options.agent,
    )


def mask_rules(options: RecordOptions) -> MaskRules:
    """What a session withholds. Raises InputError for a file of rules that is not understood."""
    from gui_rec.capture.privacy.rules import MaskRules
    from gui_rec.capture.privacy.rules_file import read_rules

    password = not options.no_redact
    if options.redact is None:
        return MaskRules(password=password, notifications=options.redact_notifications)
    rules = read_rules(options.redact, password=password)
    return replace(rules, notifications=rules.notifications or options.redact_notifications)


def _take_steps(
    recorder: Recorder, options: RecordOptions, heard: Listener, stop: Callable[[], bool]
) -> tuple[set[str], bool]:
    """The flags that came up, and whether somebody stopped it before the source had ended."""
    flags: set[str] = set()
    steps = SOURCES.get(options.source).steps(recorder, source_options(options, heard), stop)
    # A source performs its next step when it is asked for it, so the count is looked at first.
    while options.max_steps is None or recorder.next_index < options.max_steps:
        step = next(steps, None)
        if step is None:
            break
        heard.on_step(step)
        if (room := recorder.room()).steps in _SCARCE:
            heard.on_room(room)
        flags.update(flag.value for flag in step.flags)
    return flags, stop()


def _how_it_ended(options: RecordOptions, steps: int, stopped: bool) -> str | None:
    if stopped:
        return "stopped"
    return "max_steps" if options.max_steps is not None and steps >= options.max_steps else None
