"""A device is opened as it was asked for, or not at all."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from shop import shop

from gui_rec.cli._opening import open_as_asked
from gui_rec.device import listing
from gui_rec.errors import DeviceError
from gui_rec.testing.fake_device import FakeDevice


@dataclass(slots=True)
class Unable(FakeDevice):
    """A device with displays and ways of its own, none of which can be had."""

    closed: bool = False

    def displays(self) -> tuple[str, ...]:
        return ("0 (Built-in Screen)",)

    def use_display(self, number: int) -> None:
        raise DeviceError(f"--display: expected a display that there is (0), got {number}")

    def use_ui_source(self, name: str) -> None:
        raise DeviceError(f"no server here for {name}")

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Unable:
    plain = shop()
    found = Unable(plain.screens, plain.current)
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: found)
    return found


def test_an_opened_device_knows_the_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "open_device", lambda _serial=None: shop())
    opened = open_as_asked(None, {"a.b": ("Mail",)})
    assert opened.app_names.packages_of("mail") == ("a.b",)


def test_a_display_that_is_not_there_leaves_the_device_closed(device: Unable) -> None:
    with pytest.raises(DeviceError, match=r"\(0\), got 7"):
        open_as_asked(None, {}, display=7)
    assert device.closed


def test_a_way_that_cannot_be_leaves_the_device_closed(device: Unable) -> None:
    with pytest.raises(DeviceError, match="no server here for u2"):
        open_as_asked(None, {}, "u2")
    assert device.closed
