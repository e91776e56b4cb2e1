"""`gui-rec record`: a session on a device becomes a recording."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from gui_rec.cli._app_names import app_names_option, read_names
from gui_rec.cli._display import display_option, place_of
from gui_rec.cli._farm import chosen_serials
from gui_rec.cli._interrupts import stop_on_interrupt
from gui_rec.cli._live import LiveSteps, recorded
from gui_rec.cli._opening import open_as_asked
from gui_rec.cli._options import devices_options, environment_serial, out_option
from gui_rec.cli._output import Output, output_options
from gui_rec.cli._places import named_by_time
from gui_rec.cli._readiness import Readiness
from gui_rec.cli._record_awake import kept_awake
from gui_rec.cli._record_farm import record_farm
from gui_rec.cli._record_options import Asked, session_options
from gui_rec.cli._record_proxy import AskedAgent, agent_options
from gui_rec.cli._record_resume import kept_of, refuse_beside_resume, script_start, start_words
from gui_rec.cli._record_session import (
    Listener,
    RecordOptions,
    RecordSummary,
    mask_rules,
    record_session,
    recorder_config,
    source_options,
)
from gui_rec.cli._record_tasks import AskedTasks, TaskRun, expectation_lines, task_options
from gui_rec.cli._ui_source import ui_source_option
from gui_rec.errors import InterruptedRunError, UsageError

if TYPE_CHECKING:
    from gui_rec.capture.privacy.rules import MaskRules
    from gui_rec.model.step import Step
    from gui_rec.recorder.sources.script import ScriptLine
    from gui_rec.recorder.task_session import AttemptPlan


@click.command("record")
@devices_options
@display_option
@out_option("A new folder, or a new .parquet file; default: a folder named by the time.", required=False)
@session_options
@app_names_option
@ui_source_option
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
    _refuse_what_cannot_be_meant(chosen, has_tasks=bool(tasks))
    if chosen.resume:
        refuse_beside_resume(
            chosen,
            target,
            has_tasks=bool(tasks),
            is_farm=every_device or len(devices) > 1,
            serial=devices[0] if devices else None,
        )
    for line in _read_script_first(chosen):
        out.note(f"repaired {line.where}: {'; '.join(line.repairs)}")
    masks = mask_rules(chosen)
    names = read_names(app_names)
    place = target or named_by_time("recording")
    serials = chosen_serials("record", devices, every_device)
    if serials and tasks:
        raise UsageError("record: --tasks is a session of one device, by one person's keys; name one")
    if serials:
        return record_farm(click.get_current_context(), serials, place, out, asked_agent.tail, masks)
    if not tasks:
        chosen, masks = _taken_up(chosen, place, masks, out)
    readiness, live = Readiness(out), LiveSteps(out)
    with (
        # First, so that no signal ends this process while the person's adb server is elsewhere.
        stop_on_interrupt(
            lambda: out.note("Finishing the step in hand; Ctrl-C again stops at once.")
        ) as stop,
        asked_agent.server_out_of_the_way(),
        closing(
            open_as_asked(devices[0] if devices else environment_serial(), names, ui_source, display)
        ) as opened,
    ):
        if stop():
            raise InterruptedRunError("record: stopped before anything was recorded")
        out.note(f"withheld before anything is stored: {masks.words}")
        ready = _ready_words(chosen, place_of(opened.serial, display))
        heard = _listener(opened.serial, ready, live, readiness, out)
        with kept_awake(opened, chosen.keep_awake, out.note):
            if tasks:
                plan = _attempt_plan(chosen, heard, stop)
                session = TaskRun(place, tasks, asked_tasks, chosen.resume, chosen.force)
                return session.collect(opened, plan, out, on_step=heard.on_step, stop=stop)
            summary = record_session(
                opened, place, chosen, heard, stop=stop, abandoned=lambda: stop.is_abandoned
            )
    _sum_up(summary, place, live, readiness, out)
    return asked_agent.exit_code


def _listener(serial: str, ready: str, live: LiveSteps, readiness: Readiness, out: Output) -> Listener:
    """What the person is told while the session goes on."""
    return Listener(
        on_step=lambda step: _say(step, live, readiness),
        on_ready=lambda: readiness.first(ready),
        on_wait=lambda seconds: out.note(
            f"{serial} went away; waiting up to {seconds:g} s for it (Ctrl-C ends the session)."
        ),
        on_room=lambda room: out.note(
            f"The disk holds about {room.steps:,} more steps ({room.free_bytes >> 20:,} MB free)."
        ),
        on_message=lambda text: out.note(f"note: {text}"),
        on_rested=readiness.rested,
    )


def _sum_up(summary: RecordSummary, place: Path, live: LiveSteps, readiness: Readiness, out: Output) -> None:
    document = {**summary.document(), "apps": list(live.apps), "touch_to_ready_s": readiness.figures()}
    out.line(recorded(document))
    if not out.json:
        out.result(document, _words(summary))
    out.note(live.summary(summary.path))
    readiness.tell()
    named = shlex.quote(str(place))
    out.note(f"next: gui-rec show {named}; gui-rec replay {named}")


def _ready_words(options: RecordOptions, place: str) -> str:
    if options.agent is not None:
        return f"Recording {shlex.join(options.agent.argv)} on {place}; Ctrl-C ends it."
    return f"Ready: touch the screen of {place}; Ctrl-C ends the session."


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


def _taken_up(
    options: RecordOptions, place: Path, masks: MaskRules, out: Output
) -> tuple[RecordOptions, MaskRules]:
    """The session and what it withholds, once it is known what is there to go on with; a person is told."""
    kept = kept_of(place) if options.resume else None
    if kept is not None:
        out.note(f"going on with {place}: {len(kept.raws)} step(s) are there and stay")
        masks = kept.masks
    start = script_start(options, kept)
    if start is None:
        return options, masks
    out.note(start_words(start))
    return replace(options, skip_actions=start.skip_actions), masks


def _refuse_what_cannot_be_meant(options: RecordOptions, *, has_tasks: bool = False) -> None:
    if options.from_line is not None and (has_tasks or options.source != "script"):
        raise UsageError("record: --from-line belongs to --source script, and to a single episode")
    if not has_tasks and (options.source == "script") != (options.script is not None):
        raise UsageError("record: --source script and --script FILE belong together")


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
    new = "" if summary.new_steps == summary.steps else f", {summary.new_steps} of them in this run"
    line = f"{summary.steps} step(s){new} in {summary.path} (episode {summary.episode_id}){flags}"
    return "\n".join([line, *expectation_lines(summary.expectations)])
