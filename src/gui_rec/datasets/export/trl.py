"""`trl`: prompt and completion, both conversational, with `images` (TRL's vision SFT).

Only the completion is trained, so a row teaches one answer. Source: TRL's docs, `dataset_formats` (vision datasets).
"""

from __future__ import annotations

import pyarrow as pa

from gui_rec.datasets.export._api import Sample, Traits
from gui_rec.datasets.export.columns import MESSAGE, MODEL_TOKENS, message, messages, picture_bytes
from gui_rec.datasets.export.layout import Layout, Row
from gui_rec.store.features import IMAGE

KEYS: list[tuple[str, pa.DataType]] = [("episode_id", pa.string()), ("step_index", pa.int32())]
_SCHEMA = pa.schema(
    [
        *KEYS,
        ("prompt", pa.list_(MESSAGE)),
        ("completion", pa.list_(MESSAGE)),
        ("images", pa.list_(IMAGE)),
    ]
)


def prompt_columns(sample: Sample) -> Row:
    """The columns that all of TRL's layouts begin with."""
    return {
        "episode_id": sample.episode_id,
        "step_index": sample.step_index,
        "prompt": messages(sample.system, sample.prompt),
    }


def _row(sample: Sample) -> Row:
    completion = [message("assistant", sample.target)]
    return prompt_columns(sample) | {"completion": completion, "images": picture_bytes(sample)}


FORMAT = Layout("trl", Traits(placeholders=MODEL_TOKENS), _row, _SCHEMA)
