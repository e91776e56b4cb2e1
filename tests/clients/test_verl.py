"""verl, unmodified from the registry: its data set hands every row with its pictures to the rollout."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from client_venv import client_python, run_script
from trainer_rows import IMAGE_TOKENS, TORCH, exported, record_for_trainers, rendered

from gui_rec.datasets.export._api import ExportSpec

pytestmark = [pytest.mark.slow, pytest.mark.clients, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def python() -> Path:
    return client_python("verl", TORCH, ["torch==2.13.0", "verl==0.9.1"])


def test_prompts_pictures_and_what_the_reward_compares_with(python: Path, tmp_path: Path) -> None:
    recording = record_for_trainers(tmp_path / "rec")
    samples = exported(recording, tmp_path / "out", ExportSpec(format="verl", history_images=1))
    (tmp_path / "model").mkdir()
    environ = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "home")}
    words = [str(tmp_path / "out"), str(tmp_path / "model")]
    said = run_script(python, "read_by_verl.py", *words, environ=environ, cwd=tmp_path)
    assert said["torch"].endswith("+cpu"), "this is a build for graphics cards; point pip at the other one"
    assert len(said["seen"]) == len(samples) == 6
    for sample, row in zip(samples, said["seen"], strict=True):
        assert (row["pictures"], row["images"]) == (len(sample.pictures), IMAGE_TOKENS * len(sample.pictures))
        assert row["sizes"] == [[one.size.width_px, one.size.height_px] for one in sample.pictures]
        assert row["text"] == rendered(sample, "").removesuffix("</s>")
        assert row["truth"] == sample.target
        assert row["extra"] == {"episode_id": sample.episode_id, "step_id": sample.step_index}
