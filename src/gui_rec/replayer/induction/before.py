"""What varies on the screen before a step, which the step is held against, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gui_rec.replayer.induction.findings import Finding, Reading, findings_of
from gui_rec.replayer.induction.groups import medoid, outcome_groups
from gui_rec.replayer.induction.pages import Page
from gui_rec.replayer.induction.runs import Run

_KEPT = (Reading.VOLATILE, Reading.PARAMETER)


def findings_before(
    runs: Sequence[Run], after: Sequence[Finding], *, recorded: int | None = None
) -> list[Finding]:
    """What varied by itself before the step, or said an input there; of the screen that most runs started from.

    `after` is what was found of the states after it.

    A rule's slot is excused on both screens of its step. So a place that would also cover something of the state
    after the step which stays the same there, or is the step's own effect, is left out: that would hide an effect.
    """
    seen = [replace(run, pre=None, post=run.pre) for run in runs if run.pre is not None]
    if len(seen) < 2:
        return []
    mine = [seen[place] for place in outcome_groups([run.post for run in seen])[0]]
    at = next((i for i, run in enumerate(mine) if run.number == recorded), None)
    found, _, _ = findings_of(mine, medoid([run.post for run in mine]), recorded=at)
    return [
        finding
        for finding in found
        if finding.reading in _KEPT and not _hides(finding, [run.post for run in runs], after)
    ]


def _hides(finding: Finding, pages: Sequence[Page], after: Sequence[Finding]) -> bool:
    """Whether the slot would excuse something after the step that was not found to vary alike there."""
    alike = [
        other.address
        for other in after
        if (other.reading, other.parameter) == (finding.reading, finding.parameter)
    ]
    return any(
        finding.address.covers(chain, finding.kind)
        and not any(one.covers(chain, finding.kind) for one in alike)
        for page in pages
        for chain in page.chains.values()
    )
