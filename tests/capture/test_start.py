from __future__ import annotations

import pytest
from shop import shop

from gui_rec.capture.start import restore_start, restore_words
from gui_rec.device.restore import WHOLE, RestoreStep
from gui_rec.errors import DeviceError


def test_an_app_is_brought_to_its_start_by_its_name() -> None:
    device = shop()
    said = restore_start(device, "app", (RestoreStep.FORCE_STOP, RestoreStep.LAUNCH))
    assert said == "com.example.app: force-stop, launch"
    assert device.restored == [("com.example.app", (RestoreStep.FORCE_STOP, RestoreStep.LAUNCH))]


def test_an_app_that_is_not_there_is_not_restored() -> None:
    device = shop()
    with pytest.raises(DeviceError, match="no app 'nothing'"):
        restore_start(device, "nothing", WHOLE)
    assert device.restored == []


def test_the_words_name_every_step() -> None:
    assert restore_words("com.x", WHOLE) == "com.x: force-stop, clear, launch"
