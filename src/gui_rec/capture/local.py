"""Actions that send nothing to the device: waiting, and reading text off the screen."""

from __future__ import annotations

from gui_rec._clock import Clock, Deadline
from gui_rec.capture.observe import Observer
from gui_rec.model.actions import Action, ExtractText, Wait, WaitFor
from gui_rec.model.observation import Observation
from gui_rec.model.selector import Selector
from gui_rec.model.verdict import Code
from gui_rec.ui.selectors import find_all
from gui_rec.ui.tree import Node

DEFAULT_WAIT_MS = 1_000
DEFAULT_WAIT_FOR_MS = 5_000
_LOOK_GAP_S = 0.5

Result = tuple[Code | None, str | None]
"""Result code and detail; a code of None says that nothing is known to have gone wrong."""


def perform_locally(observer: Observer, clock: Clock, seen: Observation, action: Action) -> Result:
    """Do what such an action asks for. Actions that only speak (answer, finish, note) do nothing."""
    match action:
        case Wait(duration_ms=duration_ms):
            clock.sleep_s((DEFAULT_WAIT_MS if duration_ms is None else duration_ms) / 1_000)
            return None, None
        case WaitFor(selector=selector, timeout_ms=timeout_ms):
            timeout_s = (DEFAULT_WAIT_FOR_MS if timeout_ms is None else timeout_ms) / 1_000
            return _wait_for(observer, clock, selector, Deadline.after(clock, timeout_s))
        case ExtractText(selector=selector, output_field=field):
            return _extract(observer, seen, selector, field)
        case _:
            return None, None


def _wait_for(observer: Observer, clock: Clock, selector: Selector, deadline: Deadline) -> Result:
    while True:
        found = _matches(observer, observer.observe(), selector)
        if len(found) == 1:
            return None, None
        if len(found) > 1:
            return Code.TARGET_AMBIGUOUS, f"{len(found)} nodes match the selector"
        if deadline.passed:
            return Code.TARGET_NOT_FOUND, "no node matched the selector until the time was up"
        clock.sleep_s(min(_LOOK_GAP_S, deadline.left_s))


def _extract(observer: Observer, seen: Observation, selector: Selector, field: str) -> Result:
    found = _matches(observer, seen, selector)
    if len(found) > 1:
        return Code.TARGET_AMBIGUOUS, f"{len(found)} nodes match the selector"
    if not found:
        return Code.TARGET_NOT_FOUND, "no node matches the selector"
    return None, f"{field}={found[0].text or found[0].content_desc or ''}"


def _matches(observer: Observer, seen: Observation, selector: Selector) -> list[Node]:
    tree = observer.tree(seen)
    return [] if tree is None else find_all(tree, selector)
