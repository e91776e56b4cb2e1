"""`trl_stepwise`: TRL's schema of stepwise supervision, an answer a completion with its mark.

Source: TRL's docs, `dataset_formats` (stepwise supervision). TRL 1.16 has no trainer that reads it with pictures, so
this is the schema alone; a row holds one marked answer.
"""

from __future__ import annotations

import pyarrow as pa

from gui_rec.datasets.export._api import Sample, Takes, Traits
from gui_rec.datasets.export.columns import MODEL_TOKENS, picture_bytes, tagged
from gui_rec.datasets.export.layout import Layout, Row
from gui_rec.datasets.export.trl import KEYS
from gui_rec.store.features import IMAGE

_SCHEMA = pa.schema(
    [
        *KEYS,
        ("prompt", pa.string()),
        ("completions", pa.list_(pa.string())),
        ("labels", pa.list_(pa.bool_())),
        ("images", pa.list_(IMAGE)),
    ]
)


def _row(sample: Sample) -> Row:
    return {
        "episode_id": sample.episode_id,
        "step_index": sample.step_index,
        "prompt": "\n\n".join(turn["content"] for turn in tagged(sample.system, sample.prompt)),
        "completions": [sample.target],
        "labels": [sample.good],
        "images": picture_bytes(sample),
    }


FORMAT = Layout(
    "trl_stepwise", Traits(takes=Takes.MARKED, turns=False, placeholders=MODEL_TOKENS), _row, _SCHEMA
)
