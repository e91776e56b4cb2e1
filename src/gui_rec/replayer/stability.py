"""What several replays of one recording have in common: which steps always come out alike, and which are flaky."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table
from rich.text import Text

from gui_rec.errors import ExitCode
from gui_rec.replayer.report import RunReport, StepReport

STABILITY_VERSION = 1


@dataclass(frozen=True, slots=True)
class StepStability:
    """One step over all runs. `outcomes` counts verdict and code (`mismatch NO_EFFECT`); `not_reached` are the runs
    that stopped before it.
    """

    index: int
    action: str
    outcomes: tuple[tuple[str, int], ...]
    passed: int
    reached: int
    not_reached: int

    @property
    def is_flaky(self) -> bool:
        """True where the step did not come out alike each time it was reached: good in some runs only, or bad
        for different reasons. Two successes of different shade are alike.
        """
        bad = [outcome for outcome, _ in self.outcomes if outcome != _GOOD]
        return len(bad) > 1 or (bool(bad) and self.passed > 0)

    def as_record(self) -> dict[str, object]:
        return {
            "step_index": self.index,
            "action": self.action,
            "reached": self.reached,
            "not_reached": self.not_reached,
            "passed": self.passed,
            "outcomes": dict(self.outcomes),
            "flaky": self.is_flaky,
        }


_GOOD = "ok"


@dataclass(frozen=True, slots=True)
class Stability:
    """K runs. `wanted` is how many were asked for: fewer are there when one lost its device or was interrupted."""

    wanted: int
    runs: tuple[RunReport, ...]

    @property
    def steps(self) -> tuple[StepStability, ...]:
        """Every step that any run reached, in order."""
        found: dict[int, list[StepReport]] = {}
        for run in self.runs:
            for step in run.steps:
                found.setdefault(step.index, []).append(step)
        return tuple(_step(index, found[index], len(self.runs)) for index in sorted(found))

    @property
    def flaky(self) -> tuple[int, ...]:
        """Indices of the flaky steps."""
        return tuple(step.index for step in self.steps if step.is_flaky)

    @property
    def exit_code(self) -> ExitCode:
        """Good only when every run that was asked for is."""
        codes = [run.exit_code for run in self.runs]
        if ExitCode.DEVICE in codes:
            return ExitCode.DEVICE
        is_good = len(codes) == self.wanted and all(code is ExitCode.OK for code in codes)
        return ExitCode.OK if is_good else ExitCode.MISMATCH

    def as_record(self) -> dict[str, object]:
        """The JSON document of `replay --repeat`."""
        return {
            "stability_version": STABILITY_VERSION,
            "repeat": self.wanted,
            "passed": sum(run.ok for run in self.runs),
            "ok": self.exit_code is ExitCode.OK,
            "exit_code": int(self.exit_code),
            "flaky_steps": list(self.flaky),
            "steps": [step.as_record() for step in self.steps],
            "runs": [run.as_record() for run in self.runs],
        }

    def table(self) -> Table:
        """The steps for a terminal, flaky ones named."""
        good = sum(run.ok for run in self.runs)
        title = (
            f"{good} of {self.wanted} replays ok; flaky steps: {', '.join(map(str, self.flaky)) or 'none'}"
        )
        table = Table(title=title, title_justify="left", box=None, pad_edge=False)
        for column in ("step", "action", "ok", "outcomes", ""):
            table.add_column(column, justify="right" if column in ("step", "ok") else "left")
        for step in self.steps:
            said = ", ".join(f"{outcome} ({count})" for outcome, count in step.outcomes)
            if step.not_reached:
                said += f", not reached ({step.not_reached})"
            style = "yellow" if step.is_flaky else "green" if step.passed == step.reached else "red"
            table.add_row(
                str(step.index),
                Text(step.action),
                f"{step.passed}/{step.reached}",
                said,
                "flaky" if step.is_flaky else "",
                style=style,
            )
        return table


def _step(index: int, reports: Sequence[StepReport], runs: int) -> StepStability:
    outcomes = Counter(_outcome(report) for report in reports)
    return StepStability(
        index=index,
        action=reports[0].action,
        outcomes=tuple(outcomes.most_common()),
        passed=outcomes[_GOOD],
        reached=len(reports),
        not_reached=runs - len(reports),
    )


def _outcome(report: StepReport) -> str:
    return _GOOD if report.ok else f"{report.verdict.verdict.value} {report.verdict.code.value}"
