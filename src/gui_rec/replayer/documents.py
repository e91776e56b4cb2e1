"""The JSON document of one replay: its keys and types, from which `docs/report.schema.json` is made."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypedDict

import msgspec

from gui_rec._files import read_bytes
from gui_rec.errors import InputError

REPORT = "report.json"
REPORT_VERSION = 1
_MOST_BYTES = 256 * 1024 * 1024


class StepDocument(TypedDict):
    """One judged step. `line` is None for a success."""

    step_index: int
    action: str
    target: str | None
    verdict: str
    successful: bool
    code: str
    detail: str
    confidence: float
    outcome: str | None
    acted: bool
    accepted: bool
    note: str | None
    located: str | None
    decided_by: str | None
    expected: str
    seen: str
    numbers: dict[str, Any]
    line: str | None
    elapsed_ms: int
    evidence: dict[str, Any]


class ReportDocument(TypedDict):
    """One replay; `docs/report.md` explains each key."""

    report_version: int
    run_id: str
    recording: str
    episode_id: str
    goal: str | None
    device: str
    tolerance: str
    started_at_us: int
    ended_at_us: int
    ok: bool
    exit_code: int
    counts: dict[str, int]
    not_run: int
    replayed_episode_id: str | None
    elsewhere: list[str]
    restored: str | None
    speed: str
    parameters: list[str]
    steps: list[StepDocument]


def read_report(folder: Path) -> ReportDocument:
    """The document that a replay left in `folder`. Raises InputError naming the file and what is wrong with it."""
    path = folder / REPORT
    data = read_bytes(path, "a replay's report", _MOST_BYTES)
    try:
        found = msgspec.json.decode(data, type=ReportDocument)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"{path}: expected the report of a replay, got something else ({error})") from error
    if found["report_version"] != REPORT_VERSION:
        raise InputError(f"{path}: expected report version {REPORT_VERSION}, got {found['report_version']}")
    return found
