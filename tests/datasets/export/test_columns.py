from __future__ import annotations

import pyarrow as pa
from small_recordings import SIZE

from gui_rec.datasets.export._api import Picture, Turn
from gui_rec.datasets.export.columns import MESSAGE, TAGGED, message, messages, tagged, tagged_text

_PICTURE = Picture("a.png", SIZE, b"png")
_TURNS = (Turn("user", "look", _PICTURE), Turn("assistant", "done"))


def test_a_picture_stands_before_its_text_in_every_shape() -> None:
    assert message("user", "look", _PICTURE)["content"] == [
        {"type": "image", "text": None},
        {"type": "text", "text": "look"},
    ]
    assert tagged_text(_TURNS[0]) == "<image>look"
    assert tagged_text(_TURNS[1]) == "done"


def test_conversations_begin_with_the_system_prompt_and_fit_their_columns() -> None:
    for rows, kind in ((messages("s", _TURNS), MESSAGE), (tagged("s", _TURNS), TAGGED)):
        assert [row["role"] for row in rows] == ["system", "user", "assistant"]
        assert pa.scalar(rows, pa.list_(kind)).as_py() == rows
