"""The table of the wire's faults."""

from __future__ import annotations

import pytest

from gui_rec.errors import UsageError
from gui_rec.phone.wire.faults import WireFault, WireFaults, is_wire_fault


def test_faults_go_on_and_off() -> None:
    faults = WireFaults(["mute"])
    assert WireFault.MUTE in faults
    assert faults.set("cut-stream", True) is WireFault.CUT
    assert faults.names() == ["cut-stream", "mute"]
    faults.set("mute", False)
    faults.set("mute", False)
    assert faults.names() == ["cut-stream"]


def test_an_unknown_one_lists_the_known() -> None:
    with pytest.raises(UsageError, match=r"unknown wire fault 'lag'; known: .*offline.*mute"):
        WireFaults().set("lag", True)


@pytest.mark.parametrize("fault", list(WireFault))
def test_each_says_what_it_does(fault: WireFault) -> None:
    assert len(fault.meaning) > 20
    assert is_wire_fault(fault.value)


def test_only_faults_of_the_greeting_need_new_links() -> None:
    assert {fault for fault in WireFault if fault.is_handshake} == {WireFault.OFFLINE, WireFault.UNAUTHORIZED}


def test_faults_of_the_screen_are_not_of_the_wire() -> None:
    assert not is_wire_fault("truncated-png")
