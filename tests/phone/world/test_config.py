from __future__ import annotations

import dataclasses

import pytest

from gui_rec.model.geometry import ScreenSize
from gui_rec.phone.world.config import SUPPORTED_APIS, PhoneConfig


def test_the_usual_phone() -> None:
    config = PhoneConfig()
    assert config.size == ScreenSize(1080, 2400)
    assert (config.density_dpi, config.api, config.locale) == (420, 34, "en-US")
    assert config.faults == ()
    assert dict(config.values) == {}


@pytest.mark.parametrize(("api", "release"), SUPPORTED_APIS.items())
def test_the_release_follows_the_api(api: int, release: str) -> None:
    assert PhoneConfig(api=api).release == release


def test_a_given_release_wins() -> None:
    assert PhoneConfig(api=34, android_release="14.1").release == "14.1"


def test_a_configuration_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        PhoneConfig().seed = 2  # type: ignore[misc]
