"""The pauses between the actions of a recording, kept on replay where that is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from gui_rec._clock import Clock
from gui_rec.model.step import Step


def pause_between(earlier: Step, later: Step) -> float | None:
    """Seconds from one recorded action to the next; None where the recording does not tell.

    Told by when the screens before the actions were taken, and where both were sent by gui-rec, by when that was.
    """
    if earlier.sent is not None and later.sent is not None:
        span_us = later.sent.started_us - earlier.sent.started_us
    elif earlier.pre.captured_at_us is not None and later.pre.captured_at_us is not None:
        span_us = later.pre.captured_at_us - earlier.pre.captured_at_us
    else:
        return None
    return span_us / 1_000_000 if span_us >= 0 else None


@dataclass(slots=True)
class Pace:
    """Holds steps apart as the recording has them, each pause at most `longest_s`."""

    clock: Clock
    longest_s: float
    _last: tuple[Step, float] | None = None

    def wait(self, step: Step) -> None:
        """Let time pass until `step` is due; called right before it begins, the first one at once."""
        now_s = self.clock.monotonic_s()
        if self._last is not None:
            earlier, began_s = self._last
            pause_s = pause_between(earlier, step)
            if pause_s is not None:
                due_s = began_s + min(pause_s, self.longest_s)
                if due_s > now_s:
                    self.clock.sleep_s(due_s - now_s)
                    now_s = self.clock.monotonic_s()
        self._last = (step, now_s)
