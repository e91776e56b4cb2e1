"""`gui-rec replay RECORDING`: re-execute a trajectory and check every transition."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Unpack

import click

from gui_rec.cli._app_names import app_names_option, read_names
from gui_rec.cli._display import display_option
from gui_rec.cli._options import device_option, recording_argument
from gui_rec.cli._output import Output, output_options
from gui_rec.cli._replay_options import Asked, config_of, replay_options
from gui_rec.cli._replay_pages import write_pages
from gui_rec.cli._replay_run import print_report, replay_recording, tell_step
from gui_rec.cli._ui_source import ui_source_option


@click.command("replay")
@recording_argument
@device_option
@display_option
@replay_options
@app_names_option
@ui_source_option
@output_options
def command(
    recording: Path,
    device: str | None,
    display: int | None,
    app_names: Path | None,
    ui_source: str,
    out: Output,
    **asked: Unpack[Asked],
) -> int:
    """Re-execute a trajectory on a device and check every transition.

    Exit 0 only when every step is verified; 1 when one did not match, and then the step and the code are named.
    """
    config = replace(config_of(asked), any_display=display is not None)
    report = replay_recording(
        recording,
        device,
        config,
        read_names(app_names),
        ui_source,
        display,
        on_step=lambda step: tell_step(step, out),
    )
    if config.report_dir is not None and report.steps:
        write_pages(report, recording, config.report_dir)
    print_report(report, config.report_dir, out)
    return report.exit_code
