from __future__ import annotations

import io

import PIL.Image
import pytest
from small_recordings import small_look, small_step
from strategies import tiny_png

from gui_rec.datasets.export._api import ExportSpec
from gui_rec.datasets.export.refused import RefusedError
from gui_rec.datasets.export.samples import SampleMaker
from gui_rec.datasets.export.seen import seen_before
from gui_rec.dsl._members import CODECS
from gui_rec.model.actions import Tap, target_point
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.geometry import Rect, ScreenSize, to_px
from gui_rec.model.step import Step, Target

_SCREEN = ScreenSize(100, 210)
_INFO = EpisodeInfo("e", "script", goal="g")


def _step(bounds: Rect | None = None) -> Step:
    look = small_look(0, screenshot=tiny_png((1, 2, 3), 100, 210), size=_SCREEN)
    target = None if bounds is None else Target(None, bounds, None, None, None, None, "0", 1)
    return small_step(0, Tap(0.37, 0.61), pre=look, target=target)


@pytest.mark.parametrize(
    ("dialect", "resize", "numbers"),
    [
        ("scalecua", "qwen2.5-vl", _SCREEN),
        ("scalecua", None, _SCREEN),
        ("ui_tars", "ui-tars", None),
        ("qwen2_5_mobile_use", "qwen2.5-vl", None),
        ("androidworld", "qwen3-vl", None),
    ],
)
def test_numbers_in_pixels_are_of_the_written_picture(
    dialect: str, resize: str | None, numbers: ScreenSize | None
) -> None:
    codec = CODECS.get(dialect)
    seen = seen_before(_step(), "e", ExportSpec(resize=resize), codec)
    with PIL.Image.open(io.BytesIO(seen.picture.data)) as picture:
        assert ScreenSize(*picture.size) == seen.picture.size
    assert seen.numbers == (numbers or seen.picture.size)
    assert seen.recorded == _SCREEN


@pytest.mark.parametrize("dialect", ["ui_tars", "qwen2_5_mobile_use", "androidworld"])
def test_a_target_in_pixels_points_into_the_very_picture(dialect: str) -> None:
    resize = {"ui_tars": "ui-tars"}.get(dialect, "qwen2.5-vl")
    maker = SampleMaker.for_spec(ExportSpec(dialect=dialect, resize=resize))
    (sample,) = maker.samples(_INFO, [_step()], {})
    (action,) = maker.codec.decode(sample.target, screen=sample.image_size).actions
    point = target_point(action)
    assert point is not None
    pixel = to_px(point, sample.image_size)
    assert abs(pixel.x - 0.37 * sample.image_size.width_px) <= 1
    assert abs(pixel.y - 0.61 * sample.image_size.height_px) <= 1
    assert (f"{pixel.x}" in sample.target, f"{pixel.y}" in sample.target) == (True, True)
    if "resized" in sample.coordinate_space:
        width, height = sample.image_size.width_px, sample.image_size.height_px
        assert sample.coordinate_space == f"resized({width},{height})"


def test_a_point_that_the_smaller_picture_moves_out_of_its_target_is_left_out() -> None:
    one_pixel = Rect(37, 128, 38, 129)
    maker = SampleMaker.for_spec(ExportSpec(dialect="androidworld", image_size=ScreenSize(10, 21)))
    assert list(maker.samples(_INFO, [_step(one_pixel)], {})) == []
    assert dict(maker.refused) == {"point_left_target": 1}
    wide = SampleMaker.for_spec(ExportSpec(dialect="androidworld", image_size=ScreenSize(10, 21)))
    assert len(list(wide.samples(_INFO, [_step(Rect(0, 0, 100, 210))], {}))) == 1


def test_sides_that_no_processor_takes_are_refused() -> None:
    look = small_look(0, screenshot=tiny_png((1, 2, 3), 1, 300), size=ScreenSize(1, 300))
    with pytest.raises(RefusedError, match="no_processor_takes_the_size"):
        seen_before(
            small_step(0, Tap(0.5, 0.5), pre=look), "e", ExportSpec(resize="ui-tars"), CODECS.get("ui_tars")
        )
