"""Read an export by LLaMA-Factory's own data code: `read_by_llamafactory.py EXPORT MODEL_FOLDER sft|dpo|kto masked|trained`."""

from __future__ import annotations

import importlib.machinery
import pathlib
import sys
import types
from typing import Any

import tiny_llava
import torch

# The audio library is imported for its name only; its wheel would bring another torch.
sys.modules["torchaudio"] = types.ModuleType("torchaudio")
sys.modules["torchaudio"].__spec__ = importlib.machinery.ModuleSpec("torchaudio", None)

from llamafactory.data import get_dataset, get_template_and_fix_tokenizer  # noqa: E402
from llamafactory.hparams import get_train_args  # noqa: E402
from llamafactory.model import load_tokenizer  # noqa: E402

EXPORT, MODEL, WAY, HISTORY = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), *sys.argv[3:]


def main() -> None:
    tiny_llava.save(MODEL)
    model, data, training, _, _ = get_train_args(
        {
            "model_name_or_path": str(MODEL),
            "stage": WAY,
            "do_train": True,
            "finetuning_type": "full",
            "dataset_dir": str(EXPORT),
            "dataset": "gui_rec",
            "template": "llava",
            "cutoff_len": 8192,
            "output_dir": str(MODEL / "out"),
            "report_to": "none",
            "overwrite_cache": True,
            "use_cpu": True,
            "bf16": False,
            "mask_history": WAY == "sft" and HISTORY == "masked",
        }
    )
    loaded = load_tokenizer(model)
    template = get_template_and_fix_tokenizer(loaded["tokenizer"], data)
    rows = get_dataset(template, model, data, training, stage={"dpo": "rm"}.get(WAY, WAY), **loaded)[
        "train_dataset"
    ]
    image = loaded["tokenizer"].convert_tokens_to_ids("<image>")
    seen = [read(loaded["tokenizer"], image, row) for row in rows]
    tiny_llava.say(torch=torch.__version__, seen=seen)


def read(tokenizer: Any, image: int, row: dict[str, Any]) -> dict[str, Any]:
    """Each sequence of a row, with what of it is trained."""
    found = {}
    for name in ("", "chosen_", "rejected_"):
        if f"{name}input_ids" in row:
            ids, labels = row[f"{name}input_ids"], row[f"{name}labels"]
            found[name.rstrip("_") or "row"] = {
                "images": ids.count(image),
                "length": len(ids),
                "trained": tokenizer.decode([label for label in labels if label != -100]),
                "text": tokenizer.decode(ids),
            }
    return {"pictures": len(row["images"]), "sequences": found, "tag": row.get("kto_tags")}


main()
