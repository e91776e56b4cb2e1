"""The gate: in order, nobody waits for who has left, and nothing passes once it is closed."""

from __future__ import annotations

import threading

import pytest

from gui_rec._clock import SystemClock
from gui_rec.recorder.heard._api import QUERY
from gui_rec.recorder.proxy.gate import MOST_OUTPUT_BYTES, Gate, Held

TIMEOUT_S = 10.0


def held(what: str = "input tap 1 2") -> Held:
    return Held(what, "proxy shell", "agent (7)", lambda _screen, _series: QUERY)


class Passing(threading.Thread):
    """A connection's thread at the gate."""

    def __init__(self, gate: Gate, what: Held, gone: threading.Event | None = None) -> None:
        super().__init__(daemon=True)
        self.gate, self.what, self.gone = gate, what, gone or threading.Event()
        self.passed: bool | None = None

    def run(self) -> None:
        self.passed = self.gate.pass_through(self.what, self.gone.is_set)

    def over(self) -> bool | None:
        self.join(TIMEOUT_S)
        return self.passed


def test_what_comes_is_let_through_in_order() -> None:
    clock = SystemClock()
    gate = Gate(clock)
    passing = [Passing(gate, held(str(number))) for number in range(3)]
    taken = []
    for one in passing:
        one.start()
        item = gate.take(TIMEOUT_S)
        assert item is not None
        assert item.permit(clock)
        taken.append(item.what)
    assert taken == ["0", "1", "2"]
    assert [one.over() for one in passing] == [True] * 3


def test_it_is_held_until_then() -> None:
    gate = Gate(SystemClock())
    passing = Passing(gate, held())
    passing.start()
    assert gate.take(TIMEOUT_S) is passing.what
    assert passing.is_alive()
    passing.what.refuse("not today")
    assert passing.over() is False
    assert passing.what.refused == "not today"


def test_a_client_that_leaves_was_never_sent() -> None:
    clock = SystemClock()
    gate = Gate(clock)
    passing = Passing(gate, held())
    passing.start()
    item = gate.take(TIMEOUT_S)
    passing.gone.set()
    assert passing.over() is False
    assert item is not None
    assert item.permit(clock) is False


def test_what_is_on_its_way_cannot_be_withdrawn_nor_refused() -> None:
    item = held()
    assert item.permit(SystemClock())
    assert item.withdraw() is False
    item.refuse("too late")
    assert item.refused is None


def test_a_closed_gate_refuses_who_waits_and_who_comes() -> None:
    gate = Gate(SystemClock())
    waiting = Passing(gate, held())
    waiting.start()
    while gate._waiting.empty():
        waiting.join(0.01)
    gate.close("over")
    late = Passing(gate, held())
    late.start()
    assert (waiting.over(), late.over()) == (False, False)
    assert (waiting.what.refused, late.what.refused) == ("over", "over")


def test_a_full_gate_refuses_and_can_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui_rec.recorder.proxy.gate._MOST_WAITING", 1)
    gate = Gate(SystemClock())
    gate.wake()
    late = Passing(gate, held())
    late.start()
    assert late.over() is False
    assert "wait for the device" in str(late.what.refused)
    gate.wake()
    gate.close("over")
    assert gate.take(0.0) is None


def test_waking_ends_the_wait_and_nothing_coming_does_too() -> None:
    gate = Gate(SystemClock())
    gate.wake()
    assert gate.take(TIMEOUT_S) is None
    assert gate.take(0.0) is None


def test_what_was_sent_says_by_whom_and_what_came_of_it() -> None:
    clock = SystemClock()
    item = held()
    item.permit(clock)
    item.said(b"x" * (MOST_OUTPUT_BYTES + 10))
    item.exit_status = 3
    assert "had not ended" in item.sent(clock).output
    item.finish(clock)
    sent = item.sent(clock)
    assert (sent.what, sent.method, sent.client, sent.exit_status) == (
        "input tap 1 2",
        "proxy shell",
        "agent (7)",
        3,
    )
    assert sent.output == "x" * MOST_OUTPUT_BYTES
    assert sent.started_us <= sent.ended_us


def test_what_changes_the_device_waits_for_a_capture_to_end() -> None:
    gate = Gate(SystemClock())
    done = threading.Event()

    def change() -> None:
        gate.wait_until_seen()
        done.set()

    with gate.looking:
        thread = threading.Thread(target=change, daemon=True)
        thread.start()
        assert not done.wait(0.05)
    assert done.wait(TIMEOUT_S)
    assert gate.looking.acquire(blocking=False)
