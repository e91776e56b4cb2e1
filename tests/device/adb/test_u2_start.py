"""uiautomator2's own library starts its server on the simulated phone; it ends with the device."""

from __future__ import annotations

import importlib

import pytest

from gui_rec._clock import SystemClock
from gui_rec.capture.observe import Observer
from gui_rec.device.adb import u2_start
from gui_rec.device.adb.u2 import is_running
from gui_rec.device.adb.u2_start import ensure_u2
from gui_rec.errors import DeviceError, UsageError
from gui_rec.testing.phone import SimulatedPhone, simulated_phone
from gui_rec.ui.parse import parse_hierarchy
from gui_rec.ui.state_key import state_key

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.fixture(scope="module")
def phone() -> object:
    with simulated_phone(seed=3) as running:
        yield running


def test_it_is_started_used_named_and_ended(phone: SimulatedPhone) -> None:
    device = phone.device
    before = parse_hierarchy(device.hierarchy())
    assert device.ui_source == "dump"
    device.use_ui_source("u2")
    assert is_running(device.session)
    seen = Observer(device, SystemClock()).observe()
    assert (seen.ui_source, device.ui_source) == ("u2", "u2")
    focus = device.focus()
    by_dump = state_key(before, package=focus.package, activity=focus.activity)
    assert seen.state_key == by_dump, "one state has one key, whichever way it was got"
    device.close()
    device.use_ui_source("auto")
    assert device.hierarchy()


def test_somebody_else_s_server_is_left_alone(phone: SimulatedPhone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(u2_start, "is_running", lambda _session: True)
    ensure_u2(phone.device.session).stop()


def test_without_the_library_the_way_to_get_it_is_said(
    phone: SimulatedPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(UsageError, match=r"pip install 'gui-rec\[u2\]'"):
        u2_start._library()


def test_a_phone_that_does_not_run_it_says_so(phone: SimulatedPhone, monkeypatch: pytest.MonkeyPatch) -> None:
    class Library:
        @staticmethod
        def connect(_device: object) -> object:
            raise RuntimeError("no room")

    monkeypatch.setattr(u2_start, "_library", lambda: Library)
    monkeypatch.setattr(u2_start, "is_running", lambda _session: False)
    with pytest.raises(DeviceError, match=r"RuntimeError: no room\); use --ui-source dump"):
        ensure_u2(phone.device.session)
