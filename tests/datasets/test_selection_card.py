from __future__ import annotations

from gui_rec.datasets.export.selected import Selection
from gui_rec.datasets.filters.chain import FilterReport
from gui_rec.datasets.selection_card import selection_lines, selection_sections
from gui_rec.datasets.splits._api import SideReport, Split, SplitSpec

_CHOSEN = Selection(
    filters=(FilterReport("structure", 1, ("no_tree",), 10, {"no_tree": 3}),),
    split=SplitSpec({Split.TEST: 0.1}, 9, ("com.held",)),
    reports=(SideReport(Split.TRAIN, 2, 5), SideReport(Split.TEST, 1, 4, 1, exempt=2, unknown=1)),
)


def test_the_card_tells_counts_shares_and_seed() -> None:
    filters, splits = selection_sections(_CHOSEN)
    assert "| 10 | 3 | 7 |" in filters
    assert "no hierarchy from before the action was stored (`no_tree`)" in filters
    assert "the seed 9 decides" in splits
    assert "`test` 0.1. Held out by name: com.held." in splits
    assert "| 1 | 4 | 1 (25.0%) |" in splits


def test_the_terminal_has_a_line_a_filter_and_a_line_a_split() -> None:
    assert selection_lines(_CHOSEN) == [
        "filter structure: 10 step(s) seen, 3 left out, 7 kept",
        "split train: 2 episode(s), 5 step(s)",
        "split test: 1 episode(s), 4 step(s); 1 of them (25.0%) removed, since train holds them, too; "
        "2 on the launcher (exempt); 1 on unknown screens, not compared",
    ]


def test_nothing_is_said_where_nothing_was_asked_for() -> None:
    assert selection_sections(Selection()) == []
    assert selection_lines(Selection()) == []
