"""An episode's frame holds only what is known."""

from __future__ import annotations

from gui_rec.model.episode import DeviceInfo, EpisodeEnd, EpisodeInfo, Expectation
from gui_rec.model.flags import EndReason, Source


def test_a_device_of_which_nothing_is_known_has_no_invented_size() -> None:
    assert DeviceInfo().width_px is None
    assert DeviceInfo().serial_id is None


def test_an_episode_ends_for_a_reason_of_the_closed_list() -> None:
    end = EpisodeEnd(EndReason.INTERRUPTED)
    assert (end.reason.value, end.outcome) == ("interrupted", None)
    assert EpisodeInfo("01J", Source.SCRIPT).device == DeviceInfo()


def test_an_expectation_that_could_not_be_asked_has_neither_answer_nor_judgement() -> None:
    end = EpisodeEnd(EndReason.FINISHED, expectations=(Expectation("adb shell settings get x", "1"),))
    assert end.expectations[0].answer is None
    assert end.expectations[0].passed is None
