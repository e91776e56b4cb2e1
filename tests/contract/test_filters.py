"""What every filter must keep to, whichever it is."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_recordings import small_step
from strategies import episodes, steps

from gui_rec.datasets.filters._api import Candidate, Filter
from gui_rec.datasets.filters._members import FILTERS
from gui_rec.errors import UsageError
from gui_rec.model.actions import Tap
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.step import Step

NAMES = sorted(FILTERS)


@pytest.mark.parametrize("name", NAMES)
def test_a_member_calls_itself_by_its_name_and_says_what_it_does(name: str) -> None:
    member = FILTERS.get(name)
    assert isinstance(member, Filter)
    assert (member.name, member.version >= 1) == (name, True)
    assert member.meaning
    assert member.reasons
    assert all(member.reasons.values())
    assert not {option.partition(":")[0] for option in member.options} & set(member.reasons)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), info=episodes(), first=steps(0), second=steps(1))
@pytest.mark.parametrize("name", NAMES)
def test_a_filter_is_a_pure_function_of_what_it_was_shown(
    name: str, data: st.DataObject, info: EpisodeInfo, first: Step, second: Step
) -> None:
    member = FILTERS.get(name)
    chosen = data.draw(st.lists(st.sampled_from(sorted(member.reasons)), unique=True))
    shown = [Candidate(info, None, (first, second), (first, second)) for _ in range(2)]
    answers = []
    for _ in range(2):
        judge = member.begin(chosen)
        answers.append([list(judge.judge(candidate)) for candidate in shown])
    assert answers[0] == answers[1]
    for drops in answers[0]:
        indices = [drop.step_index for drop in drops]
        assert indices == sorted(set(indices)), "each step once, in order"
        assert set(indices) <= {0, 1}
        assert {drop.reason for drop in drops} <= set(chosen or member.reasons)


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_step_passes(name: str) -> None:
    sound = (small_step(0, Tap(0.5, 0.5)),)
    judge = FILTERS.get(name).begin(())
    assert list(judge.judge(Candidate(EpisodeInfo("e", "script", goal="g"), None, sound, sound))) == []


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_option_is_refused_with_those_that_there_are(name: str) -> None:
    member = FILTERS.get(name)
    with pytest.raises(UsageError, match=f"filter {name}: unknown option 'nonsense'") as caught:
        member.begin(["nonsense"])
    assert all(reason in str(caught.value) for reason in member.reasons)
