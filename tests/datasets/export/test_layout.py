from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_recordings import SIZE

from gui_rec.datasets.export._api import Picture, Sample, Turn
from gui_rec.datasets.export.internvl import FORMAT as INTERNVL
from gui_rec.datasets.export.llamafactory import DPO, KTO
from gui_rec.datasets.export.ms_swift import FORMAT as MS_SWIFT
from gui_rec.datasets.export.openai import FORMAT as OPENAI
from gui_rec.datasets.export.verl import FORMAT as VERL
from gui_rec.dsl._members import CODECS
from gui_rec.model.actions import Action, Swipe, Tap, Type
from gui_rec.model.geometry import Rect


def _sample(action: Action, dialect: str = "ui_tars_v1", **changes: object) -> Sample:
    fields: dict[str, object] = {
        "episode_id": "e",
        "step_index": 3,
        "goal": "g",
        "dialect": dialect,
        "wrapping": "none",
        "system": "s",
        "user": "u",
        "target": CODECS.get(dialect).encode(action, screen=SIZE),
        "coordinate_space": "rel1000",
        "screen": SIZE,
        "image_size": SIZE,
        "image": b"png",
        "actions": (action,),
    }
    return Sample(**{**fields, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("action", "places"),
    [(Tap(0.5, 0.25), [[20, 20]]), (Swipe(0.5, 0.75, 0.5, 0.25), [[20, 60], [20, 20]])],
)
def test_ms_swift_gets_boxes_with_their_places_in_px(action: Action, places: list[list[int]]) -> None:
    row = MS_SWIFT.row(_sample(action))
    assert row["objects"] == {
        "ref": [],
        "bbox": places,
        "bbox_type": "real",
        "image_id": [0] * len(places),
    }
    messages = row["messages"]
    assert isinstance(messages, list)
    assert messages[-1]["content"].count("<bbox>") == len(places)
    assert "box_start" not in messages[-1]["content"]


@pytest.mark.parametrize(
    ("action", "dialect"),
    [(Type("<|box_start|>(1,2)<|box_end|>"), "ui_tars_v1"), (Tap(0.5, 0.25), "scalecua")],
)
def test_ms_swift_leaves_all_other_targets_as_they_are(action: Action, dialect: str) -> None:
    sample = _sample(action, dialect)
    row = MS_SWIFT.row(sample)
    messages, objects = row["messages"], row["objects"]
    assert isinstance(messages, list)
    assert isinstance(objects, dict)
    assert messages[-1]["content"] == sample.target
    assert objects["bbox"] == []


def test_llamafactory_names_its_columns() -> None:
    sample = _sample(Tap(0.5, 0.5), "scalecua", rejected="worse", good=False)
    assert list(DPO.row(sample)) == ["messages", "chosen", "rejected", "images"]
    assert DPO.row(sample)["rejected"] == {"role": "assistant", "content": "worse"}
    assert KTO.row(sample)["kto_tag"] is False
    info = DPO.beside({"train": 1})["dataset_info.json"]
    assert isinstance(info, dict)
    assert info["gui_rec"]["ranking"] is True
    assert info["gui_rec"]["columns"]["rejected"] == "rejected"


def test_internvl_has_the_system_prompt_in_the_first_question_and_the_pictures_size() -> None:
    row = INTERNVL.row(_sample(Tap(0.5, 0.5), "scalecua"))
    talk = row["conversations"]
    assert isinstance(talk, list)
    assert talk[0] == {"from": "human", "value": "<image>\ns\n\nu"}
    assert (row["width"], row["height"]) == (40, 80)
    assert INTERNVL.beside({"train": 7})["meta.json"] == {
        "gui_rec": {
            "root": ".",
            "annotation": "data/train.jsonl",
            "data_augment": False,
            "max_dynamic_patch": 12,
            "repeat_time": 1,
            "length": 7,
        }
    }


def test_internvl_has_the_shape_of_the_rows_that_its_authors_published() -> None:
    row = INTERNVL.row(_sample(Tap(0.5, 0.5), "scalecua"))
    lines = (Path(__file__).parents[2] / "data/dsl/scalecua_sft_rows.jsonl").read_text("utf-8").splitlines()
    for published in map(json.loads, lines):
        # Where a picture lies is what the writing of files adds.
        assert set(row) | {"image"} == set(published)
        talk, theirs = row["conversations"], published["conversations"]
        assert isinstance(talk, list)
        assert [(set(turn), turn["from"]) for turn in talk] == [(set(turn), turn["from"]) for turn in theirs]
        assert talk[0]["value"].startswith("<image>\n")
        assert theirs[0]["value"].startswith("<image>\n")


def test_verl_hands_the_bounds_to_the_reward_with_the_size_they_are_of() -> None:
    row = VERL.row(_sample(Tap(0.5, 0.5), "scalecua", bounds_px=Rect(1, 2, 30, 40), recorded=SIZE))
    extra = row["extra_info"]
    assert isinstance(extra, dict)
    assert (extra["bbox"], extra["bbox_size"]) == ([1, 2, 30, 40], [40, 80])
    bare = VERL.row(_sample(Tap(0.5, 0.5), "scalecua"))["extra_info"]
    assert isinstance(bare, dict)
    assert (bare["bbox"], bare["bbox_size"]) == (None, None)


def test_earlier_answers_are_told_and_not_learnt_and_have_their_boxes_too() -> None:
    tap = Tap(0.5, 0.25)
    text = CODECS.get("ui_tars_v1").encode(tap, screen=SIZE)
    before = (
        Turn("user", "first", Picture("a.png", SIZE, b"png")),
        Turn("assistant", text, actions=(tap,), learnt=False),
    )
    sample = _sample(Tap(0.75, 0.75), before=before)
    row = MS_SWIFT.row(sample)
    messages, objects = row["messages"], row["objects"]
    assert isinstance(messages, list)
    assert isinstance(objects, dict)
    assert [(one.get("loss"), one["content"].count("<bbox>")) for one in messages] == [
        (None, 0),
        (None, 0),
        (False, 1),
        (None, 0),
        (True, 1),
    ]
    assert (objects["bbox"], objects["image_id"]) == ([[20, 20], [30, 60]], [0, 1])
    chat = OPENAI.row(sample)["messages"]
    assert isinstance(chat, list)
    assert [one.get("weight") for one in chat] == [None, None, 0, None, None]
