"""The table of labels."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.datasets.labels._api import Labeller

LABELS: Registry[Labeller] = Registry(
    "label",
    {
        name: (f"gui_rec.datasets.labels.{name}:LABELLER", None)
        for name in (
            "executed",
            "changed",
            "no_op",
            "replay_verdict",
            "claimed",
            "outcome",
            "expected",
            "named_facts",
        )
    },
)
