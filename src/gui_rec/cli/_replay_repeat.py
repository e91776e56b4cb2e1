"""`gui-rec replay --repeat K`: the same replay again and again, and what varied."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gui_rec.cli._output import Output
from gui_rec.errors import OutputExistsError

if TYPE_CHECKING:
    from gui_rec.replayer.config import ReplayConfig
    from gui_rec.replayer.report import RunReport
    from gui_rec.replayer.stability import Stability

STABILITY = "stability.json"


def repeat(
    config: ReplayConfig, times: int, run: Callable[[ReplayConfig, str], RunReport], out: Output
) -> int:
    """Call `run` with a config and a word for its lines, `times` times; the exit code of all together.

    Each run's report goes to a folder of its own, `run_1` and on, the table beside them. A run that lost its device is
    the last. What was finished is told and kept also when the person interrupts.
    """
    from gui_rec.replayer.stability import Stability

    folder = None if config.report_dir is None else fresh_folder(config.report_dir, force=config.force)
    reports: list[RunReport] = []
    try:
        for number in range(1, times + 1):
            place = None if folder is None else folder / f"run_{number}"
            reports.append(run(replace(config, report_dir=place), f"run {number} of {times}, "))
            if reports[-1].device_lost:
                break
    finally:
        found = Stability(times, tuple(reports))
        if reports:
            _tell(found, folder, out)
    return found.exit_code


def fresh_folder(folder: Path, *, force: bool) -> Path:
    """An empty folder for the runs; with `force` what is there is moved aside. Raises OutputExistsError."""
    from gui_rec.store.layout import Layout
    from gui_rec.store.recording import move_aside

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        if not force:
            raise OutputExistsError(f"{folder}: is there already; choose another folder, or --force")
        move_aside(Layout(folder))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _tell(found: Stability, folder: Path | None, out: Output) -> None:
    out.result(found.as_record(), found.table())
    for number, run in enumerate(found.runs, 1):
        for step in run.steps:
            if not step.ok:
                out.note(f"run {number}: {step.line if out.verbose else step.brief}")
    if folder is not None:
        fresh = folder / f"{STABILITY}.new"
        fresh.write_text(json.dumps(found.as_record(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        fresh.replace(folder / STABILITY)
        out.note(
            f"table: {folder / STABILITY}; a report for each run in run_1 to run_{len(found.runs)} beside it"
        )
