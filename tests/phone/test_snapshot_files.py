"""The files of snapshots."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.errors import InputError, UsageError
from gui_rec.phone.snapshot_files import (
    FORMAT,
    VERSION,
    check_header,
    delete_snapshot,
    read_snapshot,
    snapshot_fault,
    snapshot_file,
    snapshot_folder_of,
    snapshot_names,
    write_snapshot,
)

GOOD = f'{{"format": "{FORMAT}", "version": {VERSION}, "more": [1]}}'.encode()


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/b", "../a", "/etc/passwd", "a\\b", ".hidden", "a" * 65, "a..b", "a\n", None, 5]
)
def test_a_name_is_a_name(name: object) -> None:
    with pytest.raises(UsageError, match="expected a name"):
        snapshot_file("/tmp", name)


@pytest.mark.parametrize("folder", ["relative", "", None, 5])
def test_a_folder_is_an_absolute_path(folder: object) -> None:
    with pytest.raises(UsageError, match="absolute path"):
        snapshot_folder_of(folder)


def test_a_file_is_written_whole_read_listed_and_deleted(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    path = snapshot_file(str(folder), "one")
    write_snapshot(path, GOOD)
    write_snapshot(path, GOOD + b"\n")
    assert read_snapshot(path) == GOOD + b"\n"
    (folder / "other.txt").write_text("")
    (folder / ".x.phone.json").write_text("")
    assert snapshot_names(folder) == ["one"]
    assert snapshot_fault(folder, "one") is None
    assert delete_snapshot(folder, "one") == path
    assert snapshot_names(folder) == []
    assert snapshot_names(tmp_path / "absent") == []
    with pytest.raises(InputError, match="No such file"):
        delete_snapshot(folder, "one")
    with pytest.raises(UsageError, match="expected a name"):
        delete_snapshot(folder, "../one")


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InputError, match="file"):
        write_snapshot(tmp_path / "file" / "a.phone.json", GOOD)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "expected a snapshot"),
        (GOOD[:-3], "expected a snapshot"),
        (b"[" * 100_000, "expected a snapshot"),
        (b'{"format": "x", "version": 2}', "expected a 'gui-rec phone snapshot', got 'x'"),
        (GOOD.replace(b": 2", b": 0"), "there is no version 0"),
        (GOOD.replace(b": 2", b": 1"), "version 1 is of an older gui-rec"),
        (GOOD.replace(b": 2", b": 3"), "version 3 is newer than this gui-rec reads"),
    ],
)
def test_why_a_file_cannot_be_loaded(tmp_path: Path, data: bytes, why: str) -> None:
    (tmp_path / "a.phone.json").write_bytes(data)
    told = snapshot_fault(tmp_path, "a")
    assert told is not None
    assert told.startswith(why)
    with pytest.raises(InputError, match=r"^here: "):
        check_header(data, "here")


@given(st.binary(max_size=200))
def test_no_bytes_are_more_than_refused(data: bytes) -> None:
    with pytest.raises(InputError, match=r"^here: "):
        check_header(data, "here")


def test_a_pipe_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.phone.json")
    told = snapshot_fault(tmp_path, "pipe")
    assert told is not None
    assert told.startswith("expected a file")
