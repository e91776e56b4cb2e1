"""`plain`: a step a row as bare columns, for a training script of one's own."""

from __future__ import annotations

import pyarrow as pa

from gui_rec.datasets.export._api import Sample, Traits
from gui_rec.datasets.export.columns import MODEL_TOKENS, picture_bytes
from gui_rec.datasets.export.layout import Layout, Row
from gui_rec.store.features import IMAGE

_COLUMNS: list[tuple[str, pa.DataType]] = [
    ("episode_id", pa.string()),
    ("step_index", pa.int32()),
    ("goal", pa.string()),
    ("action", pa.string()),
    ("operation_source", pa.string()),
    ("coordinate_space", pa.string()),
    ("system", pa.string()),
    ("prompt", pa.string()),
    ("target", pa.string()),
    ("images", pa.list_(IMAGE)),
]


def _row(sample: Sample) -> Row:
    return {
        "episode_id": sample.episode_id,
        "step_index": sample.step_index,
        "goal": sample.goal,
        "action": " ".join(action.type for action in sample.actions),
        "operation_source": sample.operation_source,
        "coordinate_space": sample.coordinate_space,
        "system": sample.system,
        "prompt": sample.user,
        "target": sample.target,
        "images": picture_bytes(sample),
    }


FORMAT = Layout("plain", Traits(turns=False, placeholders=MODEL_TOKENS), _row, pa.schema(_COLUMNS))
