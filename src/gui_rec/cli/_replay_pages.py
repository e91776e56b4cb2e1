"""What a replay leaves beside `report.json`: a page to look at, and JUnit XML for CI systems."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gui_rec.model.step import Step
    from gui_rec.replayer.report import RunReport

PAGE = "report.html"
JUNIT = "junit.xml"


def write_pages(report: RunReport, recording: Path, folder: Path) -> None:
    """Write both into `folder`, where the replayed run lies in `run`."""
    from gui_rec.replayer.junit import to_junit
    from gui_rec.viewer.replay_page import write_replay_page

    fresh = folder / f"{JUNIT}.new"
    fresh.write_text(to_junit(report), encoding="utf-8")
    fresh.replace(folder / JUNIT)
    replayed = _steps(folder / "run") if any(step.acted for step in report.steps) else {}
    write_replay_page(report, _steps(recording, report.episode_id), replayed, folder / PAGE)


def _steps(recording: Path, episode_id: str | None = None) -> dict[int, Step]:
    from gui_rec.store.reader import open_trajectories

    return {step.index: step for step in open_trajectories(recording).steps(episode_id)}


def drop_artifacts(folder: Path, kept: str, *, is_good: bool) -> None:
    """Remove the replayed run and the page of a replay unless they are `kept`: `all`, those of `failures`, or `none`."""
    if kept == "all" or (kept == "failures" and not is_good):
        return
    shutil.rmtree(folder / "run", ignore_errors=True)
    (folder / PAGE).unlink(missing_ok=True)
