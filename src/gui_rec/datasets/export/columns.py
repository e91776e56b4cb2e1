"""What several layouts share: Arrow types of a conversation, and texts that a trainer would not take for text."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa

from gui_rec.datasets.export._api import Picture, Sample, Turn

PART = pa.struct([("type", pa.string()), ("text", pa.string())])
MESSAGE = pa.struct([("role", pa.string()), ("content", pa.list_(PART))])
TAGGED = pa.struct([("role", pa.string()), ("content", pa.string())])
"""A message whose pictures are tags in its text."""

IMAGE_TAG = "<image>"
MODEL_TOKENS = (
    IMAGE_TAG, "<video>", "<audio>", "<|image_pad|>", "<|video_pad|>", "<|vision_start|>", "<|vision_end|>",
    "<|im_start|>", "<|im_end|>", "<|endoftext|>", "<IMG_CONTEXT>",
)  # fmt: skip
"""Texts that tokenisers of vision models read as pictures or as a turn's end; no trainer has a way to escape them."""


def message(role: str, text: str, picture: Picture | None = None) -> dict[str, object]:
    """One of `MESSAGE`; a picture stands before the text."""
    parts: list[dict[str, str | None]] = [] if picture is None else [{"type": "image", "text": None}]
    return {"role": role, "content": [*parts, {"type": "text", "text": text}]}


def messages(system: str, turns: Iterable[Turn]) -> list[dict[str, object]]:
    """The system prompt and `turns`, each one of `MESSAGE`."""
    return [message("system", system), *(message(turn.role, turn.text, turn.picture) for turn in turns)]


def tagged(system: str, turns: Iterable[Turn]) -> list[dict[str, str]]:
    """The system prompt and `turns`, each one of `TAGGED`."""
    return [
        {"role": "system", "content": system},
        *({"role": turn.role, "content": tagged_text(turn)} for turn in turns),
    ]


def tagged_text(turn: Turn) -> str:
    """A turn's text, with `<image>` before it for a picture."""
    return turn.text if turn.picture is None else f"{IMAGE_TAG}{turn.text}"


def picture_bytes(sample: Sample) -> list[dict[str, object]]:
    """The pictures as values of Hugging Face's Image feature."""
    return [{"bytes": picture.data, "path": None} for picture in sample.pictures]


def picture_names(sample: Sample) -> list[str]:
    """The pictures' files."""
    return [picture.name for picture in sample.pictures]
