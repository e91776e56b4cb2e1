from __future__ import annotations

from gui_rec.datasets.importers.complaints import MAX_LISTED, Complaints, LeftOut
from gui_rec.errors import InputError


def test_the_first_are_listed_and_all_are_counted() -> None:
    complaints = Complaints()
    for number in range(MAX_LISTED + 5):
        complaints.add("action", f"row {number}")
    assert (complaints.count, len(complaints.listed)) == (MAX_LISTED + 5, MAX_LISTED)
    assert complaints.listed[0] == LeftOut("action", "row 0")


def test_an_episode_that_cannot_be_made_is_complained_of() -> None:
    complaints = Complaints()

    def fails() -> int:
        raise InputError("row 3: no goal")

    assert list(complaints.whole("x.json", lambda: 7)) == [7]
    assert list(complaints.whole("x.json", fails)) == []
    assert complaints.listed == [LeftOut("episode", "x.json: row 3: no goal")]
    assert list(complaints.whole("row 3", fails)) == []
    assert complaints.listed[1].reason == "row 3: no goal"
