from __future__ import annotations

from gui_rec.datasets.export.selected import ALSO_IN_TRAIN, Dropped, Selection, selection_words
from gui_rec.datasets.splits._api import SideReport, Split, SplitSpec


def test_what_is_not_named_is_kept_and_stands_in_train() -> None:
    nothing = Selection()
    assert nothing.dropped("e", 0) is None
    assert (nothing.split_of("e"), nothing.splits) == (Split.TRAIN, (Split.TRAIN,))
    assert nothing.document() == {}


def test_drops_and_sides_are_by_episode_and_step() -> None:
    spec = SplitSpec({Split.TEST: 0.1}, 4)
    reports = (SideReport(Split.TRAIN, 2, 5), SideReport(Split.TEST, 1, 4, removed=1))
    dropped = Dropped(ALSO_IN_TRAIN)
    chosen = Selection({"e": {1: dropped}}, {"e": Split.TEST}, split=spec, reports=reports)
    assert (chosen.dropped("e", 1), chosen.dropped("e", 0), chosen.dropped("f", 1)) == (dropped, None, None)
    assert chosen.split_of("e") is Split.TEST
    assert chosen.splits == (Split.TRAIN, Split.TEST)
    said = chosen.document()["split"]
    assert isinstance(said, dict)
    assert (said["seed"], said["splits"]["test"]["share_also_in_train"]) == (4, 0.25)


def test_a_reason_has_words_where_it_is_a_filters_or_the_splits() -> None:
    assert selection_words("structure/no_tree") == "no hierarchy from before the action was stored"
    assert "training split" in (selection_words(ALSO_IN_TRAIN) or "")
    for other in ("withdrawn", "structure/nonsense", "and/or", "inexpressible:drag: no drag/drop"):
        assert selection_words(other) is None
