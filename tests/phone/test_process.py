"""A phone in a process of its own."""

from __future__ import annotations

import pytest

from gui_rec.errors import DeviceLostError, DeviceTimeoutError, DeviceUnavailableError, UsageError
from gui_rec.phone.control_client import PhoneControl
from gui_rec.phone.process import PhoneProcess

_QUIET = ["--no-announce"]


def test_it_lives_as_long_as_the_block_and_obeys_its_control() -> None:
    with PhoneProcess.start(seed=4, values={"shop.price.mug": "b"}, faults=["mute"], options=_QUIET) as phone:
        assert phone.serial == f"emulator-{phone.port - 1}"
        control = phone.control
        assert control.faults() == ["mute"]
        assert control.fault_off("mute") is None
        control.fault_on("not-idle:2")
        assert control.faults() == ["not-idle:2"]
        control.tap(540, 100)
        control.swipe(500, 1500, 500, 1000, 40)
        control.long_press(1, 1, 30)
        control.finger([(1, 1, 0), (5, 5, 20)])
        control.advance(10)
        control.set_wall(1_000_000)
        control.set_value("shop.price.mug", None)
        assert control.state()["awake"] is True
        with pytest.raises(UsageError, match="the phone refused: fault"):
            control.fault_on("none-such")
        assert phone.is_running
    assert not phone.is_running
    assert phone.stop() == 0


def test_it_stops_when_told_over_its_control() -> None:
    with PhoneProcess.start(options=_QUIET) as phone:
        phone.control.stop()
        phone._process.wait(5)
        with pytest.raises(DeviceLostError, match="the phone left during 'state'"):
            phone.control.state()


def test_what_it_says_is_in_the_error() -> None:
    with pytest.raises(DeviceUnavailableError, match=r"did not start: .*--screen: expected WxH"):
        PhoneProcess.start(screen="huge", options=_QUIET)


def test_a_phone_that_is_not_ready_in_time_is_ended() -> None:
    with pytest.raises(DeviceTimeoutError, match="not ready within 0 s"):
        PhoneProcess.start(timeout_s=0.0, options=_QUIET)


def test_a_control_port_without_a_phone_is_said() -> None:
    with PhoneProcess.start(options=_QUIET) as phone:
        with (
            PhoneControl(phone.control._socket.getpeername()[1], "wrong") as stranger,
            pytest.raises(UsageError, match="token"),
        ):
            stranger.state()
        phone.kill()
    with pytest.raises(DeviceLostError, match="no simulated phone answers"):
        PhoneControl(phone.port, "t")
