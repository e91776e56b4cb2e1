"""Which of the looks after an action is to be judged: the last one, or the last that stood still."""

from __future__ import annotations

from dataclasses import replace

from gui_rec.model.step import Step
from gui_rec.replayer.looks import Look, same_state
from gui_rec.replayer.volatile import comes_back, states_of, still_moving
from gui_rec.replayer.waiting import Looks


def at_rest(settled: Step, waited: Step, pre: Look, looks: Looks) -> tuple[Step, bool]:
    """The step with the state to judge, and whether the screen never stood still.

    `settled` is the step as its action's own wait ended, `waited` as the wait for the recorded state did. A screen
    that moves when time is up is judged as it last stood for a second, if it had changed by then.
    """
    is_settled = waited.post is settled.post and bool(settled.settled)
    flickers = comes_back(states_of(looks.kept))
    if is_settled or not (still_moving(looks.kept) or (flickers and not settled.settled)):
        return waited, False
    stable = looks.stable
    if stable is None or same_state(stable, pre) or flickers:
        return waited, True
    return replace(waited, post=stable.seen), False
