from __future__ import annotations

from dataclasses import replace

from small_recordings import small_step

from gui_rec.datasets.export._api import ExportSpec, Sample
from gui_rec.datasets.export.samples import SampleMaker
from gui_rec.model.actions import Tap
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.geometry import Rect
from gui_rec.model.step import Target
from gui_rec.viewer.samples_page import samples_page

_SPEC = ExportSpec(history_images=1)


def _samples() -> list[Sample]:
    target = Target(None, Rect(10, 20, 30, 60), None, None, None, None, "0", 1)
    steps = [small_step(at, Tap(0.5, 0.5), target=target) for at in range(2)]
    info = EpisodeInfo("<script>e", "script", goal="<img src=x>")
    return list(SampleMaker.for_spec(_SPEC).samples(info, steps, {}))


def test_a_row_is_shown_with_its_turns_its_target_and_where_it_points() -> None:
    page = samples_page(_samples(), _SPEC)
    assert page.count("<section>") == 2
    assert page.count("data:image/webp") == 3
    assert page.count("left:25.0%;top:25.0%;width:50.0%;height:50.0%") == 2
    assert page.count("left:50.0%;top:50.0%") == 2
    assert "click(x=0.5000, y=0.5000)" in page
    assert "2 training rows" in page


def test_what_a_recording_says_stays_text_and_nothing_is_loaded() -> None:
    page = samples_page(_samples(), _SPEC)
    assert "<script" not in page
    assert "<img src=x>" not in page
    assert "http://" not in page
    assert "https://" not in page


def test_the_worse_answer_and_the_mark_are_shown() -> None:
    sample = replace(_samples()[0], rejected="the worse answer", good=True)
    page = samples_page([sample], _SPEC)
    assert "the worse answer" in page
    assert "marked good" in page
    assert "1 training row<" in page
