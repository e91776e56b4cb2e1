from __future__ import annotations

import pytest
from fake_app import fake_app

from gui_rec.capture.act import Ledger, Phase
from gui_rec.errors import DeviceLostError
from gui_rec.model.actions import Tap
from gui_rec.model.geometry import ScreenSize
from gui_rec.model.step import Sent
from gui_rec.testing.builders import SIZE
from gui_rec.testing.fake_device import FakeDevice

TAP = Tap(x=0.5, y=0.2)


def test_a_step_goes_forward_once() -> None:
    device, ledger = fake_app(), Ledger()
    assert ledger.phase(0) is None
    assert ledger.dispatch(device, 0, TAP, SIZE).exit_status == 0
    assert ledger.phase(0) is Phase.DISPATCHED
    ledger.observed(0)
    assert ledger.phase(0) is Phase.OBSERVED
    assert device.performed == [TAP]


@pytest.mark.parametrize("observe", [False, True])
def test_a_second_dispatch_is_refused(observe: bool) -> None:
    device, ledger = fake_app(), Ledger()
    ledger.dispatch(device, 0, TAP, SIZE)
    if observe:
        ledger.observed(0)
    with pytest.raises(AssertionError, match="never repeated"):
        ledger.dispatch(device, 0, TAP, SIZE)
    assert device.performed == [TAP]


def test_what_was_never_sent_may_be_sent_later() -> None:
    device, ledger = fake_app(), Ledger()
    device.fail_next("perform", DeviceLostError("gone"))
    with pytest.raises(DeviceLostError):
        ledger.dispatch(device, 0, TAP, SIZE)
    assert ledger.phase(0) is Phase.PLANNED
    ledger.dispatch(device, 0, TAP, SIZE)
    assert device.performed == [TAP]


def test_an_interruption_counts_as_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: FakeDevice, action: Tap, size: ScreenSize) -> Sent:
        raise KeyboardInterrupt

    monkeypatch.setattr(FakeDevice, "perform", interrupted)
    device, ledger = fake_app(), Ledger()
    with pytest.raises(KeyboardInterrupt):
        ledger.dispatch(device, 0, TAP, SIZE)
    assert ledger.phase(0) is Phase.DISPATCHED
