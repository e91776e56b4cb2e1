"""ms-swift, unmodified from the registry: its data code reads every byte of the exports and drops no row."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from client_venv import client_python, run_script
from trainer_rows import IMAGE_TOKENS, TORCH, answers, exported, last_answer, record_for_trainers

from gui_rec.datasets.export._api import ExportSpec, Unit

pytestmark = [pytest.mark.slow, pytest.mark.clients, pytest.mark.timeout(900)]

_BOX = re.compile(r"<\|box_start\|>(\(\d+,\d+\))<\|box_end\|>")
_AS_IT_WRITES_IT = r"[\1]"
"""How it writes a place for this model: in thousandths of the picture, as the dialect's own numbers are."""


@pytest.fixture(scope="module")
def python() -> Path:
    return client_python("ms-swift", TORCH, ["torch==2.13.0", "ms-swift==4.6.0"])


@pytest.mark.parametrize(
    ("dialect", "unit"),
    [("scalecua", Unit.STEP), ("scalecua", Unit.EPISODE), ("ui_tars_v1", Unit.STEP)],
)
def test_answers_are_trained_and_boxes_are_written_in_its_own_way(
    python: Path, tmp_path: Path, dialect: str, unit: Unit
) -> None:
    recording = record_for_trainers(tmp_path / "rec")
    history = 1 if unit is Unit.STEP else 0
    spec = ExportSpec(format="ms_swift", dialect=dialect, unit=unit, history_images=history)
    samples = exported(recording, tmp_path / "out", spec)
    (tmp_path / "model").mkdir()
    environ = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "home")}
    environ["MODELSCOPE_CACHE"] = str(tmp_path / "cache")
    words = [str(tmp_path / "out"), str(tmp_path / "model")]
    said = run_script(python, "read_by_ms_swift.py", *words, environ=environ, cwd=tmp_path)
    assert said["torch"].endswith("+cpu"), "this is a build for graphics cards; point pip at the other one"
    assert len(said["seen"]) == len(samples) > 0
    boxes = 0
    for sample, row in zip(samples, said["seen"], strict=True):
        assert (row["pictures"], row["images"]) == (len(sample.pictures), IMAGE_TOKENS * len(sample.pictures))
        wanted = answers(sample) if unit is Unit.EPISODE else last_answer(sample.target)
        boxes += _BOX.search(wanted) is not None
        assert row["trained"] == _BOX.sub(_AS_IT_WRITES_IT, wanted)
        assert sample.system in row["text"]
        at = 0
        for turn in sample.prompt:
            text = turn.text if turn.role == "user" else _BOX.sub(_AS_IT_WRITES_IT, turn.text)
            at = row["text"].index(text, at) + len(text)
    assert (boxes > 0) == (dialect == "ui_tars_v1")
