"""The state before an action, exact and as cheap as the agent's own looks allow."""

from __future__ import annotations

from dataclasses import replace

from gui_rec.capture.settle import Settled, same_screen
from gui_rec.model.flags import Flag
from gui_rec.model.observation import Observation
from gui_rec.recorder.proxy.looks import AgentLook, Looks
from gui_rec.recorder.session import Recorder


def at_rest(recorder: Recorder, looks: Looks) -> Observation:
    """The screen at rest, right now, by one fresh picture at least. Raises DeviceLostError.

    Where that picture shows the state after the last step, it is that state. Where it shows what the agent's own
    screenshot showed, `hold_s` and more ago, the screen has rested since, and a hierarchy that the agent asked for
    in between is the screen's. Else the screen is waited for.
    """
    fresh = recorder.observer.screenshot()
    last = recorder.last
    if _still(recorder, fresh, last):
        assert last is not None
        return last
    seen = _by_the_agents_looks(recorder, looks, fresh)
    return _rest(recorder) if seen is None else seen


def _still(recorder: Recorder, fresh: bytes | None, last: Observation | None) -> bool:
    if last is None or fresh is None or last.screenshot is None or Flag.UNSETTLED in last.flags:
        return False
    return same_screen(recorder.observer, fresh, last) and recorder.observer.has_focus_of(last)


def _by_the_agents_looks(recorder: Recorder, looks: Looks, fresh: bytes | None) -> Observation | None:
    shot = looks.screenshot()
    if (
        shot is None
        or fresh is None
        or recorder.clock.monotonic_s() - shot.ended_s < recorder.config.settle.hold_s
    ):
        return None
    if not same_screen(recorder.observer, fresh, Observation(screenshot=shot.data)):
        return None
    xml = _enclosed(shot, looks.hierarchy())
    seen = recorder.observer.observe(screenshot=fresh, hierarchy=xml)
    # What was asked for just now may be of a page that has come since; one more picture tells.
    if xml is None and not same_screen(recorder.observer, recorder.observer.screenshot(), seen):
        return None
    return None if seen.facts.loading else seen


def _enclosed(shot: AgentLook, hierarchy: AgentLook | None) -> str | None:
    """The agent's hierarchy, if its picture was taken before it: with the fresh one, equal pictures stand around it."""
    if hierarchy is None or hierarchy.begun_s < shot.ended_s:
        return None
    return hierarchy.data.decode("utf-8", "replace")


def _rest(recorder: Recorder) -> Observation:
    waited: Settled = recorder.rest()
    if waited.settled:
        return waited.observation
    return replace(
        waited.observation, flags=tuple(dict.fromkeys((*waited.observation.flags, Flag.UNSETTLED)))
    )
