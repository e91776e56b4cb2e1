from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from shop import BUY, record_shop, shop
from small_recordings import SIZE as SMALL
from small_recordings import record, small_look, small_step

from gui_rec.errors import UsageError
from gui_rec.model.actions import Action, Key, Pinch, Tap
from gui_rec.model.geometry import Rect, ScreenSize
from gui_rec.model.step import Step, Target
from gui_rec.model.verdict import Code, Verdict
from gui_rec.replayer.config import OnMismatch, ReplayConfig
from gui_rec.replayer.foresee import refuse_coordinates, refused_actions
from gui_rec.replayer.session import replay
from gui_rec.store.reader import open_trajectories
from gui_rec.testing.fake_device import FakeDevice

DOUBLE = ScreenSize(SMALL.width_px * 2, SMALL.height_px * 2)
BLIND = small_step(3, Tap(0.5, 0.5))


class Limited(FakeDevice):
    """Says beforehand that it cannot pinch."""

    def refuses(self, action: Action) -> str | None:
        return "pinch: no such gesture; nothing was sent" if isinstance(action, Pinch) else None


def limited() -> Limited:
    device = shop()
    return Limited(device.screens, device.current, device.clock)


def test_the_recorded_size_is_fine_however_it_is_held_now() -> None:
    refuse_coordinates([BLIND], SMALL, 0, scale=False)
    refuse_coordinates([BLIND], ScreenSize(SMALL.height_px, SMALL.width_px), 1, scale=False)


def test_another_size_is_refused_with_both_and_with_what_helps() -> None:
    with pytest.raises(UsageError) as refused:
        refuse_coordinates([BLIND], DOUBLE, 0, scale=False)
    message = str(refused.value)
    assert "step 3 (tap)" in message
    assert "40x80" in message
    assert "80x160" in message
    assert "--scale" in message
    assert "nothing was sent" in message
    refuse_coordinates([BLIND], DOUBLE, 0, scale=True)


def test_another_aspect_ratio_is_refused_whatever_was_asked() -> None:
    with pytest.raises(UsageError) as refused:
        refuse_coordinates([BLIND], ScreenSize(80, 120), 0, scale=True)
    assert "--scale" not in str(refused.value)
    assert "80x120" in str(refused.value)


def test_a_recording_held_across_is_compared_as_it_was_held() -> None:
    across = replace(BLIND, pre=small_look(0, rotation=1, size=ScreenSize(80, 40)))
    refuse_coordinates([across], SMALL, 0, scale=False)
    with pytest.raises(UsageError, match="80x40"):
        refuse_coordinates([across], DOUBLE, 0, scale=False)


def test_what_aims_at_no_place_or_at_an_element_goes_to_any_screen(tmp_path: Path) -> None:
    bought = list(open_trajectories(record_shop(tmp_path / "buy")).steps())
    refuse_coordinates([small_step(0, Key("BACK")), *bought], ScreenSize(333, 444), 0, scale=False)


def test_an_element_of_a_page_that_says_next_to_nothing_is_no_target() -> None:
    target = Target(None, Rect(0, 0, 40, 80), "android.view.View", None, None, None, "0", 1)
    game: Step = replace(BLIND, target=target)
    with pytest.raises(UsageError, match="recorded without a target"):
        refuse_coordinates([game], ScreenSize(80, 120), 0, scale=False)


def test_nothing_is_sent_to_a_screen_that_the_coordinates_are_not_of(tmp_path: Path) -> None:
    recording = record(tmp_path / "blind", [small_step(0, Key("HOME")), small_step(1, Tap(0.5, 0.5))])
    device = shop()
    with pytest.raises(UsageError, match=r"step 1 \(tap\)"):
        replay(recording, device, clock=device.clock)
    assert device.performed == []


def test_what_the_device_cannot_do_is_told_before_the_first_step(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "buy")
    with_pinch = [*open_trajectories(recording).steps()]
    pinch = replace(with_pinch[-1], index=2, action=Pinch(0.5, 0.5, 2.0))
    whole = record(tmp_path / "pinch", [*with_pinch, pinch])
    device = limited()
    config = ReplayConfig(on_mismatch=OnMismatch.CONTINUE, report_dir=tmp_path / "report")
    report = replay(whole, device, config, clock=device.clock)
    assert device.performed == []
    assert [(s.index, s.verdict.verdict, s.verdict.code) for s in report.steps] == [
        (2, Verdict.MISMATCH, Code.ACTION_UNSUPPORTED)
    ]
    assert report.not_run == 2
    assert "no such gesture" in report.steps[0].verdict.detail
    assert not (tmp_path / "report" / "run").exists()
    assert (tmp_path / "report" / "report.json").is_file()


def test_a_part_that_the_device_can_do_is_done(tmp_path: Path) -> None:
    steps = [*open_trajectories(record_shop(tmp_path / "buy")).steps()]
    pinch = replace(steps[-1], index=2, action=Pinch(0.5, 0.5, 2.0))
    whole = record(tmp_path / "pinch", [*steps, pinch])
    device = limited()
    assert replay(whole, device, ReplayConfig(until_step=1), clock=device.clock).ok
    assert device.performed == list(BUY)


def test_a_device_that_cannot_tell_refuses_nothing_beforehand() -> None:
    assert refused_actions([small_step(0, Pinch(0.5, 0.5, 2.0))], shop()) == {}
    assert refused_actions([small_step(4, Pinch(0.5, 0.5, 2.0))], limited()).keys() == {4}
