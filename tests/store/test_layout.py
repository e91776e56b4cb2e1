"""Where things lie, told from the target's name alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui_rec.store.layout import EPISODES, LABELS, VERDICTS, Layout, is_table


def test_a_folder(tmp_path: Path) -> None:
    layout = Layout(tmp_path / "rec")
    assert not layout.is_file
    assert layout.journal == tmp_path / "rec" / "journal"
    assert layout.data_file("01E") == tmp_path / "rec" / "data" / "01E.parquet"
    assert layout.table(VERDICTS) == tmp_path / "rec" / "verdicts.parquet"


def test_a_single_file(tmp_path: Path) -> None:
    layout = Layout(tmp_path / "x.parquet")
    assert layout.is_file
    assert layout.journal == tmp_path / "x.parquet.journal"
    assert layout.data_file("01E") == tmp_path / "x.parquet"
    assert layout.table(LABELS) == tmp_path / "x.labels.parquet"


def test_a_folder_may_be_named_like_a_file(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").mkdir()
    assert not Layout(tmp_path / "x.parquet").is_file


def touch(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def test_data_files_are_sorted_and_never_tables(tmp_path: Path) -> None:
    for name in ("episodes", "verdicts", "labels", "x.labels"):
        touch(tmp_path / f"{name}.parquet")
    touch(tmp_path / "notes.txt")
    loose = [touch(tmp_path / "b.parquet"), touch(tmp_path / "a.parquet")]
    assert Layout(tmp_path).data_files() == sorted(loose)
    inner = touch(tmp_path / "data" / "train" / "0.parquet")
    assert Layout(tmp_path).data_files() == [inner]


def test_a_file_that_is_not_there_is_no_data_file(tmp_path: Path) -> None:
    assert Layout(tmp_path / "x.parquet").data_files() == []
    assert Layout(tmp_path / "rec").data_files() == []


@pytest.mark.parametrize("name", [EPISODES, VERDICTS, LABELS])
def test_tables_are_known_by_name(name: str) -> None:
    assert is_table(Path(f"a/{name}.parquet"))
    assert is_table(Path(f"a/x.{name}.parquet"))
    assert not is_table(Path(f"a/my_{name}.parquet"))
