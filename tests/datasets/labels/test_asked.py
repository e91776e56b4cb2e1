"""What is asked of an episode unless somebody asks."""

from gui_rec.datasets.labels.asked import NOTHING_ASKED, Asked


def test_nothing_is_asked_unless_somebody_asks() -> None:
    assert Asked((), (), None, ()) == NOTHING_ASKED
