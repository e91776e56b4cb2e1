from __future__ import annotations

from typing import Any

import pytest
from small_recordings import small_step

from gui_rec.datasets.export._api import ExportSpec
from gui_rec.datasets.export.places import place_of
from gui_rec.datasets.export.refused import RefusedError
from gui_rec.datasets.export.samples import SampleMaker
from gui_rec.model.actions import Key, LongPress, Swipe, Tap
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.geometry import Rect
from gui_rec.model.operations import with_operation
from gui_rec.model.selector import Selector
from gui_rec.model.step import Step, Target

_ALONE = Selector(text="Sign in")


def _touch(selector: Selector | None = _ALONE, *, text: str | None = "Sign in", **changes: Any) -> Step:
    target = Target(selector, Rect(0, 0, 40, 80), "android.widget.Button", None, text, None, "0", 1)
    return small_step(0, Tap(0.5, 0.5), target=target, **changes)


def test_a_part_is_asked_for_by_its_own_name_and_by_what_was_meant() -> None:
    assert place_of(_touch()).names == ("'Sign in'", "operation 0")
    assert place_of(_touch(operation=None)).names == ("'Sign in'",)
    assert place_of(_touch(None)).names == ("operation 0",)


@pytest.mark.parametrize(
    "selector", [None, Selector(text="Sign in", index=1), Selector(class_name="android.widget.Button")]
)
def test_a_name_that_may_be_anothers_is_not_asked_for(selector: Selector | None) -> None:
    with pytest.raises(RefusedError, match="part_without_a_name_of_its_own"):
        place_of(with_operation(_touch(selector, operation=None)))


@pytest.mark.parametrize("action", [Key("BACK"), Swipe(0, 0, 1, 1, 100), Tap(0.5, 0.5)])
def test_a_step_that_touched_no_part_is_none(action: Any) -> None:
    with pytest.raises(RefusedError, match="no_part_touched"):
        place_of(small_step(0, action))


def test_rows_of_places_count_each_step_once() -> None:
    held = small_step(1, LongPress(0.5, 0.5, 800), target=_touch().target)
    maker = SampleMaker.for_spec(ExportSpec(grounding=True, wording="sft"))
    info = EpisodeInfo("e", "script", goal="g")
    samples = list(maker.samples(info, [_touch(), held, small_step(2, Key("BACK"))], {}))
    assert [(sample.step_index, sample.steps) for sample in samples] == [(0, 1), (0, 0), (1, 1), (1, 0)]
    assert samples[0].user.endswith("The part:\n'Sign in'")
    assert samples[1].user.endswith("The part:\noperation 0")
    assert {sample.target for sample in samples} == {"<action>\nclick(x=0.5000, y=0.5000)\n</action>"}
    assert dict(maker.refused) == {"no_part_touched": 1}
    assert maker.steps == 3 == sum(sample.steps for sample in samples) + sum(maker.refused.values())
