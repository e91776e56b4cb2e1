"""`gui-rec record`: a session on a device becomes a recording."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from gui_rec.cli._app_names import app_names_option, open_with_names, read_names
from gui_rec.cli._display import display_option
from gui_rec.cli._interrupts import stop_on_interrupt
from gui_rec.cli._live import LiveSteps, recorded
from gui_rec.cli._options import devices_options, out_option
from gui_rec.cli._output import Output, output_options
from gui_rec.cli._places import named_by_time
from gui_rec.cli._readiness import Readiness
from gui_rec.cli._record_awake import kept_awake
from gui_rec.cli._record_farm import chosen_serials, record_farm
from gui_rec.cli._record_proxy import AskedAgent, agent_options
from gui_rec.cli._record_tasks import AskedTasks, TaskRun, expectation_lines, task_options
from gui_rec.cli._ui_source import ui_source_option
from gui_rec.dsl._members import CODECS
from gui_rec.errors import UsageError
from gui_rec.recorder.sources._api import AgentCommand
from gui_rec.recorder.sources._members import SOURCES

_SCARCE = frozenset((200, 100, 50, 20, 10, 5, 2, 1))
"""How many steps are left when it is said again."""

_OF_EACH_EPISODE = ("--annotator", "--keep-serial", "--redact", "--redact-notifications", "--no-redact")
"""What may stand beside --resume where it is a list of tasks that is gone on with."""

if TYPE_CHECKING:
    from gui_rec._clock import Clock
    from gui_rec.capture.privacy.rules import MaskRules
    from gui_rec.device._api import Device
    from gui_rec.model.episode import Expectation
    from gui_rec.model.step import Step
    from gui_rec.recorder.expect import Probe
    from gui_rec.recorder.session import Recorder, RecorderConfig
    from gui_rec.recorder.sources._api import SourceOptions
    from gui_rec.recorder.sources.script import ScriptLine
    from gui_rec.recorder.task_session import AttemptPlan
    from gui_rec.store.room import Room


@dataclass(frozen=True, slots=True)
class RecordOptions:
    """What a session is made from, and whose it is."""

    source: str = "touch"
    script: Path | None = None
    dialect: str = "canonical"
    repair: bool = False
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


class Asked(TypedDict):
    """RecordOptions as click hands them over, by the names of the options."""

    source: str
    script: Path | None
    dialect: str
    repair: bool
    goal: str | None
    task_id: str | None
    annotator: str | None
    max_steps: int | None
    resume: bool
    force: bool
    keep_serial: bool
    fill_operations: bool
    reconnect_s: float
    keep_free_mb: int
    keep_awake: bool
    redact: Path | None
    redact_notifications: bool
    no_redact: bool


@dataclass(frozen=True, slots=True)
class RecordSummary:
    """What was recorded. `stopped` says that the person ended it before the source did."""

    path: Path
    episode_id: str
    steps: int
    stopped: bool
    flags: tuple[str, ...]
    expectations: tuple[Expectation, ...] = ()

    def document(self) -> dict[str, object]:
        """The summary as `--json` prints it."""
        return {
            "recording": str(self.path),
            "episode_id": self.episode_id,
            "steps": self.steps,
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
    clock: Clock | None = None,
) -> RecordSummary:
    """Record one episode on `device` into `target` until the source ends or `stop()` is true."""
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
        episode_id = recorder.episode_id
        flags, stopped = _take_steps(recorder, options, heard, stop)
        steps = recorder.next_index
        told = ask_expectations(recorder, options.probes)
        path = recorder.finish(_how_it_ended(options, steps, stopped), expectations=told)
    return RecordSummary(path, episode_id, steps, stopped, tuple(sorted(flags)), told)


def recorder_config(options: RecordOptions, heard: Listener, stop: Callable[[], bool]) -> RecorderConfig:
    """How the recorder of such a session looks, waits and writes."""
    from gui_rec.capture.reconnect import Patience
    from gui_rec.recorder.session import RecorderConfig

    return RecorderConfig(
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


@click.command("record")
@devices_options
@display_option
@out_option("A new folder, or a new .parquet file; default: a folder named by the time.", required=False)
@click.option(
    "--source",
    type=click.Choice(list(SOURCES)),
    default="touch",
    show_default=True,
    help="Where actions come from.",
)
@click.option(
    "--script",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="One action a line, for --source script.",
)
@click.option(
    "--dialect",
    type=click.Choice(list(CODECS)),
    default="canonical",
    show_default=True,
    help="The action DSL of the script's lines.",
)
@click.option("--repair", is_flag=True, help="Read the script's lines leniently, and say what was repaired.")
@click.option("--goal", help="What the session is meant to do, in words.")
@click.option("--task-id", metavar="ID", help="The task this session belongs to.")
@click.option("--annotator", metavar="NAME", help="Who records.")
@click.option("--max-steps", type=click.IntRange(1), metavar="N", help="End after N steps.")
@click.option("--resume", is_flag=True, help="Go on with an interrupted recording.")
@click.option("--force", is_flag=True, help="Move an older recording aside instead of refusing.")
@click.option(
    "--keep-serial", is_flag=True, help="Store the device's serial itself instead of a salted hash."
)
@click.option(
    "--fill-operations", is_flag=True, help="Give steps without an operation one by template: Tap 'Sign in'."
)
@app_names_option
@ui_source_option
@click.option(
    "--reconnect",
    "reconnect_s",
    type=click.FloatRange(0),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a device that went away is waited for.",
)
@click.option(
    "--keep-free",
    "keep_free_mb",
    type=click.IntRange(0),
    default=256,
    show_default=True,
    metavar="MB",
    help="End the session before less than this is left on the disk.",
)
@click.option(
    "--keep-awake/--no-keep-awake",
    default=True,
    show_default=True,
    help="Keep the screen on meanwhile; its setting is put back at the end.",
)
@click.option(
    "--redact",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Withhold what the rules of this YAML file name: patterns, selectors, whole apps.",
)
@click.option("--redact-notifications", is_flag=True, help="Withhold the status bar, banners and the shade.")
@click.option("--no-redact", is_flag=True, help="Store password fields and what is typed into them.")
@task_options
@agent_options
@output_options
def command(
    devices: tuple[str, ...],
    every_device: bool,
    display: int | None,
    target: Path | None,
    app_names: Path | None,
    ui_source: str,
    asked_tasks: AskedTasks,
    out: Output,
    asked_agent: AskedAgent,
    **options: Unpack[Asked],
) -> int:
    """Record a session on a device: a person's touches, a script of actions, or an agent's commands.

    With `--source proxy` the rest of the line is the agent, run unchanged: ... --source proxy -- python agent.py.
    Its exit status is then this command's.

    With --tasks one session makes many episodes, started, judged and thrown away by single keys.

    Ctrl-C finishes the step in hand and closes the recording; a second Ctrl-C stops at once, and nothing that was
    finished is lost.
    """
    chosen = RecordOptions(
        **options,
        probes=asked_tasks.probes(),
        agent=asked_agent.checked(options["source"], prints_json=out.json),
    )
    told_by_tasks = {"--goal": chosen.goal, "--task-id": chosen.task_id}
    tasks = asked_tasks.tasks(told_by_tasks, source=chosen.source, script=chosen.script)
    _refuse_what_cannot_be_meant(chosen, target, has_tasks=bool(tasks))
    for line in _read_script_first(chosen):
        out.note(f"repaired {line.where}: {'; '.join(line.repairs)}")
    masks = mask_rules(chosen)
    names = read_names(app_names)
    place = target or named_by_time("recording")
    serials = chosen_serials(devices, every_device)
    if serials and tasks:
        raise UsageError("record: --tasks is a session of one device, by one person's keys; name one")
    if serials:
        return record_farm(click.get_current_context(), serials, place, out, asked_agent.tail)
    readiness, live = Readiness(out), LiveSteps(out)
    with (
        asked_agent.server_out_of_the_way(),
        closing(open_with_names(devices[0] if devices else None, names, ui_source, display)) as opened,
        stop_on_interrupt(
            lambda: out.note("Finishing the step in hand; Ctrl-C again stops at once.")
        ) as stop,
    ):
        if not chosen.resume:
            out.note(f"withheld before anything is stored: {masks.words}")
        heard = Listener(
            on_step=lambda step: _say(step, live, readiness),
            on_ready=lambda: readiness.first(_ready_words(chosen, opened.serial)),
            on_wait=lambda seconds: out.note(
                f"{opened.serial} went away; waiting up to {seconds:g} s for it (Ctrl-C ends the session)."
            ),
            on_room=lambda room: out.note(
                f"The disk holds about {room.steps:,} more steps ({room.free_bytes >> 20:,} MB free)."
            ),
            on_message=lambda text: out.note(f"note: {text}"),
            on_rested=readiness.rested,
        )
        with kept_awake(opened, chosen.keep_awake, out.note):
            if tasks:
                plan = _attempt_plan(chosen, heard, stop)
                session = TaskRun(place, tasks, asked_tasks, chosen.resume, chosen.force)
                return session.collect(opened, plan, out, on_step=heard.on_step, stop=stop)
            summary = record_session(opened, place, chosen, heard, stop=stop)
    document = {**summary.document(), "apps": list(live.apps), "touch_to_ready_s": readiness.figures()}
    out.line(recorded(document))
    if not out.json:
        out.result(document, _words(summary))
    out.note(live.summary(summary.path))
    readiness.tell()
    named = shlex.quote(str(summary.path))
    out.note(f"next: gui-rec show {named}; gui-rec replay {named}")
    return asked_agent.exit_code


def _ready_words(options: RecordOptions, serial: str) -> str:
    if options.agent is not None:
        return f"Recording {shlex.join(options.agent.argv)} on {serial}; Ctrl-C ends it."
    return f"Ready: touch the screen of {serial}; Ctrl-C ends the session."


def _attempt_plan(options: RecordOptions, heard: Listener, stop: Callable[[], bool]) -> AttemptPlan:
    from gui_rec.recorder.task_session import AttemptPlan

    return AttemptPlan(
        source=options.source,
        options=source_options(options, heard),
        config=recorder_config(options, heard, stop),
        annotator=options.annotator,
        probes=options.probes,
        max_steps=options.max_steps,
        never_ends=options.source == "touch",
    )


def _refuse_what_cannot_be_meant(
    options: RecordOptions, target: Path | None, *, has_tasks: bool = False
) -> None:
    if not has_tasks and (options.source == "script") != (options.script is not None):
        raise UsageError("record: --source script and --script FILE belong together")
    if not options.resume:
        return
    if target is None:
        raise UsageError("record: --resume needs -o PATH, the recording to go on with")
    fixed = {
        "--force": options.force,
        "--goal": options.goal,
        "--task-id": options.task_id,
        "--annotator": options.annotator,
        "--keep-serial": options.keep_serial,
        "--redact": options.redact is not None,
        "--redact-notifications": options.redact_notifications,
        "--no-redact": options.no_redact,
    }
    for name, value in fixed.items():
        if value and not (has_tasks and name in _OF_EACH_EPISODE):
            raise UsageError(
                f"record: {name} cannot stand beside --resume; the recording keeps what it began with"
            )


def _read_script_first(options: RecordOptions) -> list[ScriptLine]:
    """Read the script once before anything is made or moved aside for it; the lines that had to be repaired.

    A pipe can only be read once, so it is not read here.
    """
    from gui_rec.recorder.sources.script import read_script

    if options.script is None or (options.script.exists() and not options.script.is_file()):
        return []
    lines = read_script(options.script, options.dialect, repair=options.repair)
    return [line for line in lines if line.repairs]


def _say(step: Step, live: LiveSteps, readiness: Readiness) -> None:
    live.step(step)
    readiness.looked(step.post.ui_source)


def _words(summary: RecordSummary) -> str:
    flags = f"; flags: {', '.join(summary.flags)}" if summary.flags else ""
    line = f"{summary.steps} step(s) in {summary.path} (episode {summary.episode_id}){flags}"
    return "\n".join([line, *expectation_lines(summary.expectations)])
