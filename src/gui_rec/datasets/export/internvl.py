"""`internvl`: the rows of ScaleCUA's InternVL trainer, with the meta file that names them.

Source: OpenGVLab/ScaleCUA, evaluation and training data of `internvl_chat`: `conversations` of `human` and `gpt`, the
picture (a list where there are several) with its size, and a meta file of root, annotation and length. That trainer
takes its system prompt from `conv_style`; here it stands before the first question instead, so that prompt and targets
cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping

from gui_rec.datasets.export._api import Files, Sample, Traits, Turn
from gui_rec.datasets.export.columns import IMAGE_TAG, MODEL_TOKENS, picture_names
from gui_rec.datasets.export.jsonl import ROWS
from gui_rec.datasets.export.layout import Layout, Row

_ROLES = {"user": "human", "assistant": "gpt"}
_TOKENS = (*MODEL_TOKENS, "<img>", "</img>", "<box>", "</box>", "<ref>", "</ref>")


def _row(sample: Sample) -> Row:
    names = picture_names(sample)
    sizes = [picture.size for picture in sample.pictures]
    one = len(names) == 1
    widths, heights = [size.width_px for size in sizes], [size.height_px for size in sizes]
    return {
        "image": names[0] if one else names,
        "conversations": [_said(sample, turn, at) for at, turn in enumerate(sample.turns)],
        "width": widths[0] if one else widths,
        "height": heights[0] if one else heights,
    }


def _said(sample: Sample, turn: Turn, at: int) -> dict[str, str]:
    text = f"{sample.system}\n\n{turn.text}" if at == 0 else turn.text
    return {
        "from": _ROLES[turn.role],
        "value": text if turn.picture is None else f"{IMAGE_TAG}\n{text}",
    }


def _meta(rows: Mapping[str, int]) -> Mapping[str, object]:
    """A meta file a split, since all that one names is trained."""
    return {_meta_name(split): {"gui_rec": _entry(split, count)} for split, count in rows.items()}


def _meta_name(split: str) -> str:
    return "meta.json" if split == "train" else f"meta_{split}.json"


def _entry(split: str, count: int) -> dict[str, object]:
    return {
        "root": ".",
        "annotation": ROWS.format(split=split),
        "data_augment": False,
        "max_dynamic_patch": 12,
        "repeat_time": 1,
        "length": count,
    }


FORMAT = Layout(
    "internvl", Traits(Files.JSONL, episodes=True, placeholders=_TOKENS), _row, files_beside=_meta
)
