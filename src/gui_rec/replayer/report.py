"""What a replay found: as records, as JSON, as a table for the terminal.

The JSON document is described in `docs/report.md`; its shape is `gui_rec.replayer.documents`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rich.table import Table
from rich.text import Text

from gui_rec.errors import ExitCode
from gui_rec.model.verdict import Code, StepVerdict, Verdict
from gui_rec.replayer.asking import Answer, Choice
from gui_rec.replayer.documents import REPORT, REPORT_VERSION, ReportDocument, StepDocument

_STYLES = {
    Verdict.MATCH: "green",
    Verdict.ACCEPTABLE: "cyan",
    Verdict.MISMATCH: "red",
    Verdict.UNKNOWN: "yellow",
}


@dataclass(frozen=True, slots=True)
class StepReport:
    """One judged step. `action` is the recorded action in words; `located` tells how its target
    was found again, None where it was not. `decided_by` names the check that failed the step. `seen_picture`
    is the screen before a step that was not performed, for a page; it stands in no document. `answer` is what a person
    said of a step that failed.
    """

    index: int
    action: str
    target: str | None
    verdict: StepVerdict
    acted: bool
    located: str | None
    decided_by: str | None
    expected: str
    seen: str
    numbers: Mapping[str, object]
    elapsed_ms: int
    seen_picture: bytes | None = field(default=None, repr=False, compare=False)
    answer: Answer | None = None

    @property
    def ok(self) -> bool:
        return self.verdict.verdict.successful

    @property
    def is_accepted(self) -> bool:
        """True for a step that failed and that a person let pass; its verdict stays what it is."""
        return not self.ok and self.answer is not None and self.answer.choice is Choice.ACCEPT

    @property
    def passes(self) -> bool:
        """True where the step does not make the run a failure."""
        return self.ok or self.is_accepted

    @property
    def brief(self) -> str:
        """One line that says what failed, where and why."""
        where = f" at {self.target}" if self.target else ""
        return f"step {self.index} ({self.action}){where}: {self.verdict.code}: {self.verdict.detail}"

    @property
    def line(self) -> str:
        """The same with the expected and the seen screen and the numbers that decided."""
        numbers = ", ".join(f"{name}={value}" for name, value in self.numbers.items() if value is not None)
        return f"{self.brief} [expected {self.expected}; seen {self.seen}; {numbers or 'no numbers'}]"


@dataclass(frozen=True, slots=True)
class RunReport:
    """A whole replay. `not_run` counts the steps after the one it stopped at. `elsewhere` tells in what the device
    differs from the recorded one, `restored` what was done to the app first, `parameters` the names of those given.
    """

    run_id: str
    recording: str
    episode_id: str
    goal: str | None
    device: str
    tolerance: str
    started_at_us: int
    ended_at_us: int
    steps: tuple[StepReport, ...]
    not_run: int
    replayed_episode_id: str | None
    elsewhere: tuple[str, ...] = ()
    restored: str | None = None
    speed: str = "fast"
    parameters: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """True only when every step ran and each is match or acceptable, or was accepted by a person."""
        return bool(self.steps) and not self.not_run and all(step.passes for step in self.steps)

    @property
    def device_lost(self) -> bool:
        return any(step.verdict.code is Code.DEVICE_LOST for step in self.steps)

    @property
    def exit_code(self) -> ExitCode:
        """What a command ends with."""
        if self.device_lost:
            return ExitCode.DEVICE
        return ExitCode.OK if self.ok else ExitCode.MISMATCH

    @property
    def counts(self) -> dict[str, int]:
        """Steps by verdict; every verdict is named."""
        return {
            verdict.value: sum(step.verdict.verdict is verdict for step in self.steps) for verdict in Verdict
        }

    def failures(self) -> Iterator[str]:
        """One line for each step that failed."""
        return (step.line for step in self.steps if not step.ok)

    def as_record(self) -> ReportDocument:
        """The JSON document."""
        return ReportDocument(
            report_version=REPORT_VERSION,
            run_id=self.run_id,
            recording=self.recording,
            episode_id=self.episode_id,
            goal=self.goal,
            device=self.device,
            tolerance=self.tolerance,
            started_at_us=self.started_at_us,
            ended_at_us=self.ended_at_us,
            ok=self.ok,
            exit_code=int(self.exit_code),
            counts=self.counts,
            not_run=self.not_run,
            replayed_episode_id=self.replayed_episode_id,
            elsewhere=list(self.elsewhere),
            restored=self.restored,
            speed=self.speed,
            parameters=list(self.parameters),
            steps=[_step_record(step) for step in self.steps],
        )

    def to_json(self) -> str:
        """The document as text, keys in a fixed order, ending in a newline."""
        return json.dumps(self.as_record(), ensure_ascii=False, indent=1) + "\n"

    def write(self, folder: Path) -> Path:
        """`report.json` in `folder`, put there by rename."""
        folder.mkdir(parents=True, exist_ok=True)
        target, fresh = folder / REPORT, folder / f"{REPORT}.new"
        fresh.write_text(self.to_json(), encoding="utf-8")
        fresh.replace(target)
        return target

    def table(self) -> Table:
        """The steps for a terminal."""
        title = f"replay of {self.episode_id}: {'ok' if self.ok else 'NOT ok'}"
        table = Table(title=title, title_justify="left", box=None, pad_edge=False)
        for column in ("step", "action", "verdict", "code", "confidence", "detail"):
            table.add_column(column, justify="right" if column in ("step", "confidence") else "left")
        for step in self.steps:
            row = step.verdict
            table.add_row(
                str(step.index),
                Text(step.action),
                row.verdict.value,
                row.code.value,
                f"{row.confidence:.2f}",
                Text(row.detail),
                style=_STYLES[row.verdict],
            )
        return table


def _step_record(step: StepReport) -> StepDocument:
    row = step.verdict
    return StepDocument(
        step_index=step.index,
        action=step.action,
        target=step.target,
        verdict=row.verdict.value,
        successful=row.verdict.successful,
        code=row.code.value,
        detail=row.detail,
        confidence=row.confidence,
        outcome=row.outcome,
        acted=step.acted,
        accepted=step.is_accepted,
        note=None if step.answer is None else step.answer.note or None,
        located=step.located,
        decided_by=step.decided_by,
        expected=step.expected,
        seen=step.seen,
        numbers=dict(step.numbers),
        line=None if step.ok else step.line,
        elapsed_ms=step.elapsed_ms,
        evidence=json.loads(row.evidence),
    )
