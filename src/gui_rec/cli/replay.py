"""`gui-rec replay RECORDING`: re-execute a trajectory and check every transition."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Unpack

import click

from gui_rec.cli._app_names import app_names_option, read_names
from gui_rec.cli._display import display_option
from gui_rec.cli._farm import chosen_serials
from gui_rec.cli._options import devices_options, environment_serial, recording_argument
from gui_rec.cli._output import Output, output_options
from gui_rec.cli._replay_options import Asked, config_of, replay_options
from gui_rec.cli._replay_pages import drop_artifacts, write_pages
from gui_rec.cli._replay_run import print_report, replay_recording, tell_step
from gui_rec.cli._replay_set import replay_set, the_one_serial
from gui_rec.cli._replay_set_options import AskedSet, set_options
from gui_rec.cli._ui_source import ui_source_option


@click.command("replay")
@recording_argument
@devices_options
@display_option
@replay_options
@set_options
@app_names_option
@ui_source_option
@output_options
def command(
    recording: Path,
    devices: tuple[str, ...],
    every_device: bool,
    display: int | None,
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
    """
    serials = chosen_serials("replay", devices, every_device)
    found = asked_set.found(recording, asked["episode"], serials)
    if found is not None:
        several = serials or (the_one_serial(devices),)
        return replay_set(click.get_current_context(), recording, found, several, asked_set, out)
    config = replace(config_of(asked), any_display=display is not None)
    report = replay_recording(
        recording,
        devices[0] if devices else environment_serial(),
        config,
        read_names(app_names),
        ui_source,
        display,
        on_step=lambda step: tell_step(step, out),
        on_stop=out.note,
    )
    if config.report_dir is not None and report.steps:
        write_pages(report, recording, config.report_dir)
        drop_artifacts(config.report_dir, asked_set.artifacts, is_good=report.ok)
    print_report(report, config.report_dir, out)
    return report.exit_code
