"""A place nobody named is new."""

from __future__ import annotations

import re
from pathlib import Path

from gui_rec.cli._places import named_by_time


def test_it_is_named_by_the_time_and_never_there_already(tmp_path: Path) -> None:
    places = []
    for _ in range(4):
        places.append(named_by_time("recording", tmp_path))
        assert not places[-1].exists()
        places[-1].mkdir()
    assert len(set(places)) == 4
    assert all(re.fullmatch(r"recording-\d{8}-\d{6}(-\d+)?", place.name) for place in places)


def test_it_lies_where_one_stands(tmp_path: Path) -> None:
    assert named_by_time("replay").parent == Path()
