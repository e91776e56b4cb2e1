"""`messages`: a conversation a row, as conversational trainers read it (TRL's vision rows and their like).

Every content is a list of `{type, text}`, since Arrow needs one shape for all; the picture's place is
`{type: image, text: null}`, and its bytes stand in `images`, in order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa

from gui_rec.datasets.export._api import Sample, Traits
from gui_rec.datasets.export.columns import MESSAGE, MODEL_TOKENS, messages, picture_bytes
from gui_rec.datasets.labels._members import ROW_LABELS
from gui_rec.datasets.labels.episode_label import NAME as EPISODE_LABEL
from gui_rec.datasets.labels.step_label import NAME as STEP_LABEL
from gui_rec.datasets.reviews import REVIEW
from gui_rec.model.label import LabelRow
from gui_rec.store.features import IMAGE

_LABEL = pa.struct(
    [("value", pa.string()), ("source", pa.string()), ("confidence", pa.float64()), ("scope", pa.string())]
)
_SIZE = pa.struct([("width_px", pa.int32()), ("height_px", pa.int32())])


def _columns(labels: tuple[str, ...]) -> list[tuple[str, pa.DataType]]:
    return [
        ("episode_id", pa.string()),
        ("step_index", pa.int32()),
        ("goal", pa.string()),
        ("dialect", pa.string()),
        ("wrapping", pa.string()),
        ("coordinate_space", pa.string()),
        ("image_size", _SIZE),
        ("checked_size", _SIZE),
        ("target", pa.string()),
        ("operation_source", pa.string()),
        ("labels", pa.struct([(name, _LABEL) for name in labels])),
        ("messages", pa.list_(MESSAGE)),
        ("images", pa.list_(IMAGE)),
    ]


@dataclass(frozen=True, slots=True)
class MessagesFormat:
    """System, user with the picture, assistant with the target. `labels` are the columns of the struct of that name."""

    labels: tuple[str, ...] = ROW_LABELS

    @property
    def name(self) -> str:
        """See `ExportFormat`."""
        return "messages"

    @property
    def version(self) -> int:
        """See `ExportFormat`."""
        return 2

    @property
    def traits(self) -> Traits:
        """See `ExportFormat`."""
        return Traits(episodes=True, placeholders=MODEL_TOKENS)

    def beside(self, rows: Mapping[str, int]) -> Mapping[str, object]:  # noqa: ARG002 - the shape of those that do
        """See `ExportFormat.beside`."""
        return {}

    @property
    def schema(self) -> pa.Schema:
        """See `ExportFormat`."""
        return pa.schema(_columns(self.labels))

    def reviewed(self) -> MessagesFormat:
        """See `ExportFormat`."""
        return MessagesFormat((*self.labels, REVIEW))

    def labelled(self) -> MessagesFormat:
        """See `ExportFormat`."""
        return MessagesFormat((*self.labels, EPISODE_LABEL, STEP_LABEL))

    def row(self, sample: Sample) -> dict[str, object]:
        """See `ExportFormat.row`."""
        return {
            "episode_id": sample.episode_id,
            "step_index": sample.step_index,
            "goal": sample.goal,
            "dialect": sample.dialect,
            "wrapping": sample.wrapping,
            "coordinate_space": sample.coordinate_space,
            "image_size": _size(sample.image_size.width_px, sample.image_size.height_px),
            "checked_size": _size(sample.screen.width_px, sample.screen.height_px),
            "target": sample.target,
            "operation_source": sample.operation_source,
            "labels": {name: _label(sample.labels.get(name)) for name in self.labels},
            "messages": messages(sample.system, sample.turns),
            "images": picture_bytes(sample),
        }


def _size(width_px: int, height_px: int) -> dict[str, int]:
    return {"width_px": width_px, "height_px": height_px}


def _label(row: LabelRow | None) -> dict[str, object] | None:
    if row is None:
        return None
    scope = "episode" if row.step_index is None else "step"
    return {"value": row.value, "source": row.source, "confidence": row.confidence, "scope": scope}


FORMAT = MessagesFormat()
