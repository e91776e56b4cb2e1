"""What every label must keep to, whichever it is."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_recordings import small_step
from strategies import episodes, steps

from gui_rec.datasets.labels._api import EpisodeView, Labeller
from gui_rec.datasets.labels._members import LABELS
from gui_rec.model.actions import Wait
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.step import Step
from gui_rec.model.verdict import Code, StepVerdict, Verdict

_SOURCES = re.compile(r"rule:[a-z_]+|replay|claim|human:.+|judge:.+")


def _verdicts() -> st.SearchStrategy[tuple[StepVerdict, ...]]:
    one = st.builds(
        StepVerdict,
        run_id=st.just("r"),
        episode_id=st.just("e"),
        step_index=st.integers(0, 2),
        device=st.just("d"),
        verdict=st.sampled_from(list(Verdict)),
        code=st.just(Code.OK),
        detail=st.just(""),
        confidence=st.floats(0, 1),
        outcome=st.none(),
        evidence=st.just("{}"),
        replayed_episode_id=st.none(),
    )
    return st.lists(one, max_size=4).map(tuple)


@pytest.mark.parametrize("name", sorted(LABELS))
def test_a_member_calls_itself_by_its_name(name: str) -> None:
    labeller = LABELS.get(name)
    assert isinstance(labeller, Labeller)
    assert (labeller.name, labeller.version >= 1) == (name, True)
    assert labeller.meaning, "the dataset card tells it"


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(info=episodes(), first=steps(0), second=steps(1), verdicts=_verdicts())
@pytest.mark.parametrize("name", sorted(LABELS))
def test_a_label_is_a_pure_function_with_source_and_confidence(
    name: str, info: EpisodeInfo, first: Step, second: Step, verdicts: tuple[StepVerdict, ...]
) -> None:
    labeller = LABELS.get(name)
    view = EpisodeView(info, None, (first, second), verdicts)
    rows = list(labeller.label(view))
    assert rows == list(labeller.label(view))
    for row in rows:
        assert row.step_index in (None, 0, 1)
        assert _SOURCES.fullmatch(row.source)
        assert 0.0 <= row.confidence <= 1.0
        assert row.value != "unknown" or row.confidence == 0.0 or row.source == "claim"
    assert len({row.step_index for row in rows}) == len(rows)


@pytest.mark.parametrize("name", sorted(LABELS))
def test_an_unknown_verdict_is_never_positive(name: str) -> None:
    unknown = StepVerdict("r", "e", 0, "d", Verdict.UNKNOWN, Code.NOT_SETTLED, "", 1.0, None, "{}", None)
    view = EpisodeView(EpisodeInfo("e", "script"), None, (small_step(0, Wait()),), (unknown,))
    values = {row.value for row in LABELS.get(name).label(view) if row.source == "replay"}
    assert values <= {"unknown"}
