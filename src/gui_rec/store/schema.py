"""The columns of every table, and how each is laid out in Parquet. The one place that names them.

`STORE_VERSION` counts changes of this file, apart from gui-rec's own releases. A reader refuses a newer
number; `migrate` lifts an older one.
"""

from __future__ import annotations

from typing import TypeAlias

import pyarrow as pa

from gui_rec.store.action_columns import ACTION_STRUCT
from gui_rec.store.features import IMAGE, features_json

STORE_VERSION = 2

META_HUGGINGFACE = b"huggingface"
META_VERSION = b"gui_rec.store_version"
META_RECORDER = b"gui_rec.recorder"
META_EPISODES = b"gui_rec.episodes"
META_MASK_RULES = b"gui_rec.mask_rules"

TEXT = pa.string()
LONG_TEXT = pa.large_string()  # hierarchies and model output of many rows may pass 2 GB in one chunk
MOMENT_US = pa.int64()

_Columns: TypeAlias = list[tuple[str, pa.DataType]]

BOUNDS = pa.struct([("left", pa.int32()), ("top", pa.int32()), ("right", pa.int32()), ("bottom", pa.int32())])

DEVICE = pa.struct(
    [
        ("serial_id", TEXT),
        ("model", TEXT),
        ("android_release", TEXT),
        ("sdk", pa.int32()),
        ("width_px", pa.int32()),
        ("height_px", pa.int32()),
        ("density_dpi", pa.int32()),
        ("display_id", TEXT),
        ("locale", TEXT),
        ("font_scale", pa.float64()),
        ("night_mode", pa.bool_()),
    ]
)
WINDOW = pa.struct([("package", TEXT), ("title", TEXT), ("bounds", BOUNDS), ("type", TEXT)])
FACTS = pa.struct(
    [
        ("title", TEXT),
        ("windows", pa.list_(WINDOW)),
        ("dialog", TEXT),
        ("loading", pa.bool_()),
        ("toast", TEXT),
        ("error_text", TEXT),
        ("keyboard", pa.bool_()),
        ("named", pa.list_(pa.struct([("name", TEXT), ("value", TEXT)]))),
    ]
)
STATE_KEY = pa.struct([("structure", TEXT), ("content", TEXT), ("state", TEXT)])
MISSING = pa.list_(pa.struct([("column", TEXT), ("reason", TEXT)]))
TARGET = pa.struct(
    [
        ("selector", TEXT),
        ("bounds_px", BOUNDS),
        ("class", TEXT),
        ("resource_id", TEXT),
        ("text", TEXT),
        ("content_desc", TEXT),
        ("path", TEXT),
        ("candidates", pa.int32()),
    ]
)
SENT = pa.struct(
    [
        ("what", TEXT),
        ("method", TEXT),
        ("exit_status", pa.int32()),
        ("output", TEXT),
        ("started_us", MOMENT_US),
        ("ended_us", MOMENT_US),
        ("client", TEXT),
    ]
)

_KEY_COLUMNS: _Columns = [
    ("episode_id", TEXT),
    ("step_index", pa.int32()),
    ("turn_id", TEXT),
    ("goal", TEXT),
    ("task_id", TEXT),
    ("annotator", TEXT),
    ("source", TEXT),
    ("withdrawn", pa.bool_()),
    ("device", DEVICE),
    ("app_version", TEXT),
]
_OBSERVATION_COLUMNS: _Columns = [
    ("package", TEXT),
    ("activity", TEXT),
    ("rotation", pa.int8()),
    ("width_px", pa.int32()),
    ("height_px", pa.int32()),
    ("fingerprint", TEXT),
    ("state_key", STATE_KEY),
    ("facts", FACTS),
    ("captured_at", MOMENT_US),
    ("missing", MISSING),
    ("flags", pa.list_(TEXT)),
    ("ui_source", TEXT),
    ("masked", pa.int32()),
]
_ACTION_COLUMNS: _Columns = [
    ("action", ACTION_STRUCT),
    ("action_dsl", TEXT),
    ("action_dialect", TEXT),
    ("action_raw", LONG_TEXT),
    ("action_space", TEXT),
    ("app_name", TEXT),
    ("claimed", TEXT),
    ("thought", LONG_TEXT),
    ("operation", TEXT),
    ("operation_source", TEXT),
    ("prompt_id", TEXT),
    ("target", TARGET),
    ("sent", SENT),
]
_OUTCOME_COLUMNS: _Columns = [
    ("result_code", TEXT),
    ("result_detail", TEXT),
    ("settled", pa.bool_()),
    ("settle_ms", pa.int32()),
    ("flags", pa.list_(TEXT)),
]
IMAGE_COLUMNS = ("pre_screenshot", "post_screenshot")
XML_COLUMNS = ("pre_ui_xml", "post_ui_xml")


