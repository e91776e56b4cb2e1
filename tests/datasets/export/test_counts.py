from __future__ import annotations

from gui_rec.datasets.export._api import ExportSpec
from gui_rec.datasets.export.counts import Counts
from gui_rec.datasets.export.samples import SampleMaker


def test_what_several_counted_adds_up() -> None:
    maker = SampleMaker.for_spec(ExportSpec())
    for _ in range(2):
        maker.add(Counts(5, 3, 1, {"withdrawn": 2}, {"swipe: duration_ms": 1}))
    maker.add(Counts())
    assert (maker.steps, maker.taught, maker.derived) == (10, 6, 2)
    assert (maker.refused, maker.losses) == ({"withdrawn": 4}, {"swipe: duration_ms": 2})
