"""The label benchmark's generator: what it plays is what it says, and its scores can fail."""

from __future__ import annotations

from dataclasses import replace

import pytest
from labels.episodes import Episode, episodes, names_of, split, tasks
from labels.score import JUDGES, OURS, good_rates, marked_rates, rates, success_rates, wrong

from gui_rec.model.flags import EndReason


def episode(name: str) -> Episode:
    part = "dev" if name.partition(".")[0] in split()["dev"] else "test"
    (found,) = episodes(part, frozenset({name}))
    return found


@pytest.fixture(scope="module")
def mended() -> Episode:
    return episode("mail.letter:mended")


def test_there_are_episodes_enough_on_apps_of_one_part_each() -> None:
    names = {part: names_of(part) for part in split()}
    assert len(names["test"]) >= 60
    assert not set(split()["dev"]) & set(split()["test"])
    for part, found in names.items():
        assert {name.partition(".")[0] for name in found} == {task.app for task in tasks(part)}


def test_truth_is_read_off_the_phone(mended: Episode) -> None:
    assert mended.success
    assert [
        step.action.type for step, good in zip(mended.view.steps, mended.good, strict=True) if not good
    ] == ["type"]
    assert mended.marks[2] == {"undone"}
    assert mended.view.end is not None
    assert all(item.passed for item in mended.view.end.expectations)


def test_a_false_claim_is_no_success_and_has_no_good_step() -> None:
    found = episode("mail.starred:false_claim")
    assert (found.success, any(found.good)) == (False, False)
    assert found.view.end is not None
    assert found.view.end.reason is EndReason.CLAIMED_SUCCESS


def test_the_same_source_plays_the_same_episode(mended: Episode) -> None:
    assert episode("mail.letter:mended").view == mended.view


def test_scores_can_fail(mended: Episode) -> None:
    assert wrong([mended]) == []
    assert (success_rates(OURS, [mended]).precision, good_rates(OURS, [mended]).recall) == (1.0, 1.0)
    assert marked_rates("undone", [mended]).precision == 1.0
    lied = replace(mended, success=False, good=(False,) * len(mended.good))
    assert success_rates(OURS, [lied]).precision == 0.0
    assert len(wrong([lied])) == 1
    crossed = replace(mended, good=tuple(not good for good in mended.good))
    assert len(wrong([crossed])) == len(mended.good)


def test_the_simpler_rules_take_a_false_claim_for_a_success() -> None:
    found = episode("mail.starred:false_claim")
    assert {judge.name for judge in JUDGES if judge.success(found)} == {"last claim wins", "screen changed"}


def test_rates_count_hits_false_alarms_and_misses() -> None:
    found = rates([(True, True), (True, False), (False, True), (False, False)])
    assert (found.hits, found.false_alarms, found.misses) == (1, 1, 1)
    assert (found.precision, found.recall) == (0.5, 0.5)
