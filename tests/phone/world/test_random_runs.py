"""Long runs of hands that do anything, over languages, theme, sizes, rotation, displays and faults."""

from __future__ import annotations

import random

import pytest
from driven_phone import Driven
from random_hands import act, check

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.world.config import PhoneConfig

STEPS = 250


def _phone(seed: int, locale: str) -> Driven:
    return Driven(
        PhoneConfig(size=ScreenSize(360, 800), density_dpi=160, seed=seed, displays=2, locale=locale)
    )


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "locale"), [(1, "en-US"), (2, "zh-CN"), (3, "ar"), (4, "en-US")])
def test_whatever_is_done_one_version_is_shown(seed: int, locale: str) -> None:
    chance, driven = random.Random(seed), _phone(seed, locale)
    for _ in range(STEPS):
        act(driven, chance)
        check(driven.phone)


def test_a_short_run_finds_one_version_too() -> None:
    chance, driven = random.Random(0), _phone(0, "ar")
    for _ in range(60):
        act(driven, chance)
        check(driven.phone)


def test_the_same_hands_meet_the_same_phone() -> None:
    runs = []
    for _ in range(2):
        chance, driven = random.Random(5), _phone(5, "zh-CN")
        names = [act(driven, chance) for _ in range(40)]
        runs.append((names, driven.phone.frame(), driven.phone.hierarchy(), driven.phone.second_frame()))
    assert runs[0] == runs[1]
