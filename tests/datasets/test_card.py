from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from small_recordings import record, small_step

import datasets
from gui_rec.datasets.card import export_card, front_matter, size_category, yaml_features
from gui_rec.datasets.export._api import ExportSpec, ExportStats, ShardFile
from gui_rec.datasets.export.messages import FORMAT
from gui_rec.datasets.recording_card import recording_card
from gui_rec.dsl.scalecua import CODEC
from gui_rec.model.actions import Key
from gui_rec.model.episode import EpisodeInfo
from gui_rec.store.reader import open_trajectories
from gui_rec.store.recording import RecordingWriter
from gui_rec.store.schema import STEP_SCHEMA

_FILE = ShardFile("data/train-00000-of-00001.parquet", 3, 1000, "0" * 64)


def _stats(**changes: Any) -> ExportStats:
    fields: dict[str, Any] = {
        "out": Path("out"),
        "episodes": 1,
        "steps": 5,
        "samples": 3,
        "refused": {"inexpressible:drag: the Android set has no drag": 1, "no_pre_screenshot": 1},
        "losses": {"swipe: duration_ms": 2},
        "files": (_FILE,),
    }
    return ExportStats(**{**fields, **changes})


def _card(spec: ExportSpec | None = None, **changes: Any) -> str:
    return export_card(spec or ExportSpec(), CODEC, "grounding", FORMAT.schema, _stats(**changes), ["script"])


def _head(card: str) -> dict[str, Any]:
    head = yaml.safe_load(card.split("---\n")[1])
    assert isinstance(head, dict)
    return head


def test_a_licence_and_languages_stand_there_only_when_given() -> None:
    assert not {"license", "language"} & set(_head(_card()))
    given_head = _head(_card(ExportSpec(license="cc-by-4.0", language=("en", "zh"))))
    assert (given_head["license"], given_head["language"]) == ("cc-by-4.0", ["en", "zh"])


def test_data_files_are_named_one_by_one() -> None:
    head = _head(_card())
    assert head["configs"] == [
        {"config_name": "default", "data_files": [{"split": "train", "path": [_FILE.path]}]}
    ]
    assert head["dataset_info"]["splits"] == [{"name": "train", "num_bytes": 1000, "num_examples": 3}]


def test_every_section_says_its_numbers() -> None:
    card = _card()
    for heading in (
        "What was recorded",
        "The rows",
        "How the labels came about",
        "What the dialect loses",
        "Counts",
    ):
        assert f"## {heading}\n" in card
    assert "| swipe: duration_ms | 2 |" in card
    assert "the dialect cannot say this `drag`: the Android set has no drag (`inexpressible`) | 1 |" in card
    assert "(`no_pre_screenshot`) | 1 |" in card
    assert "it lost nothing" in _card(losses={})


@settings(max_examples=20, deadline=None)
@given(title=st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=40))
def test_a_title_cannot_break_out_of_its_line_or_the_yaml(title: str) -> None:
    card = _card(ExportSpec(title=f"{title}\n---\n<script>"))
    assert _head(card)["pretty_name"] == " ".join(f"{title}\n---\n<script>".split())
    assert "<script>" not in card.split("\n---\n", 1)[1]


@pytest.mark.parametrize(
    ("rows", "name"),
    [(0, "n<1K"), (999, "n<1K"), (1000, "1K<n<10K"), (99_999, "10K<n<100K"), (2_000_000_000, "n>1B")],
)
def test_sizes_have_the_hubs_names(rows: int, name: str) -> None:
    assert size_category(rows) == name


@pytest.mark.parametrize("schema", [FORMAT.schema, STEP_SCHEMA], ids=["messages", "steps"])
def test_hugging_face_reads_the_features_as_the_file_has_them(schema: Any) -> None:
    declared = datasets.Features._from_yaml_list(yaml_features(schema))
    assert declared.arrow_schema.names == schema.names
    assert declared.arrow_schema.equals(schema)


def test_a_recording_has_a_card_too(tmp_path: Path) -> None:
    recording = open_trajectories(record(tmp_path / "rec", [small_step(0, Key("BACK"))]))
    card = recording_card(recording, ["data/a.parquet"], 10)
    head = _head(card)
    assert head["configs"][0]["data_files"][0]["path"] == ["data/a.parquet"]
    assert head["dataset_info"]["splits"][0]["num_examples"] == 1
    assert "`script`" in card
    assert card == recording_card(recording, ["data/a.parquet"], 10)


def test_a_withdrawn_step_is_a_row_that_the_card_counts(tmp_path: Path) -> None:
    with RecordingWriter.create(tmp_path / "rec", EpisodeInfo("e", "script", goal="g")) as writer:
        for index in range(2):
            writer.append(small_step(index, Key("BACK")))
        writer.withdraw(0)
    card = recording_card(open_trajectories(tmp_path / "rec"), ["data/e.parquet"], 10)
    assert _head(card)["dataset_info"]["splits"][0]["num_examples"] == 2
    (tmp_path / "rec" / "README.md").write_text(card, encoding="utf-8")
    rows = datasets.load_dataset(str(tmp_path / "rec"), cache_dir=str(tmp_path / "cache"), split="train")
    assert rows.num_rows == 2
    assert "1 episode with 1 step (1 more were withdrawn" in card


def test_front_matter_is_fenced() -> None:
    text = front_matter("t", FORMAT.schema, ["a"], 1, size_bytes=1)
    assert text.startswith("---\n")
    assert text.endswith("\n---\n")
