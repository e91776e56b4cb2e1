from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gui_rec.datasets.importers import pictures
from gui_rec.datasets.importers.complaints import Complaints
from gui_rec.datasets.importers.pictures import find_file, picture
from gui_rec.errors import InputError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret.png").write_bytes(b"secret")
    (tmp_path / "in" / "a" / "b").mkdir(parents=True)
    (tmp_path / "in" / "0.png").write_bytes(b"top")
    (tmp_path / "in" / "a" / "b" / "0.png").write_bytes(b"deep")
    (tmp_path / "in" / "out.png").symlink_to(tmp_path / "secret.png")
    (tmp_path / "in" / "near.png").symlink_to(tmp_path / "in" / "0.png")
    return tmp_path / "in"


@pytest.mark.parametrize(
    ("named", "content"),
    [
        ("/other/machine/a/b/0.png", b"deep"),
        ("a/b/0.png", b"deep"),
        ("C:\\data\\a\\b\\0.png", b"deep"),
        ("/else/where/0.png", b"top"),
        ("./0.png", b"top"),
        ("near.png", b"top"),
    ],
)
def test_the_longest_ending_that_is_a_file_counts(folder: Path, named: str, content: bytes) -> None:
    found = find_file(folder, named)
    assert found is not None
    assert found.read_bytes() == content


@pytest.mark.parametrize(
    "named",
    [
        "",
        ".",
        "..",
        "a",
        "out.png",
        "../secret.png",
        "a/../0.png",
        "x" * 9999,
        "a\0",
        "/" + "d/" * 99 + "0.png",
    ],
)
def test_what_is_no_file_of_the_folder_is_none(folder: Path, named: str) -> None:
    assert find_file(folder, named) is None
    complaints = Complaints()
    assert picture(folder, named, "row 1", complaints) is None
    assert complaints.count == 1


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    named=st.lists(
        st.sampled_from(["..", ".", "/", "a", "b", "0.png", "out.png", "secret.png", "\\", "~"])
    ).map("/".join)
)
def test_nothing_outside_is_ever_found(folder: Path, named: str) -> None:
    found = find_file(folder, named)
    assert found is None or found.is_relative_to(folder.resolve())


def test_a_picture_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MAX_PICTURE_BYTES", 2)
    with pytest.raises(InputError, match="at most 2 bytes"):
        picture(folder, "0.png", "row 1", Complaints())
