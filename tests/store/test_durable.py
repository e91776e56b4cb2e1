"""A file becomes itself whole or not at all, and a full disk is told apart."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from gui_rec.errors import DiskFullError, StoreError
from gui_rec.store import durable


def write(path: Path, data: bytes, fail: BaseException | None = None) -> None:
    with durable.replacing(path) as stream:
        stream.write(data)
        if fail is not None:
            raise fail


def raise_in_storing(path: Path, error: OSError) -> None:
    with durable.storing(path, "free some room"):
        raise error


def test_the_old_file_stands_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        write(path, b"new", KeyboardInterrupt())
    assert path.read_bytes() == b"old"
    assert [item.name for item in tmp_path.iterdir()] == ["a"]
    write(path, b"new")
    assert path.read_bytes() == b"new"


def test_a_refusal_by_verify_leaves_nothing(tmp_path: Path) -> None:
    def refuse(temporary: Path) -> None:
        assert temporary.read_bytes() == b"new"
        raise StoreError("no")

    with pytest.raises(StoreError), durable.replacing(tmp_path / "a", verify=refuse) as stream:
        stream.write(b"new")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_no_room_left_is_told_apart(tmp_path: Path, code: int) -> None:
    with pytest.raises(DiskFullError, match=r"disk_full, no room left to write; free some room"):
        raise_in_storing(tmp_path, OSError(code, "full"))


def test_other_refusals_name_the_place_and_the_reason(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"cannot write: denied") as caught:
        raise_in_storing(tmp_path, OSError(errno.EACCES, "denied"))
    assert not isinstance(caught.value, DiskFullError)
    assert caught.value.file == str(tmp_path)


def test_folders_are_made_with_their_parents_and_again(tmp_path: Path) -> None:
    durable.make_folder(tmp_path / "a" / "b" / "c")
    durable.make_folder(tmp_path / "a" / "b" / "c")
    assert (tmp_path / "a" / "b" / "c").is_dir()
