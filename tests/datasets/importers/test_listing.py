from __future__ import annotations

from gui_rec.datasets.importers._members import IMPORTERS
from gui_rec.datasets.importers.listing import formats


def test_every_format_is_listed_once_with_what_it_was_tried_on() -> None:
    found = formats()
    assert [each.name for each in found] == sorted(IMPORTERS)
    for each in found:
        assert each.reads
        assert each.proof == "unproven" or each.proof.startswith("proven on ")
