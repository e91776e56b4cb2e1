"""docs/filters.md names every filter, reason, option and split that there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui_rec.datasets.filters._members import FILTERS
from gui_rec.datasets.splits._api import Split

PAGE = (Path(__file__).parents[1] / "docs" / "filters.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", list(FILTERS))
def test_every_reason_and_option_is_told(name: str) -> None:
    member = FILTERS.get(name)
    assert f"`{name}`" in PAGE
    assert [each for each in (*member.reasons, *member.options) if f"`{each}`" not in PAGE] == []


def test_filters_stand_in_the_order_in_which_they_work() -> None:
    places = [PAGE.index(f"| `{name}` |") for name in FILTERS]
    assert places == sorted(places)


def test_every_split_is_told() -> None:
    assert [split for split in Split if f"`{split}`" not in PAGE] == []
