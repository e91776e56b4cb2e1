"""Is there anything to judge by, on both sides?"""

from __future__ import annotations

from gui_rec.model.observation import Observation
from gui_rec.model.verdict import Code
from gui_rec.replayer.checks._api import Check, CheckResult, Context
from gui_rec.replayer.checks._results import passed, unknown
from gui_rec.replayer.looks import Look


class ObservationCheck:
    """Unknown when either side has no picture and no hierarchy, or lacks the hierarchy the other has."""

    name = "observation"

    def check(self, recorded: Look, seen: Look, _context: Context) -> CheckResult:
        if _is_told_by_package(recorded, seen):
            return passed(self.name, compared=False)
        if not seen.seen.is_usable:
            return unknown(
                self.name,
                Code.OBSERVATION_FAILED,
                f"the screen could not be captured: {_why(seen.seen)}",
                0.0,
            )
        if not recorded.seen.is_usable:
            return unknown(
                self.name,
                Code.OBSERVATION_FAILED,
                f"the recording has no picture and no hierarchy here: {_why(recorded.seen)}",
                0.0,
            )
        has_common = (recorded.tree is not None and seen.tree is not None) or (
            recorded.seen.screenshot is not None and seen.seen.screenshot is not None
        )
        if not has_common:
            detail = f"nothing in common to compare; recorded lacks {_why(recorded.seen)}, seen lacks {_why(seen.seen)}"
            return unknown(self.name, Code.OBSERVATION_FAILED, detail, 0.0)
        return passed(self.name, recorded_nodes=recorded.informative, seen_nodes=seen.informative)


def _is_told_by_package(recorded: Look, seen: Look) -> bool:
    """An app that is withheld wholly is on both sides, or on one of them with another app on the other."""
    if recorded.is_withheld and seen.is_withheld:
        return True
    packages = (recorded.seen.package, seen.seen.package)
    return (recorded.is_withheld or seen.is_withheld) and None not in packages and packages[0] != packages[1]


def _why(observation: Observation) -> str:
    return (
        ", ".join(f"{item.column} ({item.reason})" for item in observation.missing) or "nothing that is told"
    )


CHECK: Check = ObservationCheck()
