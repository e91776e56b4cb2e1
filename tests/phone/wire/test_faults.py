"""The table of the wire's faults."""

from __future__ import annotations

import pytest

from gui_rec.errors import UsageError
from gui_rec.phone.wire.faults import WireFault, WireFaults, is_wire_fault


def test_faults_go_on_and_off() -> None:
    faults = WireFaults(["mute"])
    assert faults.strikes(WireFault.MUTE)
    assert not faults.strikes(WireFault.CUT)
    assert faults.set("cut-stream", True) is WireFault.CUT
    assert faults.names() == ["cut-stream", "mute"]
    faults.set("mute", False)
    faults.set("mute", False)
    assert faults.names() == ["cut-stream"]


def test_an_unknown_one_lists_the_known() -> None:
    with pytest.raises(
        UsageError, match=r"wire fault 'lag': expected NAME\[:NUMBER\]\[@K\] of offline.*mute"
    ):
        WireFaults().set("lag", True)


@pytest.mark.parametrize("fault", list(WireFault))
def test_each_says_what_it_does(fault: WireFault) -> None:
    assert len(fault.meaning) > 20
    assert is_wire_fault(fault.value)


def test_only_faults_of_the_greeting_need_new_links() -> None:
    names = {fault.value for fault in WireFault if fault.is_handshake}
    assert names == {"offline", "unauthorized", "recovery", "bootloader", "outage"}


def test_faults_of_the_screen_are_not_of_the_wire() -> None:
    assert not is_wire_fault("truncated-png")


def test_a_counted_fault_strikes_so_many_times() -> None:
    faults = WireFaults(["cut-stream:2"])
    assert [faults.strikes(WireFault.CUT) for _ in range(3)] == [True, True, False]
    assert faults.names() == []


def test_setting_again_counts_anew_and_off_ends_it() -> None:
    faults = WireFaults(["refuse:1"])
    faults.set("refuse", True)
    assert [faults.strikes(WireFault.REFUSE) for _ in range(3)] == [True] * 3
    faults.set("refuse", False)
    assert not faults.strikes(WireFault.REFUSE)


def test_a_fault_can_begin_with_a_later_chance() -> None:
    faults = WireFaults(["drop-link:1@3", "refuse@2"])
    assert [faults.strikes(WireFault.DROP) for _ in range(5)] == [False, False, True, False, False]
    assert [faults.strikes(WireFault.REFUSE) for _ in range(3)] == [False, True, True]


def test_the_number_of_some_is_an_amount_and_not_counted_down() -> None:
    faults = WireFaults(["slow-acks:250", "outage"])
    assert [faults.strikes(WireFault.OUTAGE) for _ in range(3)] == [True] * 3
    assert (faults.amount(WireFault.SLOW_ACKS), faults.amount(WireFault.OUTAGE)) == (250, 5)
    faults.set("slow-acks", False)
    assert faults.amount(WireFault.SLOW_ACKS) == 0


@pytest.mark.parametrize(
    "specification", ["mute@0", "mute@", "mute@2:1", "mute:", "mute:0", "mute:x", "mute:-1", "Mute", ""]
)
def test_a_specification_that_is_none_is_refused(specification: str) -> None:
    with pytest.raises(UsageError, match="wire fault"):
        WireFaults([specification])


def test_rows_give_the_faults_back_and_say_which_are_of_the_handshake() -> None:
    faults, other = WireFaults(["offline", "mute:3@2", "slow-acks:50"]), WireFaults(["refuse"])
    other.replace(faults.rows())
    assert other.rows() == faults.rows() == [("mute", 3, 1), ("offline", None, 0), ("slow-acks", 50, 0)]
    assert other.of_the_handshake() == {WireFault.OFFLINE}


@pytest.mark.parametrize("row", [("rain", None, 0), ("mute", -1, 0), ("mute", 1, -1), ("mute", 10**9, 0)])
def test_a_row_that_is_none_changes_nothing(row: tuple[str, int | None, int]) -> None:
    faults = WireFaults(["refuse"])
    with pytest.raises(UsageError, match="wire fault"):
        faults.replace([("mute", None, 0), row])
    assert faults.names() == ["refuse"]
