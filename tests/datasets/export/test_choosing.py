from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from small_recordings import SIZE

from gui_rec.datasets.export._api import Sample, Takes
from gui_rec.datasets.export.choosing import Chooser, mark_of, same_aim, state_key
from gui_rec.model.actions import Key, Tap
from gui_rec.model.geometry import Rect
from gui_rec.model.label import LabelRow

_SAMPLE = Sample(
    episode_id="e",
    step_index=0,
    goal="g",
    dialect="scalecua",
    wrapping="grounding",
    system="s",
    user="u",
    target="t",
    coordinate_space="norm01",
    screen=SIZE,
    image_size=SIZE,
    image=b"png",
    actions=(Key("BACK"),),
    recorded=SIZE,
)


def _labels(**values: str) -> dict[str, LabelRow]:
    return {name: LabelRow("e", 0, name, value, "t", 1.0, "t", 0, 1) for name, value in values.items()}


def _answer(target: str, *, good: bool | None, **changes: Any) -> Sample:
    labels = {} if good is None else _labels(step_label="good" if good else "bad")
    return replace(_SAMPLE, target=target, labels=labels, **changes)


def _choose(chooser: Chooser, samples: list[Sample]) -> tuple[list[Sample], Counter[str]]:
    dropped: Counter[str] = Counter()
    chooser.look(iter(samples))

    def drop(sample: Sample, reason: str) -> None:
        dropped[reason] += sample.steps

    return list(chooser.choose(iter(samples), drop)), dropped


@pytest.mark.parametrize(
    ("labels", "mark"),
    [
        (_labels(step_label="good"), True),
        (_labels(step_label="bad", outcome="success"), False),
        (_labels(step_label="neutral", outcome="success"), None),
        (_labels(outcome="success", executed="true", no_op="false"), True),
        (_labels(outcome="success", no_op="true"), False),
        (_labels(outcome="success", executed="false"), False),
        (_labels(outcome="failure"), None),
        (_labels(outcome="unknown"), None),
        (_labels(outcome="success", step_label="unknown"), True),
        (_labels(claimed="success"), None),
        ({}, None),
    ],
)
def test_a_mark_is_a_stored_word_or_what_follows_from_it_and_never_a_claim(
    labels: dict[str, LabelRow], mark: bool | None
) -> None:
    assert mark_of(replace(_SAMPLE, labels=labels)) is mark


@pytest.mark.parametrize("change", [{"goal": "h"}, {"user": "v"}, {"image": b"other"}, {"system": "z"}])
def test_a_state_is_all_that_the_model_reads(change: dict[str, Any]) -> None:
    assert state_key(_SAMPLE) == state_key(replace(_SAMPLE, target="x", episode_id="f", step_index=9))
    assert state_key(_SAMPLE) != state_key(replace(_SAMPLE, **change))


def test_two_touches_within_one_part_are_one_answer() -> None:
    left = Rect(0, 0, 20, 80)
    first = replace(_SAMPLE, target="a", actions=(Tap(0.1, 0.1),), bounds_px=left)
    assert same_aim(first, replace(first, target="b", actions=(Tap(0.3, 0.9),)))
    assert not same_aim(first, replace(first, target="b", actions=(Tap(0.9, 0.9),), bounds_px=None))
    assert not same_aim(first, replace(first, target="b", actions=(Key("BACK"),), bounds_px=None))
    assert same_aim(first, replace(first, actions=(Key("BACK"),)))


def test_pairs_are_a_good_and_a_bad_answer_in_one_state_each_used_once() -> None:
    samples = [
        _answer("good", good=True),
        _answer("bad", good=False),
        _answer("good too", good=True),
        _answer("unknown", good=None),
        _answer("bad elsewhere", good=False, user="other history"),
    ]
    (pair,), dropped = _choose(Chooser(Takes.PAIRS), samples)
    assert (pair.target, pair.rejected, pair.steps) == ("good", "bad", 2)
    assert dropped == {"same_answer_as_the_worse": 1, "no_mark": 1, "no_other_answer_here": 1}


def test_no_pair_is_made_of_two_ways_to_say_the_same() -> None:
    samples = [_answer("same", good=True), _answer("same", good=False)]
    pairs, dropped = _choose(Chooser(Takes.PAIRS), samples)
    assert pairs == []
    assert sum(dropped.values()) == 2


def test_marked_rows_are_those_whose_mark_is_known() -> None:
    samples = [_answer("a", good=True), _answer("b", good=False), _answer("c", good=None)]
    rows, dropped = _choose(Chooser(Takes.MARKED), samples)
    assert [row.good for row in rows] == [True, False]
    assert dropped == {"no_mark": 1}


def test_balance_keeps_so_many_of_each_action_the_same_ones_for_a_seed() -> None:
    samples = [replace(_SAMPLE, step_index=at) for at in range(40)]
    samples += [replace(_SAMPLE, step_index=at, actions=(Tap(0.5, 0.5),)) for at in range(40, 43)]
    chosen: dict[int, list[int]] = {}
    for seed in (0, 0, 1):
        rows, dropped = _choose(Chooser(Takes.SAMPLES, 5, seed), samples)
        kinds = Counter(row.actions[0].type for row in rows)
        assert kinds == {"key": 5, "tap": 3}
        assert dropped == {"balanced_away": 35}
        steps = [row.step_index for row in rows]
        assert steps == sorted(steps)
        assert chosen.setdefault(seed, steps) == steps
    assert chosen[0] != chosen[1]
    assert not Chooser(Takes.SAMPLES).looks_twice
