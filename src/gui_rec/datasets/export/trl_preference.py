"""`trl_dpo` and `trl_kto`: a better and a worse answer to one prompt, and answers that are marked good or bad.

Source: TRL's docs, `dataset_formats` (preference and unpaired preference).
"""

from __future__ import annotations

import pyarrow as pa

from gui_rec.datasets.export._api import Sample, Takes, Traits
from gui_rec.datasets.export.columns import MESSAGE, MODEL_TOKENS, message, picture_bytes
from gui_rec.datasets.export.layout import Layout, Row
from gui_rec.datasets.export.trl import KEYS, prompt_columns
from gui_rec.store.features import IMAGE

_DIALOGUE = pa.list_(MESSAGE)
_IMAGES = ("images", pa.list_(IMAGE))


def _pair(sample: Sample) -> Row:
    return prompt_columns(sample) | {
        "chosen": [message("assistant", sample.target)],
        "rejected": [message("assistant", sample.rejected or "")],
        "images": picture_bytes(sample),
    }


def _marked(sample: Sample) -> Row:
    return prompt_columns(sample) | {
        "completion": [message("assistant", sample.target)],
        "label": sample.good,
        "images": picture_bytes(sample),
    }


DPO = Layout(
    "trl_dpo",
    Traits(takes=Takes.PAIRS, placeholders=MODEL_TOKENS),
    _pair,
    pa.schema([*KEYS, ("prompt", _DIALOGUE), ("chosen", _DIALOGUE), ("rejected", _DIALOGUE), _IMAGES]),
)
KTO = Layout(
    "trl_kto",
    Traits(takes=Takes.MARKED, placeholders=MODEL_TOKENS),
    _marked,
    pa.schema([*KEYS, ("prompt", _DIALOGUE), ("completion", _DIALOGUE), ("label", pa.bool_()), _IMAGES]),
)
