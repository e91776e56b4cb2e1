"""Results of sets of replays that never ran.

from replay_sets import a_set, an_attempt, an_item
"""

from __future__ import annotations

from gui_rec.replayer.sets.report import SetDevice, SetReport
from gui_rec.replayer.sets.results import Attempt, AttemptEnd, ItemResult, StepResult, ending_of

CODES = {AttemptEnd.VERIFIED: 0, AttemptEnd.FAILED: 1, AttemptEnd.REFUSED: 2, AttemptEnd.DEVICE_LOST: 3}


def a_step_result(index: int = 0, code: str = "OK", detail: str = "") -> StepResult:
    good = code == "OK"
    line = None if good else f"step {index} (tap): {code}: {detail} [expected a; seen b; edits=1]"
    return StepResult(index, "tap", "match" if good else "mismatch", good, code, detail, line, 10)


def an_attempt(
    end: AttemptEnd = AttemptEnd.VERIFIED,
    *steps: StepResult,
    device: str = "device_1",
    folder: str | None = "trajectories/E/attempt_1",
    said: str | None = None,
    exit_code: int | None = None,
) -> Attempt:
    if not steps:
        steps = {
            AttemptEnd.VERIFIED: (a_step_result(),),
            AttemptEnd.FAILED: (a_step_result(0, "STATE_MISMATCH", "other"),),
        }.get(end, ())
    code = CODES.get(end, -9) if exit_code is None else exit_code
    return Attempt(device, end, code, 1_500, folder, said, 0, steps)


def an_item(name: str = "E", *attempts: Attempt, given_back: int = 0, goal: str | None = "Buy") -> ItemResult:
    return ItemResult("demos/a", name, goal, 1, ending_of(attempts), given_back, attempts)


def a_set(*items: ItemResult, interrupted: bool = False, fail_on_flaky: bool = False) -> SetReport:
    devices = (SetDevice("device_1", "0" * 16), SetDevice("device_2", "1" * 16))
    return SetReport(
        "S", "demos", "1/2", 1, 2, devices, items, ("1 episode(s) discarded",), {}, interrupted, fail_on_flaky
    )
