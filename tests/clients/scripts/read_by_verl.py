"""Read an export by verl's own data set: `read_by_verl.py EXPORT MODEL_FOLDER`."""

from __future__ import annotations

import pathlib
import sys
from typing import Any

import tiny_llava
import torch
from omegaconf import OmegaConf
from transformers import AutoProcessor
from verl.utils.dataset.rl_dataset import RLHFDataset

EXPORT, MODEL = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


def main() -> None:
    tiny_llava.save(MODEL)
    processor = AutoProcessor.from_pretrained(MODEL)
    settings = {
        "cache_dir": str(MODEL / "cache"),
        "prompt_key": "prompt",
        "image_key": "images",
        "max_prompt_length": 8192,
        # With True, rows whose length it cannot tell are dropped without a word.
        "filter_overlong_prompts": False,
    }
    files = [str(path) for path in sorted((EXPORT / "data").glob("*.parquet"))]
    rows = RLHFDataset(files, processor.tokenizer, OmegaConf.create(settings), processor)
    seen = [read(processor, rows[at]) for at in range(len(rows))]
    tiny_llava.say(torch=torch.__version__, seen=seen)


def read(processor: Any, row: dict[str, Any]) -> dict[str, Any]:
    """The messages that it hands to the rollout, as the processor reads them, and what the reward gets."""
    messages = row["raw_prompt"]
    pictures = [
        part["image"] for message in messages if not isinstance(message["content"], str)
        for part in message["content"] if part["type"] == "image"
    ]  # fmt: skip
    text = processor.apply_chat_template(list(messages), add_generation_prompt=True, tokenize=False)
    ids = processor(text=[text], images=pictures, return_tensors="pt")["input_ids"][0]
    image = processor.tokenizer.convert_tokens_to_ids("<image>")
    return {
        "images": int((ids == image).sum()),
        "pictures": len(pictures),
        "sizes": [picture.size for picture in pictures],
        "text": processor.tokenizer.decode(ids),
        "truth": row["reward_model"]["ground_truth"],
        "extra": {key: row["extra_info"][key] for key in ("episode_id", "step_id")},
        "keys": sorted(row),
    }


main()
