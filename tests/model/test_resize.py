"""Sizes as the processors' own code gives them (figures: Hugging Face's Qwen2-VL processor, run on these sizes)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.resize import QWEN2_5, QWEN3, SCALECUA_TRAIN, UI_TARS, Resize


@pytest.mark.parametrize(
    ("screen", "train", "qwen2_5", "qwen3"),
    [
        ("1080x2400", "952x2156", "1092x2408", "1088x2400"),
        ("1080x2340", "980x2128", "1092x2352", "1088x2336"),
        ("1440x3120", "980x2128", "1428x3108", "1440x3136"),
        ("720x1280", "728x1288", "728x1288", "704x1280"),
        ("1344x2992", "952x2156", "1344x2996", "1344x3008"),
    ],
)
def test_the_known_sizes(screen: str, train: str, qwen2_5: str, qwen3: str) -> None:
    size = ScreenSize.parse(screen)
    assert [str(r.of(size)) for r in (SCALECUA_TRAIN, QWEN2_5, UI_TARS, QWEN3)] == [
        train,
        qwen2_5,
        qwen2_5,
        qwen3,
    ]


@given(width=st.integers(56, 4000), height=st.integers(56, 4000))
def test_sides_are_multiples_and_the_area_keeps_its_limits(width: int, height: int) -> None:
    resized = SCALECUA_TRAIN.of(ScreenSize(width, height))
    assert (resized.width_px % 28, resized.height_px % 28) == (0, 0)
    assert resized.width_px * resized.height_px <= SCALECUA_TRAIN.max_area_px


def test_halves_go_to_the_even_multiple() -> None:
    assert QWEN2_5.of(ScreenSize(1022, 1022)).width_px == 1008


def test_what_no_processor_takes_is_an_error() -> None:
    with pytest.raises(InputError, match="200 times"):
        QWEN2_5.of(ScreenSize(10_000, 20))
    with pytest.raises(InputError, match="in order"):
        Resize(28, 10, 5)
