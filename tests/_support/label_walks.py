"""Episodes of small pages for tests of labels: a walk names the page before each step and the one after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from small_recordings import small_look, small_step

from gui_rec.datasets.labels._api import EpisodeView
from gui_rec.datasets.labels._members import LABELS
from gui_rec.datasets.labels.looks import Eyes
from gui_rec.model.actions import Action, Key
from gui_rec.model.episode import EpisodeEnd, EpisodeInfo
from gui_rec.model.flags import EndReason
from gui_rec.model.observation import StateKey
from gui_rec.model.step import Sent, Step

OPEN = Key("ENTER")
BACK = Key("BACK")
SENT = Sent("input", "input", 0, "", 1, 2)
INFO = EpisodeInfo("e", "script", goal="g")


def page(number: int, content: int = 0, **changes: Any) -> Any:
    """A look at page `number` with some content: pages differ in structure, contents only in what they say."""
    key = StateKey(f"{number:016x}", f"{number:08x}{content:08x}", f"{number:08x}{content:08x}")
    return small_look(number * 3 + content, state_key=key, activity=f".Page{number}", **changes)


def walk(*legs: tuple[Any, Action, Any], **changes: Any) -> tuple[Step, ...]:
    """Steps, each from a look to a look."""
    return tuple(
        small_step(at, action, **{"pre": before, "post": after, "sent": SENT, **changes})
        for at, (before, action, after) in enumerate(legs)
    )


def view(
    steps: Sequence[Step], *, reason: EndReason | None = EndReason.FINISHED, **changes: Any
) -> EpisodeView:
    """The episode as it is seen, pictures compared."""
    eyes = Eyes()
    looks = tuple(eyes.look(step) for step in steps)
    end = None if reason is None else EpisodeEnd(reason)
    return replace(EpisodeView(INFO, end, tuple(steps), looks=looks), **changes)


def values(name: str, episode: EpisodeView) -> dict[int | None, str]:
    """What a label says, by step (None for the whole episode)."""
    return {row.step_index: row.value for row in LABELS.get(name).label(episode)}
