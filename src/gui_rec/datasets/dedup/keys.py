"""What makes two steps, two screens or two trajectories the same for a training set."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from gui_rec.datasets.dedup.template import task_template
from gui_rec.datasets.labels.course import coarse
from gui_rec.model.actions import Action
from gui_rec.model.observation import Observation
from gui_rec.model.step import Step


def action_key(action: Action) -> str:
    """The action with its places on a grid of 5 % and without its times: equal for two hands that do the same."""
    return repr(coarse(action))


def screen_key(seen: Observation) -> str | None:
    """The screen: app, page and the hierarchy's key; by its picture where there is no hierarchy, None without both."""
    if seen.state_key is not None:
        return "\x1f".join((seen.package or "", seen.activity or "", seen.state_key.state))
    return seen.fingerprint


def step_key(step: Step) -> int | None:
    """64 bits of (screen before, action); None where nothing tells the screen."""
    screen = screen_key(step.pre)
    return None if screen is None else number_of(screen, action_key(step.action))


def course_key(goal: str | None, steps: Iterable[Step]) -> int | None:
    """64 bits of a whole trajectory: its task and every (screen before, action); None where a screen is unknown."""
    parts = [task_template(goal or "")]
    for step in steps:
        screen = screen_key(step.pre)
        if screen is None:
            return None
        parts += [screen, action_key(step.action)]
    return number_of(*parts)


def number_of(*parts: str) -> int:
    """64 bits that stand for `parts`, the same on every machine."""
    digest = blake2b(digest_size=8)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big") + data)
    return int.from_bytes(digest.digest(), "big")
