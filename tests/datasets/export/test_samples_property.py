"""Whatever a recording holds, every step is a checked sample or counted."""

from __future__ import annotations

import io

import PIL.Image
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import steps

from gui_rec.datasets.export._api import ExportSpec
from gui_rec.datasets.export.messages import FORMAT
from gui_rec.datasets.export.samples import SampleMaker
from gui_rec.datasets.labels._api import EpisodeView
from gui_rec.datasets.labels.compute import label_episode
from gui_rec.model.actions import Invalid, target_point
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.geometry import to_px
from gui_rec.model.step import Step

_SPECS = (
    ExportSpec(dialect="canonical"),
    ExportSpec(wrapping="grounding", history=1),
    ExportSpec(wrapping="planning"),
    ExportSpec(wrapping="cot"),
)


@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(first=steps(0), second=steps(1), goal=st.sampled_from([None, "", "a goal"]))
@pytest.mark.parametrize("spec", _SPECS, ids=["canonical", "grounding", "planning", "cot"])
def test_counts_add_up_and_targets_read_back(
    spec: ExportSpec, first: Step, second: Step, goal: str | None
) -> None:
    info = EpisodeInfo("e", "script", goal=goal)
    recorded = (first, second)
    labels = {(row.step_index, row.label): row for row in label_episode(EpisodeView(info, None, recorded))}
    maker = SampleMaker.for_spec(spec)
    samples = list(maker.samples(info, recorded, labels))
    assert maker.steps == len(recorded) == len(samples) + sum(maker.refused.values())
    assert goal or not samples
    for sample in samples:
        step = recorded[sample.step_index]
        assert not step.withdrawn
        assert not isinstance(step.action, Invalid)
        assert sample.image == step.pre.screenshot
        with PIL.Image.open(io.BytesIO(sample.image)) as picture:
            assert picture.size == (sample.image_size.width_px, sample.image_size.height_px)
        (action,) = maker.codec.decode(sample.target, screen=sample.screen).actions
        point = target_point(action)
        if step.target is not None and point is not None:
            assert step.target.bounds_px.contains(to_px(point, sample.screen))
        assert list(FORMAT.row(sample)) == FORMAT.schema.names
