"""The labels by rule: `executed`, `changed`, `no_op`, `claimed`, `replay_verdict`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from small_recordings import small_look, small_step

from gui_rec.datasets.labels._api import EpisodeView, Labeller
from gui_rec.datasets.labels.changed import LABELLER as CHANGED
from gui_rec.datasets.labels.claimed import LABELLER as CLAIMED
from gui_rec.datasets.labels.executed import LABELLER as EXECUTED
from gui_rec.datasets.labels.no_op import LABELLER as NO_OP
from gui_rec.datasets.labels.replay_verdict import LABELLER as REPLAY_VERDICT
from gui_rec.model.actions import Finish, FinishStatus, Key, Wait
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.flags import Flag
from gui_rec.model.step import Sent, Step
from gui_rec.model.verdict import Code, StepVerdict, Verdict


def _label(
    labeller: Labeller, *steps: Step, source: str = "script", verdicts: tuple[StepVerdict, ...] = ()
) -> list[tuple[int | None, str]]:
    view = EpisodeView(EpisodeInfo("e", source), None, steps, verdicts)
    return [(found.step_index, found.value) for found in labeller.label(view)]


def _sent(exit_status: int | None = 0, output: str = "") -> Sent:
    return Sent("input tap 1 1", "input", exit_status, output, 1, 2)


def _verdict(verdict: Verdict, confidence: float = 0.9, run: str = "r", index: int = 0) -> StepVerdict:
    code = Code.OK if verdict.successful else Code.STATE_MISMATCH
    return StepVerdict(run, "e", index, "d", verdict, code, "", confidence, None, "{}", None)


@pytest.mark.parametrize(
    ("changes", "source", "value"),
    [
        ({"sent": _sent()}, "script", "true"),
        ({"sent": _sent(1)}, "script", "false"),
        ({"sent": _sent(None)}, "script", "unknown"),
        ({"sent": _sent(output="\nError: Unknown command: tapp\n")}, "script", "false"),
        ({"sent": _sent(output="java.lang.SecurityException: no INJECT_EVENTS")}, "script", "false"),
        (
            {"sent": _sent(output="Warning: Activity not started, its task has been brought up")},
            "script",
            "true",
        ),
        ({"sent": _sent(), "flags": (Flag.TEXT_DIFFERS,)}, "script", "false"),
        ({"sent": _sent(), "result_code": "ACTION_FAILED"}, "script", "false"),
        ({}, "script", "unknown"),
        ({}, "import:aitz", "unknown"),
        ({}, "touch", "true"),
    ],
)
def test_executed_is_what_the_device_answered(changes: dict[str, Any], source: str, value: str) -> None:
    assert _label(EXECUTED, small_step(0, Key("BACK"), **changes), source=source) == [(0, value)]


def test_what_sends_nothing_is_neither_executed_nor_a_no_op() -> None:
    steps = (small_step(0, Wait(10)), small_step(1, Finish(FinishStatus.SUCCESS)))
    assert _label(EXECUTED, *steps) == []
    assert _label(NO_OP, *steps) == []


def test_changed_speaks_of_every_step() -> None:
    steps = (
        small_step(0, Wait(10)),
        small_step(1, Key("BACK"), post=small_look(1)),
        small_step(2, Key("BACK"), post=small_look(3, package=None, state_key=None, fingerprint=None)),
    )
    assert _label(CHANGED, *steps) == [(0, "true"), (1, "false"), (2, "unknown")]


@pytest.mark.parametrize(
    ("changes", "value"),
    [
        ({}, "false"),
        ({"post": small_look(0)}, "true"),
        ({"post": small_look(0), "settled": False}, "unknown"),
        ({"post": small_look(0), "settled": None}, "unknown"),
        ({"post": small_look(0, state_key=None, fingerprint=None)}, "unknown"),
    ],
)
def test_a_no_op_is_a_settled_screen_that_stayed(changes: dict[str, Any], value: str) -> None:
    assert _label(NO_OP, small_step(0, Key("BACK"), **changes)) == [(0, value)]


def test_a_claim_is_the_actors_word_for_the_step_and_the_last_one_for_the_episode() -> None:
    steps = (
        small_step(0, Key("BACK")),
        small_step(1, Key("BACK"), claimed="going well"),
        small_step(2, Finish(FinishStatus.FAILURE)),
    )
    assert _label(CLAIMED, *steps) == [(1, "going well"), (2, "failure"), (None, "failure")]
    assert _label(CLAIMED, small_step(0, Key("BACK"))) == []


@pytest.mark.parametrize(
    ("verdicts", "value", "confidence"),
    [
        ((Verdict.MATCH,), "match", 0.9),
        ((Verdict.ACCEPTABLE, Verdict.MATCH), "acceptable", 0.9),
        ((Verdict.MATCH, Verdict.MISMATCH, Verdict.MATCH), "mismatch", 0.9),
        ((Verdict.MATCH, Verdict.UNKNOWN), "match", 0.45),
        ((Verdict.UNKNOWN,), "unknown", 0.0),
        ((Verdict.UNKNOWN, Verdict.MISMATCH), "mismatch", 0.9),
    ],
)
def test_one_mismatch_outweighs_and_unknown_is_never_success(
    verdicts: tuple[Verdict, ...], value: str, confidence: float
) -> None:
    view = EpisodeView(
        EpisodeInfo("e", "script"),
        None,
        (small_step(0, Key("BACK")), small_step(1, Key("BACK"))),
        tuple(_verdict(verdict) for verdict in verdicts),
    )
    (found,) = REPLAY_VERDICT.label(view)
    assert (found.step_index, found.value, found.source) == (0, value, "replay")
    assert found.confidence == pytest.approx(confidence)


@pytest.mark.parametrize("code", [Code.START_STATE_MISMATCH, Code.DEVICE_LOST])
def test_a_replay_that_did_not_judge_the_step_does_not_count(code: Code) -> None:
    astray = replace(_verdict(Verdict.MISMATCH), code=code)
    view = EpisodeView(EpisodeInfo("e", "script"), None, (small_step(0, Key("BACK")),), (astray,))
    assert list(REPLAY_VERDICT.label(view)) == []
    view = replace(view, verdicts=(_verdict(Verdict.MATCH), astray))
    assert [(found.value, found.confidence) for found in REPLAY_VERDICT.label(view)] == [("match", 0.9)]
