"""`executed`: the device took the action; nothing is said of what came of it.

Actions that send nothing have no value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gui_rec.datasets.labels._api import FALSE, TRUE, UNKNOWN, EpisodeView, Labelled
from gui_rec.model.actions import NO_DEVICE_EFFECT
from gui_rec.model.flags import Flag, Source
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code

_FAILED = frozenset({Code.ACTION_FAILED, Code.ACTION_UNSUPPORTED, Code.TEXT_UNSUPPORTED, Code.DEVICE_LOST})
# `input` and `am` print "Error: ..." or an exception and may still exit with 0 (AOSP, cmds/input, cmds/am).
_ERROR_TEXT = re.compile(r"^\s*(?:Error\b|Exception\b|[\w.$]*Exception\b|Killed\b)", re.MULTILINE)


class Executed:
    """One value a step that acts on the device."""

    name = "executed"
    meaning = "the device took the action"
    version = 1

    def label(self, episode: EpisodeView) -> Iterator[Labelled]:
        """See `Labeller.label`."""
        for step in episode.steps:
            if not isinstance(step.action, NO_DEVICE_EFFECT):
                value, confidence = _value(step, episode.info.source)
                yield Labelled(step.index, value, "rule:executed", confidence)


def was_executed(step: Step, source: str) -> str:
    """`true`, `false` or `unknown` for a step that acts on the device; `source` is the episode's."""
    return _value(step, source)[0]


def _value(step: Step, source: str) -> tuple[str, float]:
    if step.result_code in _FAILED:
        return FALSE, 1.0
    if source == Source.TOUCH:
        return TRUE, 1.0  # the events come from the panel itself: the finger was there
    if step.sent is None or step.sent.exit_status is None:
        return UNKNOWN, 0.0
    if step.sent.exit_status != 0:
        return FALSE, 1.0
    if _ERROR_TEXT.search(step.sent.output):
        return FALSE, 0.95
    if Flag.TEXT_DIFFERS in (*step.flags, *step.post.flags):
        return FALSE, 0.9
    return TRUE, 1.0


LABELLER = Executed()
