from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from small_recordings import SIZE

from gui_rec.datasets.export._api import ExportFormat, Sample, ShardFile
from gui_rec.datasets.export.internvl import FORMAT as INTERNVL
from gui_rec.datasets.export.jsonl import ROWS, JsonlWriter
from gui_rec.datasets.export.llamafactory import DATASET, SFT
from gui_rec.datasets.export.openai import FORMAT as OPENAI
from gui_rec.errors import InputError

_SAMPLE = Sample(
    episode_id="e",
    step_index=0,
    goal="g",
    dialect="scalecua",
    wrapping="grounding",
    system="s",
    user="u\u2028\n日本",
    target="t",
    coordinate_space="norm01",
    screen=SIZE,
    image_size=SIZE,
    image=b"\x89PNG\r\n\x1a\n",
    image_name="images/e/00000.png",
)


_TRAIN = ROWS.format(split="train")


def write_jsonl(folder: Path, layout: ExportFormat, samples: list[Sample]) -> list[ShardFile]:
    writer = JsonlWriter(folder, layout)
    writer.write(samples, "train")
    return writer.finish()


def test_a_row_is_a_line_and_a_shared_picture_one_file(tmp_path: Path) -> None:
    again = replace(_SAMPLE, user="another question")
    files = write_jsonl(tmp_path, SFT, [_SAMPLE, again])
    assert [(file.path, file.rows) for file in files] == [
        (_TRAIN, 2),
        ("dataset_info.json", 0),
        ("images/e/00000.png", 0),
    ]
    lines = (tmp_path / _TRAIN).read_bytes().split(b"\n")
    assert [json.loads(line)["images"] for line in lines[:-1]] == [["images/e/00000.png"]] * 2
    for file in files:
        data = (tmp_path / file.path).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (file.bytes, file.sha256)
    info = json.loads((tmp_path / "dataset_info.json").read_text(encoding="utf-8"))
    assert info[DATASET]["file_name"] == _TRAIN


def test_two_pictures_of_one_name_and_ids_that_name_no_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two different pictures"):
        write_jsonl(tmp_path / "a", SFT, [_SAMPLE, replace(_SAMPLE, image=b"other")])
    for name in ("../e", "", "a/b"):
        with pytest.raises(InputError, match="names no file"):
            write_jsonl(tmp_path / f"b{len(name)}", SFT, [replace(_SAMPLE, episode_id=name)])


def test_pictures_within_the_rows_need_no_files(tmp_path: Path) -> None:
    files = write_jsonl(tmp_path, OPENAI, [_SAMPLE])
    assert [file.path for file in files] == [_TRAIN]
    row = json.loads((tmp_path / _TRAIN).read_text(encoding="utf-8"))
    assert row["messages"][1]["content"][0]["image_url"]["url"] == "data:image/png;base64,iVBORw0KGgo="


def test_splits_are_files_of_their_own_with_a_data_set_each(tmp_path: Path) -> None:
    writer = JsonlWriter(tmp_path, SFT)
    writer.write([_SAMPLE, _SAMPLE], "train")
    writer.write([], "validation")
    writer.write([_SAMPLE], "test")
    files = writer.finish()
    assert [(file.path, file.rows, file.split) for file in files if file.rows] == [
        ("data/train.jsonl", 2, "train"),
        ("data/test.jsonl", 1, "test"),
    ]
    assert not (tmp_path / "data" / "validation.jsonl").exists()
    info = json.loads((tmp_path / "dataset_info.json").read_text(encoding="utf-8"))
    assert {name: entry["file_name"] for name, entry in info.items()} == {
        "gui_rec": "data/train.jsonl",
        "gui_rec_test": "data/test.jsonl",
    }
    assert list(INTERNVL.beside({"train": 2, "apps_unseen": 1})) == ["meta.json", "meta_apps_unseen.json"]
