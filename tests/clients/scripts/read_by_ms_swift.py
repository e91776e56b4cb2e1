"""Read an export by ms-swift's own data code: `read_by_ms_swift.py EXPORT MODEL_FOLDER`."""

from __future__ import annotations

import os
import pathlib
import sys
from typing import Any

import tiny_llava
import torch

EXPORT, MODEL = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


def main() -> None:
    tiny_llava.save(MODEL)
    os.chdir(EXPORT)  # it looks for a row's pictures from here
    from swift import get_processor, get_template
    from swift.dataset import load_dataset

    processor = get_processor(str(MODEL), model_type="llava1_5_hf")
    template = get_template(processor, template_type="llava1_5_hf", max_length=None)
    template.set_mode("train")
    rows, _ = load_dataset("data/train.jsonl", split_dataset_ratio=0.0, load_from_cache_file=False)
    image = processor.tokenizer.convert_tokens_to_ids("<image>")
    seen = [read(template, processor.tokenizer, image, row) for row in rows]
    tiny_llava.say(torch=torch.__version__, seen=seen)


def read(template: Any, tokenizer: Any, image: int, row: dict[str, Any]) -> dict[str, Any]:
    """What the template makes of one row."""
    batch = template.data_collator([template.encode(row)])
    ids, labels = batch["input_ids"][0], batch["labels"][0]
    return {
        "images": int((ids == image).sum()),
        "text": tokenizer.decode(ids),
        "trained": tokenizer.decode(ids[labels != -100]),
        "pictures": len(row["images"]),
    }


main()
