"""`verl`: prompts with pictures and what a rule-based reward compares with, as Parquet.

Source: verl's `RLHFDataset`: `prompt` is a list of messages whose `<image>` tags are counted against `images`;
`reward_model.ground_truth` is handed to the reward function with `extra_info`.
"""

from __future__ import annotations

import pyarrow as pa

from gui_rec.datasets.export._api import Sample, Traits
from gui_rec.datasets.export.columns import MODEL_TOKENS, TAGGED, picture_bytes, tagged
from gui_rec.datasets.export.layout import Layout, Row
from gui_rec.store.features import IMAGE

_SCHEMA = pa.schema(
    [
        ("data_source", pa.string()),
        ("prompt", pa.list_(TAGGED)),
        ("ability", pa.string()),
        ("reward_model", pa.struct([("style", pa.string()), ("ground_truth", pa.string())])),
        (
            "extra_info",
            pa.struct(
                [
                    ("episode_id", pa.string()),
                    ("step_id", pa.int32()),
                    ("goal", pa.string()),
                    ("action", pa.string()),
                    ("coordinate_space", pa.string()),
                    ("bbox", pa.list_(pa.int32())),
                    ("bbox_size", pa.list_(pa.int32())),
                ]
            ),
        ),
        ("images", pa.list_(IMAGE)),
    ]
)


def _row(sample: Sample) -> Row:
    bounds, size = sample.bounds_px, sample.recorded
    known = bounds is not None and size is not None
    return {
        "data_source": "gui_rec",
        "prompt": tagged(sample.system, sample.prompt),
        "ability": "gui_agent",
        "reward_model": {"style": "rule", "ground_truth": sample.target},
        "extra_info": {
            "episode_id": sample.episode_id,
            "step_id": sample.step_index,
            "goal": sample.goal,
            "action": sample.actions[0].type if sample.actions else None,
            "coordinate_space": sample.coordinate_space,
            "bbox": list(bounds.as_tuple()) if known and bounds is not None else None,
            "bbox_size": [size.width_px, size.height_px] if known and size is not None else None,
        },
        "images": picture_bytes(sample),
    }


FORMAT = Layout("verl", Traits(placeholders=MODEL_TOKENS), _row, _SCHEMA)
