"""Train a tiny Llava on an export by TRL: `train_by_trl.py EXPORT MODEL_FOLDER sft|messages|dpo|kto`. Says what the trainer read."""

from __future__ import annotations

import pathlib
import sys
from typing import Any

import tiny_llava
import torch
import trl
from transformers import AutoModelForImageTextToText, AutoProcessor

from datasets import load_dataset

EXPORT, MODEL, WAY = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]


def settings(kind: Any, **more: object) -> Any:
    return kind(
        output_dir=str(MODEL / "out"), max_steps=2, per_device_train_batch_size=2 if WAY == "kto" else 1, report_to=[], max_length=None,
        use_cpu=True, bf16=False, gradient_checkpointing=False, save_strategy="no", logging_steps=1, **more,
    )  # fmt: skip


def main() -> None:
    tiny_llava.save(MODEL)
    processor = AutoProcessor.from_pretrained(MODEL)
    model = AutoModelForImageTextToText.from_pretrained(MODEL)
    rows = load_dataset(str(EXPORT), split="train", cache_dir=str(MODEL / "cache"))
    if WAY == "messages":
        processor.chat_template = tiny_llava.MARKED_TEMPLATE
    trainer = trainer_of(model, rows, processor)
    seen = [read(trainer, processor, row) for row in trainer.train_dataset]
    loss = trainer.train().training_loss
    tiny_llava.say(torch=torch.__version__, trl=trl.__version__, given=rows.num_rows, seen=seen, loss=loss)


def trainer_of(model: Any, rows: Any, processor: Any) -> Any:
    """The trainer, as its documentation sets it up."""
    rest = {"train_dataset": rows, "processing_class": processor}
    if WAY == "dpo":
        return trl.DPOTrainer(model, args=settings(trl.DPOConfig), **rest)
    if WAY == "kto":
        return trl.KTOTrainer(model, args=settings(trl.KTOConfig), **rest)
    marked = {"assistant_only_loss": True} if WAY == "messages" else {}
    return trl.SFTTrainer(model, args=settings(trl.SFTConfig, **marked), **rest)


def read(trainer: Any, processor: Any, row: dict[str, Any]) -> dict[str, Any]:
    """What the trainer's collator makes of one row."""
    batch = trainer.data_collator([row])
    image = processor.tokenizer.convert_tokens_to_ids("<image>")
    found = []
    labels = batch.get("labels")
    for at, ids in enumerate(batch["input_ids"]):
        trained = batch["completion_mask"][at].bool() if labels is None else labels[at] != -100
        found.append(
            {
                "images": int((ids == image).sum()),
                "text": processor.tokenizer.decode(ids[batch["attention_mask"][at].bool()]),
                "trained": processor.tokenizer.decode(ids[trained]),
            }
        )
    label = batch.get("label")
    return {
        "pictures": len(row["images"]),
        "sequences": found,
        "mark": None if label is None else bool(label[0]),
    }


main()
