"""`ms_swift`: messages with `<image>` tags, and for boxes the places apart in `objects`.

Source: ms-swift's docs, Custom-dataset. Where a text has `<bbox>`, the trainer writes the place in the way of the model
it trains, scaled to the picture that model sees; the place itself stands once, in px of the written picture. Its own
example of an action is UI-TARS's box, so the targets of `ui_tars_v1` are written so; other dialects spell their
numbers themselves. Earlier answers that a row only tells are not trained (`loss`).
"""

from __future__ import annotations

import re

from gui_rec.datasets.export._api import Files, Sample, Traits, Turn
from gui_rec.datasets.export.columns import MODEL_TOKENS, picture_names, tagged_text
from gui_rec.datasets.export.layout import Layout, Row
from gui_rec.model.action_fields import to_fields
from gui_rec.model.actions import Action, Type
from gui_rec.model.geometry import Point, ScreenSize, to_px

BBOX = "<bbox>"
_DIALECT = "ui_tars_v1"
_BOX = re.compile(r"<\|box_start\|>\(\d{1,4},\d{1,4}\)<\|box_end\|>")
_PLACES = (("x", "y"), ("x1", "y1"), ("x2", "y2"))


def _row(sample: Sample) -> Row:
    boxes = _Boxes(sample)
    messages = [{"role": "system", "content": sample.system}, *map(boxes.message, sample.turns)]
    return {
        "messages": messages,
        "images": picture_names(sample),
        "objects": {"ref": [], "bbox": boxes.places, "bbox_type": "real", "image_id": boxes.pictures},
    }


class _Boxes:
    """Takes the places out of the answers of a conversation, in order, each with the picture it is on."""

    def __init__(self, sample: Sample) -> None:
        self._sizes = [picture.size for picture in sample.pictures]
        self._boxed = sample.dialect == _DIALECT
        self._seen = 0
        self.places: list[list[int]] = []
        self.pictures: list[int] = []

    def message(self, turn: Turn) -> dict[str, object]:
        self._seen += turn.picture is not None
        if turn.role != "assistant":
            return {"role": turn.role, "content": tagged_text(turn)}
        return {"role": turn.role, "content": self._text(turn), "loss": turn.learnt}

    def _text(self, turn: Turn) -> str:
        """With `<bbox>` for each place, where each place has its box; an answer without a screen is on the first."""
        points = [point for action in turn.actions for point in _points(action)]
        typed = any(isinstance(action, Type) for action in turn.actions)
        if not self._boxed or typed or not points or len(_BOX.findall(turn.text)) != len(points):
            return turn.text
        at = max(0, self._seen - 1)
        self.places += [_at(point, self._sizes[at]) for point in points]
        self.pictures += [at] * len(points)
        return _BOX.sub(BBOX, turn.text)


def _points(action: Action) -> list[Point]:
    fields = to_fields(action)
    pairs = [(fields.get(x), fields.get(y)) for x, y in _PLACES]
    return [Point(x, y) for x, y in pairs if isinstance(x, int | float) and isinstance(y, int | float)]


def _at(point: Point, size: ScreenSize) -> list[int]:
    pixel = to_px(point, size)
    return [pixel.x, pixel.y]


FORMAT = Layout(
    "ms_swift",
    Traits(Files.JSONL, episodes=True, placeholders=(*MODEL_TOKENS, BBOX, "<ref-object>")),
    _row,
)
