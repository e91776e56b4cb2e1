"""TRL, unmodified from the registry: it trains on the exports, and reads every byte of them."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import pytest
from client_venv import client_python, run_script
from trainer_rows import (
    IMAGE_TOKENS,
    TORCH,
    answers,
    exported,
    last_answer,
    record_for_trainers,
    rendered,
)

from gui_rec.datasets.export._api import ExportSpec, Sample, Unit

pytestmark = [pytest.mark.slow, pytest.mark.clients, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def python() -> Path:
    return client_python("trl", TORCH, ["torch==2.13.0", "trl==1.16.0", "pillow"])


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_for_trainers(tmp_path_factory.mktemp("recordings") / "rec")


def _train(
    python: Path, recording: Path, folder: Path, way: str, spec: ExportSpec
) -> tuple[list[Sample], list[dict[str, Any]]]:
    """The samples, and what the trainer made of each; it trained two steps."""
    samples = exported(recording, folder / "out", spec)
    (folder / "model").mkdir()
    words = [str(folder / "out"), str(folder / "model"), way]
    environ = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "home")}
    said = run_script(python, "train_by_trl.py", *words, environ=environ, cwd=folder)
    assert said["torch"].endswith("+cpu"), "this is a build for graphics cards; point pip at the other one"
    assert said["given"] == len(said["seen"]) == len(samples) > 0
    assert math.isfinite(said["loss"])
    for sample, row in zip(samples, said["seen"], strict=True):
        for sequence in row["sequences"]:
            assert sequence["images"] == IMAGE_TOKENS * len(sample.pictures)
            assert row["pictures"] == len(sample.pictures)
    return samples, said["seen"]


def test_sft_trains_the_answer_and_nothing_else(python: Path, recording: Path, tmp_path: Path) -> None:
    spec = ExportSpec(format="trl", wrapping="cot", history_images=2)
    samples, seen = _train(python, recording, tmp_path, "sft", spec)
    for sample, row in zip(samples, seen, strict=True):
        (sequence,) = row["sequences"]
        assert sequence["trained"] == last_answer(sample.target)
        assert sequence["text"] == rendered(sample, sample.target)


def test_whole_episodes_train_every_answer(python: Path, recording: Path, tmp_path: Path) -> None:
    spec = ExportSpec(format="messages", unit=Unit.EPISODE)
    samples, seen = _train(python, recording, tmp_path, "messages", spec)
    assert [len(sample.pictures) for sample in samples] == [5, 1]
    for sample, row in zip(samples, seen, strict=True):
        (sequence,) = row["sequences"]
        assert sequence["trained"] == answers(sample)
        assert sequence["text"] == rendered(sample, sample.target)


def test_dpo_has_one_prompt_and_two_answers(python: Path, recording: Path, tmp_path: Path) -> None:
    samples, seen = _train(python, recording, tmp_path, "dpo", ExportSpec(format="trl_dpo"))
    for sample, row in zip(samples, seen, strict=True):
        better, worse = row["sequences"]
        assert sample.rejected is not None
        assert (better["trained"], worse["trained"]) == (
            last_answer(sample.target),
            last_answer(sample.rejected),
        )
        assert better["text"] == rendered(sample, sample.target)
        assert worse["text"] == rendered(sample, sample.rejected)


def test_kto_reads_the_marks(python: Path, recording: Path, tmp_path: Path) -> None:
    samples, seen = _train(python, recording, tmp_path, "kto", ExportSpec(format="trl_kto"))
    assert {sample.good for sample in samples} == {True, False}
    for sample, row in zip(samples, seen, strict=True):
        (sequence,) = row["sequences"]
        assert row["mark"] is sample.good
        assert sequence["trained"] == last_answer(sample.target)
        assert sequence["text"] == rendered(sample, sample.target)
