"""`openai`: lines of chat messages with pictures as data URLs, as chat clients and fine-tuning services take them.

An earlier answer that a row only tells has `weight` 0, as those services spell it.
"""

from __future__ import annotations

import base64

from gui_rec.datasets.export._api import Files, Picture, Sample, Traits, Turn
from gui_rec.datasets.export.columns import MODEL_TOKENS
from gui_rec.datasets.export.layout import Layout, Row
from gui_rec.datasets.export.pictures import media_type


def _row(sample: Sample) -> Row:
    system = {"role": "system", "content": sample.system}
    return {"messages": [system, *map(_message, sample.turns)]}


def _message(turn: Turn) -> dict[str, object]:
    if turn.role == "assistant":
        told = {} if turn.learnt else {"weight": 0}
        return {"role": turn.role, "content": turn.text, **told}
    pictures = [] if turn.picture is None else [_picture(turn.picture)]
    return {"role": turn.role, "content": [*pictures, {"type": "text", "text": turn.text}]}


def _picture(picture: Picture) -> dict[str, object]:
    data = base64.b64encode(picture.data).decode("ascii")
    return {"type": "image_url", "image_url": {"url": f"data:{media_type(picture.data)};base64,{data}"}}


FORMAT = Layout(
    "openai",
    Traits(Files.JSONL, episodes=True, placeholders=MODEL_TOKENS, picture_files=False),
    _row,
)
