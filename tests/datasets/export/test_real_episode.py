"""A published episode, imported and exported: what a trainer gets in the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from gui_rec.datasets.export._api import ExportSpec
from gui_rec.datasets.export.run import export_training_set
from gui_rec.datasets.importers.run import import_recording
from gui_rec.dsl._members import CODECS
from gui_rec.model.actions import target_point
from gui_rec.model.geometry import ScreenSize, to_px
from gui_rec.store.reader import open_trajectories

_DATA = Path(__file__).parents[2] / "data" / "aitz"
_PICTURE = ScreenSize(270, 600)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("aitz") / "rec"
    import_recording("aitz", _DATA, target)
    return target


def _rows(recording: Path, out: Path, **spec: Any) -> list[dict[str, Any]]:
    stats = export_training_set([recording], out, ExportSpec(**spec))
    assert stats.refused == {}
    return [row for file in stats.files for row in pq.ParquetFile(out / file.path).read().to_pylist()]


def test_the_targets_in_scalecua(recording: Path, tmp_path: Path) -> None:
    rows = _rows(recording, tmp_path / "out")
    assert [row["target"].removeprefix("<action>\n").removesuffix("\n</action>") for row in rows] == [
        "navigate_home()",
        "swipe(from_coord=[0.5074, 0.5411], to_coord=[0.5789, 0.0011])",
        "click(x=0.6070, y=0.4984)",
        "terminate(status='success')",
    ]


@pytest.mark.parametrize(
    ("dialect", "wrapping"),
    [("canonical", None), ("scalecua", "grounding"), ("scalecua", "planning"), ("scalecua", "cot")],
)
def test_every_target_still_points_where_the_person_touched(
    recording: Path, tmp_path: Path, dialect: str, wrapping: str | None
) -> None:
    rows = _rows(recording, tmp_path / "out", dialect=dialect, wrapping=wrapping)
    for row, step in zip(rows, open_trajectories(recording).steps(), strict=True):
        decoded = CODECS.get(row["dialect"]).decode(row["target"], screen=_PICTURE)
        (action,) = decoded.actions
        there, here = target_point(step.action), target_point(action)
        assert type(action) is type(step.action)
        assert (there is None) == (here is None)
        if there is not None and here is not None:
            assert to_px(there, _PICTURE) == to_px(here, _PICTURE)
        assert decoded.thought == (step.thought if wrapping == "cot" else None)


def test_pictures_are_the_published_bytes_and_the_history_grows(recording: Path, tmp_path: Path) -> None:
    rows = _rows(recording, tmp_path / "out", wrapping="planning")
    for index, row in enumerate(rows):
        picture = (_DATA / f"GOOGLE_APPS-523638528775825151_{index}.png").read_bytes()
        assert row["images"] == [{"bytes": picture, "path": None}]
        told = row["messages"][1]["content"][1]["text"]
        assert told.count("\n1. press the home button") == min(index, 1)
        assert f"\n{index}. " in told or index == 0
        assert f"\n{index + 1}. " not in told


def test_a_claim_stays_a_claim(recording: Path, tmp_path: Path) -> None:
    labels = [row["labels"] for row in _rows(recording, tmp_path / "out")]
    assert [label["claimed"]["scope"] for label in labels] == ["episode", "episode", "episode", "step"]
    assert {label["claimed"]["source"] for label in labels} == {"claim"}
    assert all(label["replay_verdict"] is None for label in labels)
    assert [label["executed"] and label["executed"]["value"] for label in labels] == ["unknown"] * 3 + [None]
