"""The table of dialects."""

from __future__ import annotations

from gui_rec._registry import Registry
from gui_rec.dsl._api import ActionCodec

CODECS: Registry[ActionCodec] = Registry(
    "dialect",
    {
        "canonical": ("gui_rec.dsl.canonical:CODEC", None),
        "scalecua": ("gui_rec.dsl.scalecua:CODEC", None),
        "task_protocol": ("gui_rec.dsl.task_protocol.codec:CODEC", None),
    },
)
