"""Reports of replays that never ran."""

from __future__ import annotations

from gui_rec.model.verdict import Code, StepVerdict, Verdict
from gui_rec.replayer.report import RunReport, StepReport


def a_step(
    index: int = 0, verdict: Verdict = Verdict.MATCH, code: Code = Code.OK, detail: str = ""
) -> StepReport:
    row = StepVerdict("R", "E", index, "fake", verdict, code, detail, 0.9, "recorded", '{"checks": []}', None)
    return StepReport(
        index,
        '{"type": "tap"}',
        "Button 'Pay [now]'",
        row,
        True,
        "selector",
        "state" if detail else None,
        "Cart (0123)",
        ".Item (4567)",
        {"edits": 2, "nothing": None} if detail else {},
        1_200,
    )


def a_report(*steps: StepReport, not_run: int = 0) -> RunReport:
    return RunReport("R", "a.parquet", "E", "Buy", "fake", "dynamic", 1, 2, steps, not_run, None)
