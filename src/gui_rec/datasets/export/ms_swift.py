"""`ms_swift`: messages with `<image>` tags, and for boxes the places apart in `objects`.

Source: ms-swift's docs, Custom-dataset. Where a text has `<bbox>`, the trainer writes the place in the way of the model
it trains, scaled to the picture that model sees; the place itself stands once, in px of the written picture. Its own
example of an action is UI-TARS's box, so the targets of `ui_tars_v1` are written so; other dialects spell their
numbers themselves.
"""

from __future__ import annotations

import re

from gui_rec.datasets.export._api import Files, Sample, Traits, Turn
from gui_rec.datasets.export.columns import MODEL_TOKENS, picture_names, tagged
from gui_rec.datasets.export.layout import Layout, Row
from gui_rec.model.action_fields import to_fields
from gui_rec.model.actions import Action, Type
from gui_rec.model.geometry import Point, ScreenSize, to_px

BBOX = "<bbox>"
_DIALECT = "ui_tars_v1"
_BOX = re.compile(r"<\|box_start\|>\(\d{1,4},\d{1,4}\)<\|box_end\|>")
_PLACES = (("x", "y"), ("x1", "y1"), ("x2", "y2"))


def _row(sample: Sample) -> Row:
    turns, places = sample.turns, _places(sample)
    if places:
        turns = (*turns[:-1], Turn("assistant", _BOX.sub(BBOX, sample.target)))
    return {
        "messages": tagged(sample.system, turns),
        "images": picture_names(sample),
        "objects": {
            "ref": [],
            "bbox": places,
            "bbox_type": "real",
            "image_id": [len(sample.pictures) - 1] * len(places),
        },
    }


def _places(sample: Sample) -> list[list[int]]:
    """In px of the last picture; none unless each has its box in the target."""
    if sample.dialect != _DIALECT or len(sample.actions) != 1 or isinstance(sample.actions[0], Type):
        return []
    places = [_at(point, sample.image_size) for point in _points(sample.actions[0])]
    return places if len(_BOX.findall(sample.target)) == len(places) else []


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
