"""The report of one transition of a person's test: the same document and page as a replay of one step."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from gui_rec.model.step import Step
from gui_rec.replayer.report import RunReport
from gui_rec.viewer.replay_page import write_replay_page

PAGE = "report.html"
_NOT_IN_A_NAME = re.compile(r"[^\w.-]+")
_MOST_NAME = 80


def write_transition(
    run: RunReport, recorded: Step, replayed: Step | None, place: Path, test: str | None
) -> Path:
    """Write `report.json` and `report.html` below `place`, in a folder of the test's and the block's name; that folder."""
    parent = place / folder_name(test or "no-test")
    folder, number = parent / folder_name(run.goal or run.episode_id), 1
    while folder.exists():  # a block in a loop, or a test that ran again
        number += 1
        folder = parent / f"{folder_name(run.goal or run.episode_id)}-{number}"
    run.write(folder)
    made = {} if replayed is None else {replayed.index: replayed}
    write_replay_page(run, {recorded.index: recorded}, made, folder / PAGE)
    return folder


def folder_name(text: str) -> str:
    """A test's id or a block's name as that of a folder; one that had to be cut ends in a hash, so names stay apart."""
    plain = _NOT_IN_A_NAME.sub("-", text).strip("-.") or "unnamed"
    if len(plain) <= _MOST_NAME:
        return plain
    return f"{plain[:_MOST_NAME]}-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
