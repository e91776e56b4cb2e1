"""What a row is made of, by the options of `gui-rec export`."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from small_recordings import record, small_step

from gui_rec.cli._export_shape import MAX_PROMPT_BYTES
from gui_rec.cli.main import run
from gui_rec.datasets.export.pictures import RESIZES
from gui_rec.datasets.export.prompt import WORDINGS
from gui_rec.errors import ExitCode
from gui_rec.model.actions import Key, Tap


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    steps = [small_step(0, Tap(0.5, 0.5)), small_step(1, Key("BACK")), small_step(2, Key("HOME"))]
    return record(tmp_path / "rec", steps)


def _export(recording: Path, *words: str) -> Path:
    out = recording.parent / "out"
    assert run(["export", str(recording), "-o", str(out), *words]) == ExitCode.OK
    return out


def test_an_episode_a_row_for_llamafactory(recording: Path) -> None:
    out = _export(recording, "--layout", "llamafactory", "--rows", "episode")
    (row,) = [json.loads(line) for line in (out / "data" / "train.jsonl").read_text("utf-8").splitlines()]
    assert [message["role"] for message in row["messages"]] == ["system", *["user", "assistant"] * 3]
    assert len(row["images"]) == 3
    record = json.loads((out / "export.json").read_text("utf-8"))
    assert (record["steps"], record["samples"], record["taught_steps"]) == (3, 1, 3)


def test_a_system_prompt_of_ones_own_and_the_words_stand_in_record_and_card(recording: Path) -> None:
    prompt = recording.parent / "prompt.txt"
    prompt.write_text("Be a phone.\n", encoding="utf-8")
    out = _export(recording, "--layout", "plain", "--system-prompt", str(prompt), "--wording", "sft")
    rows = pq.ParquetFile(next((out / "data").iterdir())).read().to_pylist()
    assert {row["system"] for row in rows} == {"Be a phone."}
    assert 'Step 1: "operation 0"' in rows[1]["prompt"]
    record = json.loads((out / "export.json").read_text("utf-8"))
    assert record["wording"] == "sft-1"
    assert record["system_prompt"].startswith("own-")
    card = (out / "README.md").read_text("utf-8")
    assert "`sft-1`" in card
    assert record["system_prompt"] in card


def test_pictures_of_a_size_and_a_balance_with_a_seed(recording: Path) -> None:
    out = _export(recording, "--image-size", "20x40", "--balance", "1", "--seed", "3")
    rows = pq.ParquetFile(next((out / "data").iterdir())).read().to_pylist()
    assert {(row["image_size"]["width_px"], row["image_size"]["height_px"]) for row in rows} == {(20, 40)}
    assert len(rows) == 2
    assert json.loads((out / "export.json").read_text("utf-8"))["refused"] == {"balanced_away": 1}


def test_a_preview_of_the_first_rows(recording: Path) -> None:
    page = (_export(recording, "--preview", "2") / "preview.html").read_text("utf-8")
    assert page.count("<section>") == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--layout", "trl", "--rows", "episode"), "a row teaches one answer"),
        (("--resize", "ui-tars", "--image-size", "20x40"), "got both"),
        (("--image-size", "small"), "WIDTHxHEIGHT"),
        (("--grounding", "--layout", "trl_dpo"), "no better and worse"),
        (("--rows", "episode", "--history", "2"), "give no history"),
        (("--balance", "2", "--layout", "trl_dpo"), "not balanced"),
    ],
)
def test_what_does_not_go_together_is_told(
    recording: Path, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = recording.parent / "out"
    assert run(["export", str(recording), "-o", str(out), *words]) in (ExitCode.USAGE, ExitCode.BAD_INPUT)
    assert said in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("content", [b" \n", b"x" * (MAX_PROMPT_BYTES + 1)])
def test_a_prompt_file_is_text_of_a_bounded_size(
    recording: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    prompt = recording.parent / "prompt.txt"
    prompt.write_bytes(content)
    words = ["export", str(recording), "-o", str(recording.parent / "out"), "--system-prompt", str(prompt)]
    assert run(words) != ExitCode.OK
    assert "prompt" in capsys.readouterr().err


def test_the_choices_are_those_of_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "--help"]) == ExitCode.OK
    said = capsys.readouterr().out
    assert all(name in said for name in (*RESIZES, *WORDINGS))
