"""An observation is the same columns twice, before and after."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from strategies import observations

from gui_rec.errors import StoreError
from gui_rec.model.flags import MissingReason
from gui_rec.model.observation import Facts, Missing, Observation
from gui_rec.store.cells import Cells
from gui_rec.store.observation_columns import missing_of, observation_from_row, observation_to_row


@pytest.mark.parametrize("side", ["pre", "post"])
@settings(max_examples=40, deadline=None)
@given(look=observations())
def test_any_observation_survives(side: str, look: Observation) -> None:
    row = observation_to_row(side, look)
    assert all(name.startswith(f"{side}_") for name in row)
    assert observation_from_row(side, Cells(row)) == look


def test_an_observation_of_nothing_reads_as_nothing() -> None:
    assert observation_from_row("pre", Cells({})) == Observation()
    assert observation_from_row("pre", Cells({"pre_facts": None})).facts == Facts()


def test_the_target_s_reason_is_not_the_observation_s() -> None:
    entries = [{"column": "target", "reason": "no_tree"}, {"column": "ui_xml", "reason": "dump_killed"}]
    row = Cells({"pre_missing": entries})
    assert observation_from_row("pre", row).missing == (Missing("ui_xml", MissingReason.DUMP_KILLED),)
    assert len(missing_of(row, "pre")) == 2


def test_noise_before_a_hierarchy_is_its_parser_s_matter() -> None:
    noisy = "UI hierchary dumped to: /dev/tty<hierarchy/>"
    assert observation_from_row("pre", Cells({"pre_ui_xml": noisy})).ui_xml == noisy
    with pytest.raises(StoreError, match="pre_ui_xml"):
        observation_from_row("pre", Cells({"pre_ui_xml": "ERROR: null root node"}))


def test_half_a_size_is_no_size() -> None:
    with pytest.raises(StoreError, match="post_height_px: expected both sides of the screen or none"):
        observation_from_row("post", Cells({"post_width_px": 5}))


@pytest.mark.parametrize("text", ["", "zz", "phash8:", "phash8/area1:xyz", "a b:00"])
def test_a_fingerprint_that_is_none_is_refused_by_name(text: str) -> None:
    with pytest.raises(StoreError, match=r"post_fingerprint: expected algorithm:hex"):
        observation_from_row("post", Cells({"post_fingerprint": text}))
