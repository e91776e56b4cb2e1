"""Hugging Face `datasets` opens a trajectory without us, with pictures decoded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from trajectories import record

from gui_rec.store.features import features_json
from gui_rec.store.schema import STEP_FEATURES, STEP_SCHEMA

LOAD = """
import json, sys
import datasets
rows = datasets.load_dataset("parquet", data_files=sys.argv[1], split="train", cache_dir=sys.argv[2])
first = rows[0]
image = first["pre_screenshot"]
print(json.dumps({
    "columns": rows.column_names,
    "image": [type(image).__module__.split(".")[0], image.size, image.getpixel((0, 0))],
    "feature": str(rows.features["post_screenshot"]),
    "action": first["action"],
    "windows": str(rows.features["pre_facts"]),
    "thoughts": rows["thought"][:],
}))
"""


def test_every_column_has_a_feature() -> None:
    features = json.loads(STEP_FEATURES)["info"]["features"]
    assert list(features) == STEP_SCHEMA.names
    assert features["pre_screenshot"] == {"_type": "Image"}
    assert features["pre_ui_xml"] == {"dtype": "large_string", "_type": "Value"}
    assert features["flags"] == [{"dtype": "string", "_type": "Value"}]
    assert features["action"]["x"] == {"dtype": "float64", "_type": "Value"}
    assert features["action"]["contacts"] == [
        [
            {
                "x": {"dtype": "float64", "_type": "Value"},
                "y": {"dtype": "float64", "_type": "Value"},
                "at_ms": {"dtype": "int32", "_type": "Value"},
            }
        ]
    ]


def test_the_features_are_a_pure_function_of_the_schema() -> None:
    assert features_json(STEP_SCHEMA) == STEP_FEATURES


def test_load_dataset_opens_a_trajectory_offline(tmp_path: Path) -> None:
    shard = record(tmp_path / "x.parquet")
    environment = {
        "HOME": str(tmp_path),
        "HF_HOME": str(tmp_path / "hf"),
        "HF_HUB_OFFLINE": "1",
        "HF_DATASETS_OFFLINE": "1",
        "PATH": "",
    }
    done = subprocess.run(
        [sys.executable, "-c", LOAD, str(shard), str(tmp_path / "cache")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["columns"] == STEP_SCHEMA.names
    assert seen["image"] == ["PIL", [2, 3], [0, 0, 7]]
    assert seen["feature"].startswith("Image(")
    assert (seen["action"]["type"], seen["action"]["x"]) == ("tap", 0.5)
    assert seen["thoughts"] == ["step 0", "step 1", "step 2"]