def _sided(side: str) -> _Columns:
    return [(f"{side}_{name}", kind) for name, kind in _OBSERVATION_COLUMNS]


_STEP_COLUMNS: _Columns = [
    *_KEY_COLUMNS,
    *_sided("pre"),
    *_ACTION_COLUMNS,
    *_sided("post"),
    *_OUTCOME_COLUMNS,
    *((name, LONG_TEXT) for name in XML_COLUMNS),
    *((name, IMAGE) for name in IMAGE_COLUMNS),
]
STEP_SCHEMA = pa.schema(_STEP_COLUMNS)
"""A transition a row: small columns first, pictures last, so that a reader of actions touches no picture."""

STEP_FEATURES = features_json(STEP_SCHEMA)

_EPISODES_COLUMNS: _Columns = [
    ("episode_id", TEXT),
    ("source", TEXT),
    ("goal", TEXT),
    ("task_id", TEXT),
    ("annotator", TEXT),
    ("recorder", TEXT),
    ("device", DEVICE),
    ("started_at_us", MOMENT_US),
    ("ended_at_us", MOMENT_US),
    ("ended", TEXT),
    ("end_message", TEXT),
    ("outcome", TEXT),
    (
        "expectations",
        pa.list_(pa.struct([("probe", TEXT), ("expected", TEXT), ("answer", TEXT), ("passed", pa.bool_())])),
    ),
    ("steps", pa.int32()),
    ("withdrawn_steps", pa.int32()),
    ("apps", pa.list_(TEXT)),
    ("mask_rules", pa.list_(TEXT)),
    ("masked_steps", pa.int32()),
    ("masked_regions", pa.int64()),
    (
        "files",
        pa.list_(pa.struct([("path", TEXT), ("rows", pa.int32()), ("bytes", pa.int64()), ("sha256", TEXT)])),
    ),
]
EPISODES_SCHEMA = pa.schema(_EPISODES_COLUMNS)
"""The index of a folder: an episode a row, derived from the data."""

_VERDICTS_COLUMNS: _Columns = [
    ("run_id", TEXT),
    ("episode_id", TEXT),
    ("step_index", pa.int32()),
    ("device", TEXT),
    ("verdict", TEXT),
    ("code", TEXT),
    ("detail", TEXT),
    ("confidence", pa.float64()),
    ("outcome", TEXT),
    ("evidence", LONG_TEXT),
    ("replayed_episode_id", TEXT),
]
VERDICTS_SCHEMA = pa.schema(_VERDICTS_COLUMNS)

_LABELS_COLUMNS: _Columns = [
    ("episode_id", TEXT),
    ("step_index", pa.int32()),
    ("label", TEXT),
    ("value", TEXT),
    ("source", TEXT),
    ("confidence", pa.float64()),
    ("made_by", TEXT),
    ("made_at_us", MOMENT_US),
    ("version", pa.int32()),
]
LABELS_SCHEMA = pa.schema(_LABELS_COLUMNS)

KEY_COLUMNS = ("episode_id", "step_index", "turn_id", "goal", "task_id", "annotator", "source")
"""The only columns with a dictionary and statistics: rows are sorted by them, and readers prune by them."""
