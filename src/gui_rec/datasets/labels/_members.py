"""The table of labels."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.datasets.labels._api import Labeller

ROW_LABELS = (
    "executed",
    "changed",
    "no_op",
    "replay_verdict",
    "claimed",
    "outcome",
    "expected",
    "named_facts",
)
"""What every training row carries: labels that follow from the stored columns, without a picture."""

COURSE_LABELS = (
    "screen_changed",
    "screen_difference",
    "tree_changed",
    "in_target",
    "touched_node",
    "text_effect",
    "nav_effect",
    "scroll_effect",
    "revisit",
    "detour",
    "loop",
    "undone",
    "error_ui",
    "left_app",
    "blocked",
    "ended",
    "verified",
    "milestones",
    "episode_label",
    "step_label",
    "replay_label",
)
"""What `gui-rec label` computes besides, from pictures, hierarchies and the whole course of an episode."""

LABELS: Registry[Labeller] = Registry(
    "label",
    {name: (f"gui_rec.datasets.labels.{name}:LABELLER", None) for name in (*ROW_LABELS, *COURSE_LABELS)},
)
