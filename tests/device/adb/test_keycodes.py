from __future__ import annotations

from gui_rec.device.adb.keycodes import KEY_NAMES
from gui_rec.model.actions import Key


def test_every_name_is_a_key() -> None:
    for name in KEY_NAMES:
        assert Key(name).code == name
    assert {"BACK", "HOME", "APP_SWITCH", "ENTER", "DEL", "VOLUME_UP", "POWER", "A", "0", "F12"} <= KEY_NAMES


def test_the_prefix_is_no_part_of_a_name() -> None:
    assert not any(name.startswith("KEYCODE_") for name in KEY_NAMES)
