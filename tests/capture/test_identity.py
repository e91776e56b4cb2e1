from __future__ import annotations

from gui_rec.capture.identity import named, serial_id
from gui_rec.model.episode import DeviceInfo


def test_the_same_serial_under_one_salt_is_one_id() -> None:
    assert serial_id("R58M1234", "a") == serial_id("R58M1234", "a")
    assert serial_id("R58M1234", "a") != serial_id("R58M1234", "b")
    assert serial_id("R58M1234", "a") != serial_id("R58M1235", "a")
    assert len(serial_id("", "")) == 16


def test_the_serial_stays_out_unless_it_is_kept_on_purpose() -> None:
    info = DeviceInfo(model="Pixel")
    hidden = named(info, "R58M1234", salt="s")
    assert hidden.model == "Pixel"
    assert hidden.serial_id is not None
    assert "R58M" not in hidden.serial_id
    assert named(info, "R58M1234", salt="s", keep_serial=True).serial_id == "R58M1234"
