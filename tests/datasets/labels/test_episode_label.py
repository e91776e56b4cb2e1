"""Success, failure or unknown: what decides, in which order; and what that makes of the steps."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from label_walks import BACK, OPEN, page, values, view, walk

from gui_rec.datasets.labels._api import EpisodeView
from gui_rec.datasets.labels.asked import Asked, Condition
from gui_rec.datasets.labels.episode_label import decided, effective
from gui_rec.datasets.labels.milestones import reached
from gui_rec.datasets.labels.replay_runs import reproduced
from gui_rec.model.actions import Finish, FinishStatus, Swipe, Wait
from gui_rec.model.episode import EpisodeEnd, Expectation
from gui_rec.model.flags import EndReason
from gui_rec.model.label import LabelRow
from gui_rec.model.verdict import Code, StepVerdict, Verdict

A, B, C = page(1), page(2), page(3)
DONE, GAVE_UP = Finish(FinishStatus.SUCCESS), Finish(FinishStatus.FAILURE)
STEPS = walk((A, OPEN, B), (B, OPEN, C), (C, DONE, C))
FAILED = walk((A, OPEN, B), (B, OPEN, C), (C, GAVE_UP, C))


def _verdicts(run: str, *verdicts: Verdict, code: Code = Code.OK) -> tuple[StepVerdict, ...]:
    return tuple(
        StepVerdict(run, "e", at, "d", verdict, code, "", 0.9, None, "{}", None)
        for at, verdict in enumerate(verdicts)
    )


def _said(value: str, source: str, label: str = "episode_label", step: int | None = None) -> LabelRow:
    return LabelRow("e", step, label, value, source, 1.0, "test", 1, 1)


def _end(
    *passed: bool | None, outcome: str | None = None, reason: EndReason = EndReason.FINISHED
) -> EpisodeEnd:
    told = tuple(Expectation(f"probe {at}", passed=item) for at, item in enumerate(passed))
    return EpisodeEnd(reason, outcome=outcome, expectations=told)


def _on(activity: str) -> Condition:
    return Condition(f"on {activity}", lambda seen, _tree, _end: seen.activity == activity)


GOOD_RUN = (Verdict.MATCH, Verdict.ACCEPTABLE, Verdict.MATCH)
BAD_RUN = (Verdict.MATCH, Verdict.MISMATCH)


@pytest.mark.parametrize(
    ("changes", "value", "source"),
    [
        ({}, "unknown", "rule:episode_label"),
        ({"end": _end(True, True)}, "success", "rule:post_conditions"),
        ({"end": _end(True, False, outcome="success")}, "failure", "rule:post_conditions"),
        ({"end": _end(True, None, outcome="failure")}, "failure", "rule:outcome"),
        ({"end": _end(None)}, "unknown", "rule:episode_label"),
        ({"end": _end(outcome="success")}, "success", "rule:outcome"),
        ({"end": _end(True, reason=EndReason.APP_CRASH)}, "success", "rule:post_conditions"),
        ({"end": _end(reason=EndReason.APP_CRASH)}, "failure", "rule:ended"),
        ({"verdicts": _verdicts("r", *GOOD_RUN)}, "success", "replay"),
        ({"verdicts": _verdicts("r", *GOOD_RUN) + _verdicts("s", *BAD_RUN)}, "unknown", "rule:episode_label"),
        ({"verdicts": _verdicts("r", Verdict.MATCH)}, "unknown", "rule:episode_label"),
        ({"verdicts": _verdicts("r", Verdict.MATCH, Verdict.UNKNOWN)}, "unknown", "rule:episode_label"),
        ({"words": (_said("success", "judge:model-a"),)}, "success", "rule:judge"),
        ({"words": (_said("unknown", "judge:model-a"),)}, "unknown", "rule:episode_label"),
        (
            {"words": (_said("failure", "judge:model-a"),), "verdicts": _verdicts("r", *GOOD_RUN)},
            "success",
            "replay",
        ),
        ({"asked": Asked(expected=(_on(".Page3"),))}, "success", "rule:post_conditions"),
        ({"asked": Asked(expected=(_on(".Page2"),))}, "failure", "rule:post_conditions"),
        ({"asked": Asked(milestones=(_on(".Page2"), _on(".Page3")))}, "success", "rule:milestones"),
        ({"asked": Asked(milestones=(_on(".Page3"), _on(".Page2")))}, "failure", "rule:milestones"),
        ({"asked": Asked(predicate=lambda _info, _end, steps: len(steps) == 3)}, "success", "rule:predicate"),
        ({"asked": Asked(predicate=lambda *_: None)}, "unknown", "rule:episode_label"),
    ],
)
def test_what_decides_comes_in_order(changes: dict[str, Any], value: str, source: str) -> None:
    found = decided(view(STEPS, **changes))
    assert (found.value, found.source) == (value, source)
    assert (found.confidence == 0.0) is (value == "unknown")


def test_a_claim_alone_decides_nothing_and_a_claimed_failure_is_one() -> None:
    assert decided(view(STEPS)).value == "unknown"
    assert decided(view(FAILED)).source == "rule:ended"


def test_a_replay_never_makes_a_success_of_a_failed_episode() -> None:
    verdicts = _verdicts("r", *GOOD_RUN) + _verdicts("s", *GOOD_RUN)
    assert decided(view(FAILED, verdicts=verdicts)).value == "failure"
    unclaimed = view(STEPS[:2], verdicts=verdicts)
    assert decided(unclaimed).value == "unknown"


def test_k_of_n_replays_count_the_ones_that_judged() -> None:
    astray = _verdicts("x", Verdict.MISMATCH, code=Code.START_STATE_MISMATCH)
    runs = _verdicts("r", *GOOD_RUN) + _verdicts("s", *GOOD_RUN) + _verdicts("t", *BAD_RUN) + astray
    episode = view(STEPS, verdicts=runs)
    assert reproduced(episode) == (2, 3)
    assert decided(episode).confidence == pytest.approx(2 / 3)
    assert reproduced(view(walk((A, Wait(1), A)), verdicts=_verdicts("r", Verdict.MATCH))) == (0, 1)


def test_a_person_outweighs_and_the_newest_word_wins() -> None:
    words = (_said("failure", "human:ada"), _said("success", "human:bo"), _said("failure", "judge:m"))
    episode = view(STEPS, end=_end(False), words=words)
    assert (decided(episode).value, effective(episode).value) == ("failure", "success")
    assert effective(episode).source == "human:bo"


def test_verified_never_reads_the_claim() -> None:
    assert values("verified", view(STEPS)) == {}
    assert values("verified", view(STEPS, end=_end(True))) == {None: "true"}
    assert values("verified", view(STEPS, end=_end(True, None))) == {None: "unknown"}
    assert values("claimed", view(STEPS, end=_end(False))) == {2: "success", None: "success"}


def test_milestones_are_reached_in_order() -> None:
    asked = Asked(milestones=(_on(".Page2"), _on(".Page3"), _on(".Page9")))
    assert values("milestones", view(STEPS, asked=asked)) == {0: "on .Page2", 1: "on .Page3", None: "2/3"}
    untold = Asked(milestones=(Condition("?", lambda *_: None),))
    assert reached(view(STEPS, asked=untold)).whole is None


SUCCESS: dict[str, Any] = {"end": _end(True)}


def _step_labels(episode: EpisodeView) -> list[str]:
    return [value for _, value in sorted(values("step_label", episode).items())]


def test_steps_of_an_unknown_episode_have_no_label() -> None:
    assert values("step_label", view(STEPS)) == {}
    assert _step_labels(view(STEPS, **SUCCESS)) == ["good", "good", "good"]


def test_steps_of_a_failed_episode_are_good_up_to_its_last_milestone() -> None:
    assert _step_labels(view(STEPS, end=_end(False))) == ["neutral"] * 3
    asked = Asked(milestones=(_on(".Page2"), _on(".Page9")))
    assert _step_labels(view(STEPS, asked=asked)) == ["good", "neutral", "neutral"]


def test_bad_steps_are_bad_in_a_success_too() -> None:
    no_op = walk((A, OPEN, A), (A, OPEN, B))
    assert _step_labels(view(no_op, **SUCCESS)) == ["bad", "good"]
    undone = walk((A, OPEN, B), (B, BACK, A), (A, OPEN, C))
    assert _step_labels(view(undone, **SUCCESS)) == ["bad", "bad", "good"]
    failed = tuple(replace(step, result_code="ACTION_FAILED") for step in walk((A, OPEN, B)))
    assert _step_labels(view(failed, **SUCCESS)) == ["bad"]


def test_what_has_no_effect_by_right_is_not_bad() -> None:
    at_the_end = walk((A, Swipe(0.5, 0.8, 0.5, 0.2), A), (A, Wait(10), A), (A, OPEN, B))
    assert _step_labels(view(at_the_end, **SUCCESS)) == ["neutral", "good", "good"]
    unsettled = walk((A, OPEN, A), settled=False)
    assert _step_labels(view(unsettled, **SUCCESS)) == ["neutral"]


def test_detours_are_neutral() -> None:
    steps = walk((A, OPEN, B), (B, OPEN, C), (C, OPEN, A), (A, OPEN, page(4)))
    assert _step_labels(view(steps, **SUCCESS)) == ["neutral", "neutral", "neutral", "good"]


def test_the_word_of_a_person_labels_the_steps_too() -> None:
    assert _step_labels(view(STEPS, words=(_said("success", "human:ada"),))) == ["good", "good", "good"]


def _evidence(recorded: str, seen: str, *, visual: bool) -> str:
    key = {"a": ["1", "2", "3"], "a2": ["1", "2", "9"], "b": ["7", "8", "9"]}
    checks = [{"name": "visual", "passed": visual}]
    return json.dumps(
        {"recorded": {"state_key": key[recorded]}, "seen": {"state_key": key[seen]}, "checks": checks}
    )


@pytest.mark.parametrize(
    ("evidence", "value"),
    [
        (_evidence("a", "a", visual=True), '{"exact": 1, "structural": 0, "none": 0, "of": 1}'),
        (_evidence("a", "a", visual=False), '{"exact": 0, "structural": 1, "none": 0, "of": 1}'),
        (_evidence("a", "a2", visual=True), '{"exact": 0, "structural": 1, "none": 0, "of": 1}'),
        (_evidence("a", "b", visual=True), '{"exact": 0, "structural": 0, "none": 1, "of": 1}'),
        ("{}", "unknown"),
        ("no JSON", "unknown"),
        ('{"recorded": {"state_key": [1]}, "seen": 3}', "unknown"),
    ],
)
def test_replays_reach_the_recorded_state_or_not(evidence: str, value: str) -> None:
    verdict = replace(_verdicts("r", Verdict.MATCH)[0], evidence=evidence)
    assert values("replay_label", view(STEPS, verdicts=(verdict,))) == {0: value}
    unknown = replace(verdict, verdict=Verdict.UNKNOWN)
    assert values("replay_label", view(STEPS, verdicts=(unknown,))) == {0: "unknown"}
