"""The state before an action: exact, at rest, and taken from the agent's own looks where these prove it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from shop import shop

from gui_rec.model.actions import Tap
from gui_rec.recorder.proxy.looks import Looks
from gui_rec.recorder.proxy.pre_state import at_rest
from gui_rec.recorder.session import Recorder
from gui_rec.testing.fake_device import FakeDevice


@pytest.fixture
def device() -> FakeDevice:
    return shop()


@pytest.fixture
def recorder(device: FakeDevice, tmp_path: Path) -> Iterator[Recorder]:
    with Recorder(device, tmp_path / "run", clock=device.clock) as made:
        yield made


@pytest.fixture
def looks(device: FakeDevice) -> Looks:
    made = Looks(device.clock)
    device.clock.advance(0.1)
    return made


def agent_looks(looks: Looks, device: FakeDevice, *, dump_first: bool = False) -> None:
    """The agent takes a screenshot, then a hierarchy, or the other way round."""
    shot = (device.screenshot(), "screencap -p", False)
    dumped = b"UI hierchary dumped to: /dev/tty\n"
    dump = (device.hierarchy().encode() + dumped, "uiautomator dump /dev/tty", True)
    for data, line, is_dump in (dump, shot) if dump_first else (shot, dump):
        taking = looks.begin(line, is_dump=is_dump)
        device.clock.advance(0.1)
        taking.hear(data)
        looks.end(taking)


def test_without_any_look_the_screen_is_waited_for(
    recorder: Recorder, looks: Looks, device: FakeDevice
) -> None:
    begun_s = device.clock.monotonic_s()
    seen = at_rest(recorder, looks)
    assert seen.ui_xml is not None
    assert device.clock.monotonic_s() - begun_s >= recorder.config.settle.hold_s


def test_the_last_post_state_is_taken_over_where_nothing_moved(
    recorder: Recorder, looks: Looks, device: FakeDevice
) -> None:
    step = recorder.do(Tap(0.5, 0.2))
    asked = device.calls["hierarchy"]
    assert at_rest(recorder, looks) is step.post
    assert device.calls["hierarchy"] == asked


def test_the_agents_own_looks_are_reused(recorder: Recorder, looks: Looks, device: FakeDevice) -> None:
    agent_looks(looks, device)
    device.clock.advance(2)
    asked, pictures, begun_s = (
        device.calls["hierarchy"],
        device.calls["screenshot"],
        device.clock.monotonic_s(),
    )
    seen = at_rest(recorder, looks)
    assert (seen.screenshot, seen.ui_xml) == (device.screenshot(), device.hierarchy())
    assert device.calls["hierarchy"] - asked == 1  # the line above
    assert device.calls["screenshot"] - pictures == 2
    assert device.clock.monotonic_s() == begun_s


def test_looks_from_a_moment_ago_prove_no_rest(recorder: Recorder, looks: Looks, device: FakeDevice) -> None:
    agent_looks(looks, device)
    begun_s = device.clock.monotonic_s()
    at_rest(recorder, looks)
    assert device.clock.monotonic_s() > begun_s


def test_a_hierarchy_from_before_the_picture_is_asked_for_anew(
    recorder: Recorder, looks: Looks, device: FakeDevice
) -> None:
    agent_looks(looks, device, dump_first=True)
    device.clock.advance(2)
    asked = device.calls["hierarchy"]
    at_rest(recorder, looks)
    assert device.calls["hierarchy"] == asked + 1


def test_another_page_since_then_is_what_counts(recorder: Recorder, looks: Looks, device: FakeDevice) -> None:
    agent_looks(looks, device)
    before = device.screenshot()
    device.show_after(1.0, next(name for name in device.screens if name != device.current))
    device.clock.advance(2)
    seen = at_rest(recorder, looks)
    assert seen.screenshot == device.screenshot() != before


def test_a_screen_that_never_rests_is_flagged(recorder: Recorder, looks: Looks, device: FakeDevice) -> None:
    names = list(device.screens)
    for tick in range(400):
        device.show_after(tick * 0.2, names[tick % 2])
    assert "unsettled" in [flag.value for flag in at_rest(recorder, looks).flags]
