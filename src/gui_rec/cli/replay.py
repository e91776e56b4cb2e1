"""`gui-rec replay RECORDING`: re-execute a trajectory and check every transition."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from gui_rec.cli._app_names import app_names_option, read_names
from gui_rec.cli._display import display_option
from gui_rec.cli._farm import chosen_serials
from gui_rec.cli._options import devices_options, environment_serial, recording_argument
from gui_rec.cli._output import Output, output_options
from gui_rec.cli._replay_asking import asker
from gui_rec.cli._replay_learn import LEARN_OPTIONS, check_learn, learn_rules
from gui_rec.cli._replay_options import Asked, config_of, replay_options
from gui_rec.cli._replay_pages import drop_artifacts, write_pages
from gui_rec.cli._replay_repeat import repeat as repeat_replay
from gui_rec.cli._replay_run import (
    dry_run_recording,
    print_plan,
    print_report,
    replay_recording,
    tell_step,
)
from gui_rec.cli._replay_set import replay_set, the_one_serial
from gui_rec.cli._replay_set_options import AskedSet, set_options
from gui_rec.cli._ui_source import ui_source_option
from gui_rec.cli._with_members import WithMembers
from gui_rec.errors import UsageError

if TYPE_CHECKING:
    from gui_rec.replayer.config import ReplayConfig
    from gui_rec.replayer.report import RunReport


@click.command("replay", cls=WithMembers, members={"accept": "gui_rec.cli.replay_accept:command"})
@recording_argument
@devices_options
@display_option
@replay_options
@set_options
@click.option(
    "--repeat",
    type=click.IntRange(1, 1000),
    metavar="K",
    help="Replay K times, each with a report of its own, and tell which steps are flaky.",
)
@LEARN_OPTIONS[0]
@LEARN_OPTIONS[1]
@click.option(
    "--dry-run",
    is_flag=True,
    help="Say what would be done, and where the first target is now; nothing is sent that changes the phone.",
)
@app_names_option
@ui_source_option
@output_options
def command(
    recording: Path,
    devices: tuple[str, ...],
    every_device: bool,
    display: int | None,
    repeat: int | None,
    learn: int | None,
    rules_out: Path | None,
    dry_run: bool,
    app_names: Path | None,
    ui_source: str,
    asked_set: AskedSet,
    out: Output,
    **asked: Unpack[Asked],
) -> int:
    """Re-execute a trajectory on a device and check every transition.

    Exit 0 only when every step is verified; 1 when one did not match, and then the step and the code are named.

    RECORDING may hold several episodes, or be a folder of recordings: then all of them are replayed, each in a
    process of its own, on one device or on several, with one report.

    `gui-rec replay accept RECORDING STEP` turns a difference that a replay showed into a rule.
    """
    check_learn(learn, rules_out)
    serials = chosen_serials("replay", devices, every_device)
    found = asked_set.found(recording, asked["episode"], serials)
    if found is not None:
        _refuse_of_a_set(repeat, learn, dry_run=dry_run, on_mismatch=asked["on_mismatch"])
        config_of(asked)  # what cannot be meant is told once, before any replay begins
        several = serials or (the_one_serial(devices),)
        return replay_set(click.get_current_context(), recording, found, several, asked_set, out)
    config = replace(config_of(asked), any_display=display is not None)
    device = devices[0] if devices else environment_serial()
    names = read_names(app_names)
    if dry_run:
        _refuse_beside_dry_run(repeat, learn)
        planned = dry_run_recording(recording, device, config, names, ui_source, display)
        print_plan(planned, out)
        return planned.exit_code
    ask = asker(asked["on_mismatch"], out)

    def run(config: ReplayConfig, word: str = "") -> RunReport:
        report = replay_recording(
            recording,
            device,
            config,
            names,
            ui_source,
            display,
            on_step=lambda step: tell_step(step, out, word),
            on_stop=out.note,
            ask=ask,
        )
        if config.report_dir is not None and report.steps:
            write_pages(report, recording, config.report_dir)
            drop_artifacts(config.report_dir, asked_set.artifacts, is_good=report.ok)
        return report

    if learn is not None and rules_out is not None:
        _refuse_beside_learn(repeat)
        return learn_rules(recording, config, learn, rules_out, run, out)
    if repeat is not None:
        return repeat_replay(config, repeat, run, out)
    report = run(config)
    print_report(report, config.report_dir, out)
    return report.exit_code


def _refuse_beside_dry_run(repeat: int | None, learn: int | None) -> None:
    for option, count in (("--repeat", repeat), ("--learn", learn)):
        if count is not None:
            raise UsageError(
                f"replay: --dry-run and {option} exclude each other: nothing is done that could vary"
            )


def _refuse_beside_learn(repeat: int | None) -> None:
    if repeat is not None:
        raise UsageError(
            "replay: --learn and --repeat exclude each other: --learn N replays N times by itself"
        )


def _refuse_of_a_set(repeat: int | None, learn: int | None, *, dry_run: bool, on_mismatch: str) -> None:
    given = [
        ("--repeat", repeat is not None),
        ("--learn", learn is not None),
        ("--dry-run", dry_run),
        ("--on-mismatch ask", on_mismatch == "ask"),
    ]
    for option, is_given in given:
        if is_given:
            raise UsageError(
                f"replay: {option} is for one trajectory on one device; name it by --episode, and one --device"
            )
