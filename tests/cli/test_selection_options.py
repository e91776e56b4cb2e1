from __future__ import annotations

from pathlib import Path

import pytest

from gui_rec.cli._selection_options import asked_selection
from gui_rec.datasets.splits._api import Split, SplitSpec
from gui_rec.errors import UsageError


def test_a_files_filters_come_before_those_of_the_line(tmp_path: Path) -> None:
    file = tmp_path / "f.txt"
    file.write_text("privacy\n", encoding="utf-8")
    asked = asked_selection(("structure",), file, ("test=0.25",), 3, ("a.b",))
    assert asked["filters"] == ("privacy", "structure")
    assert asked["split"] == SplitSpec({Split.TEST: 0.25}, 3, ("a.b",))


def test_nothing_asked_for_is_nothing() -> None:
    assert asked_selection((), None, (), 0, ()) == {"filters": (), "split": None}


def test_a_wrong_split_is_refused() -> None:
    with pytest.raises(UsageError, match="expected NAME=SHARE"):
        asked_selection((), None, ("test",), 0, ())
