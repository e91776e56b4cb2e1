from __future__ import annotations

import pyarrow as pa

from gui_rec.datasets.export._api import Sample
from gui_rec.datasets.export.messages import FORMAT
from gui_rec.datasets.labels._members import ROW_LABELS
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.label import LabelRow

_SAMPLE = Sample(
    episode_id="e",
    step_index=2,
    goal="g",
    dialect="scalecua",
    wrapping="grounding",
    system="s",
    user="u <image>",
    target="t",
    coordinate_space="norm01",
    screen=ScreenSize(1080, 2400),
    image_size=ScreenSize(270, 600),
    image=b"png",
    labels={"changed": LabelRow("e", 2, "changed", "true", "rule:changed", 0.9, "m", 0, 1)},
)


def test_a_row_fits_its_schema_and_comes_back() -> None:
    row = FORMAT.row(_SAMPLE)
    assert list(row) == FORMAT.schema.names
    assert pa.Table.from_pylist([row], schema=FORMAT.schema).to_pylist() == [row]


def test_the_picture_has_one_place_and_its_bytes_stand_apart() -> None:
    row = pa.Table.from_pylist([FORMAT.row(_SAMPLE)], schema=FORMAT.schema).to_pylist()[0]
    kinds = [part["type"] for message in row["messages"] for part in message["content"]]
    assert kinds == ["text", "image", "text", "text"]
    assert kinds.count("image") == len(row["images"]) == 1
    assert row["messages"][1]["content"][1]["text"] == "u <image>"


def test_every_label_has_its_own_column_with_its_source() -> None:
    row = pa.Table.from_pylist([FORMAT.row(_SAMPLE)], schema=FORMAT.schema).to_pylist()[0]
    assert set(row["labels"]) == set(ROW_LABELS)
    assert row["labels"]["changed"]["source"] == "rule:changed"
    assert row["labels"]["executed"] is None
