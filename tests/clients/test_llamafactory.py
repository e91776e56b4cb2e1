"""LLaMA-Factory, unmodified from the registry: its data code reads every byte of the exports and drops no row."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from client_venv import client_python, run_script
from trainer_rows import IMAGE_TOKENS, TORCH, answers, exported, last_answer, record_for_trainers

from gui_rec.datasets.export._api import ExportSpec, Sample, Unit

pytestmark = [pytest.mark.slow, pytest.mark.clients, pytest.mark.timeout(900)]

# A plain installation would replace torch by a build of 6.6 GB for graphics cards.
_ITSELF = ["--no-deps", "llamafactory==0.9.5"]
_WHAT_IT_IMPORTS = [
    "torch==2.13.0", "transformers==5.6.0", "datasets==4.0.0", "trl==0.24.0", "peft==0.18.1",
    "accelerate==1.11.0", "av", "omegaconf", "pillow", "safetensors", "sentencepiece", "tyro", "fire", "pydantic",
]  # fmt: skip


@pytest.fixture(scope="module")
def python() -> Path:
    return client_python("llamafactory", TORCH, _ITSELF, _WHAT_IT_IMPORTS)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_for_trainers(tmp_path_factory.mktemp("recordings") / "rec")


def _read(
    python: Path, recording: Path, folder: Path, way: str, spec: ExportSpec, history: str = "masked"
) -> tuple[list[Sample], list[dict[str, Any]]]:
    """The samples, and what the trainer made of each."""
    samples = exported(recording, folder / "out", spec)
    (folder / "model").mkdir()
    words = [str(folder / "out"), str(folder / "model"), way, history]
    environ = {
        **os.environ,
        "HF_HUB_OFFLINE": "1",
        "DISABLE_VERSION_CHECK": "1",
        "HF_HOME": str(folder / "home"),
    }
    said = run_script(python, "read_by_llamafactory.py", *words, environ=environ, cwd=folder)
    assert said["torch"].endswith("+cpu"), "this is a build for graphics cards; point pip at the other one"
    assert len(said["seen"]) == len(samples) > 0
    for sample, row in zip(samples, said["seen"], strict=True):
        assert row["pictures"] == len(sample.pictures)
        for sequence in row["sequences"].values():
            assert sequence["images"] == IMAGE_TOKENS * len(sample.pictures)
            _assert_whole(sample, sequence["text"])
    return samples, said["seen"]


def _assert_whole(sample: Sample, text: str) -> None:
    """Every text of the prompt stands there, in order, with its pictures' tokens right before it."""
    at = text.index(sample.system)
    for turn in sample.prompt:
        said = "<image>" * IMAGE_TOKENS + turn.text if turn.picture is not None else turn.text
        at = text.index(said, at) + len(said)


def test_sft_with_earlier_turns_trains_the_last_answer(python: Path, recording: Path, tmp_path: Path) -> None:
    spec = ExportSpec(format="llamafactory", wrapping="planning", history_images=2)
    samples, seen = _read(python, recording, tmp_path, "sft", spec)
    for sample, row in zip(samples, seen, strict=True):
        assert row["sequences"]["row"]["trained"] == last_answer(sample.target)


def test_whole_episodes_train_every_answer(python: Path, recording: Path, tmp_path: Path) -> None:
    spec = ExportSpec(format="llamafactory", unit=Unit.EPISODE)
    samples, seen = _read(python, recording, tmp_path, "sft", spec, "trained")
    assert [len(sample.pictures) for sample in samples] == [5, 1]
    for sample, row in zip(samples, seen, strict=True):
        assert row["sequences"]["row"]["trained"] == answers(sample)


def test_dpo_has_one_prompt_and_two_answers(python: Path, recording: Path, tmp_path: Path) -> None:
    samples, seen = _read(python, recording, tmp_path, "dpo", ExportSpec(format="llamafactory_dpo"))
    for sample, row in zip(samples, seen, strict=True):
        assert sample.rejected is not None
        assert row["sequences"]["chosen"]["trained"] == last_answer(sample.target)
        assert row["sequences"]["rejected"]["trained"] == last_answer(sample.rejected)


def test_kto_reads_the_marks(python: Path, recording: Path, tmp_path: Path) -> None:
    samples, seen = _read(python, recording, tmp_path, "kto", ExportSpec(format="llamafactory_kto"))
    assert {sample.good for sample in samples} == {True, False}
    for sample, row in zip(samples, seen, strict=True):
        assert row["tag"] is sample.good
        assert row["sequences"]["row"]["trained"] == last_answer(sample.target)
