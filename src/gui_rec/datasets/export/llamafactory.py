"""`llamafactory`, `llamafactory_dpo`, `llamafactory_kto`: sharegpt rows and their `dataset_info.json`.

The export's folder is the trainer's `dataset_dir`; its pictures are found there (`media_dir` is the same by default).
Source: LLaMA-Factory's data/README.md. Each `<image>` stands for one of `images`, roles take turns after the system
message, and all assistant turns are trained unless `mask_history`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gui_rec.datasets.export._api import Files, Sample, Takes, Traits
from gui_rec.datasets.export.columns import MODEL_TOKENS, picture_names, tagged
from gui_rec.datasets.export.jsonl import ROWS
from gui_rec.datasets.export.layout import Layout, Row

DATASET = "gui_rec"
"""The data set's name in `dataset_info.json`; other splits have theirs after it (`gui_rec_test`)."""
_TAGS = {
    "role_tag": "role",
    "content_tag": "content",
    "user_tag": "user",
    "assistant_tag": "assistant",
    "system_tag": "system",
}


def _answer(text: str) -> dict[str, str]:
    return {"role": "assistant", "content": text}


def _sft(sample: Sample) -> Row:
    return {"messages": tagged(sample.system, sample.turns), "images": picture_names(sample)}


def _dpo(sample: Sample) -> Row:
    return {
        "messages": tagged(sample.system, sample.prompt),
        "chosen": _answer(sample.target),
        "rejected": _answer(sample.rejected or ""),
        "images": picture_names(sample),
    }


def _kto(sample: Sample) -> Row:
    return _sft(sample) | {"kto_tag": sample.good}


def _info(**more: object) -> Callable[[Mapping[str, int]], Mapping[str, object]]:
    columns = more.pop("columns", {})
    assert isinstance(columns, dict)
    entry = {
        "formatting": "sharegpt",
        **more,
        "columns": {"messages": "messages", "images": "images", **columns},
        "tags": _TAGS,
    }
    return lambda rows: {
        "dataset_info.json": {
            dataset_name(split): {"file_name": ROWS.format(split=split), **entry} for split in rows
        }
    }


def dataset_name(split: str) -> str:
    """What a split is called in `dataset_info.json`."""
    return DATASET if split == "train" else f"{DATASET}_{split}"


def _traits(takes: Takes = Takes.SAMPLES, *, episodes: bool = False) -> Traits:
    return Traits(Files.JSONL, takes, episodes=episodes, placeholders=MODEL_TOKENS)


SFT = Layout("llamafactory", _traits(episodes=True), _sft, files_beside=_info())
DPO = Layout(
    "llamafactory_dpo",
    _traits(Takes.PAIRS),
    _dpo,
    files_beside=_info(ranking=True, columns={"chosen": "chosen", "rejected": "rejected"}),
)
KTO = Layout(
    "llamafactory_kto", _traits(Takes.MARKED), _kto, files_beside=_info(columns={"kto_tag": "kto_tag"})
)
