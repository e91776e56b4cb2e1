from __future__ import annotations

from pathlib import Path

from gui_rec.datasets.importers.shards import shard_files


def test_shards_are_known_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    there = [
        "android_control-00000-of-00020",
        "b.tfrecord",
        "deep/c.tfrecord.gz",
        "general-00001-of-00321.gz",
    ]
    for name in (*there, "splits.json", "README.md", "x-of-y", "test_subsplits.json"):
        (tmp_path / name).touch()
    assert [str(path.relative_to(tmp_path)) for path in shard_files(tmp_path)] == sorted(there)
    assert shard_files(tmp_path / "README.md") == [tmp_path / "README.md"]
