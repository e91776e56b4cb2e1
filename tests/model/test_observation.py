"""An observation invents nothing."""

from __future__ import annotations

from gui_rec.model.observation import Facts, Observation


def test_an_empty_observation_is_not_usable_and_knows_nothing() -> None:
    seen = Observation()
    assert not seen.is_usable
    assert (seen.size, seen.rotation, seen.package, seen.fingerprint, seen.state_key) == (None,) * 5
    assert seen.facts == Facts()
    assert seen.facts.keyboard is None


def test_a_screenshot_or_a_hierarchy_alone_is_something_to_judge_by() -> None:
    assert Observation(screenshot=b"png").is_usable
    assert Observation(ui_xml="<hierarchy/>").is_usable


def test_pictures_do_not_flood_a_log() -> None:
    assert "png" not in repr(Observation(screenshot=b"png" * 1000, ui_xml="<png/>" * 1000))
