from __future__ import annotations

from pathlib import Path

import pytest
from shop import record_shop
from small_recordings import record, small_step

from gui_rec.device.restore import WHOLE
from gui_rec.errors import UsageError
from gui_rec.model.actions import Tap, Type
from gui_rec.replayer.config import ReplayConfig
from gui_rec.replayer.parameters import Parameter
from gui_rec.replayer.plan import ReplayPlan, plan_replay
from gui_rec.store.reader import open_trajectories

TAP = Tap(0.5, 0.5)


@pytest.fixture
def three(tmp_path: Path) -> Path:
    steps = [small_step(0, TAP), small_step(1, Type("ada")), small_step(2, TAP)]
    return record(tmp_path / "three", steps)


def plan(recording: Path, config: ReplayConfig) -> ReplayPlan:
    return plan_replay(open_trajectories(recording), config)


def test_a_part_remembers_what_came_before(three: Path) -> None:
    made = plan(three, ReplayConfig(from_step=1, until_step=1))
    assert [step.index for step in made.steps] == [1]
    assert [step.index for step in made.earlier] == [0]


@pytest.mark.parametrize(
    ("first", "last", "told"),
    [(7, None, "--from 7:"), (2, 1, "--from 2 --until 1:"), (3, 5, "--from 3 --until 5:")],
)
def test_steps_that_are_not_there_are_told_with_those_that_are(
    three: Path, first: int, last: int | None, told: str
) -> None:
    with pytest.raises(UsageError) as refused:
        plan(three, ReplayConfig(from_step=first, until_step=last))
    assert told in str(refused.value)
    assert "has steps 0 to 2" in str(refused.value)


def test_an_episode_that_is_not_there_and_one_of_several(three: Path) -> None:
    with pytest.raises(UsageError, match="no episode 'nope'; this recording holds 01"):
        plan(three, ReplayConfig(episode="nope"))
    record(three, [small_step(0, TAP)], episode_id="01ARZ3NDEKTSV4RRFFQ69G5FAW")
    with pytest.raises(UsageError, match="several episodes and none named"):
        plan(three, ReplayConfig())
    assert len(plan(three, ReplayConfig(episode="01ARZ3NDEKTSV4RRFFQ69G5FAW")).steps) == 1


def test_parameters_are_told_from_withheld_texts(three: Path) -> None:
    made = plan(three, ReplayConfig(values=(("user", "bob"),), parameters=(("user", "ada"),)))
    assert made.parameters == (Parameter("user", "ada", "bob"),)
    assert made.config.values == ()


def test_a_text_for_another_trajectory_of_a_set_is_nobodys_mistake(three: Path) -> None:
    password = (("password", "s3cret"),)
    with pytest.raises(UsageError):
        plan(three, ReplayConfig(values=password))
    made = plan(three, ReplayConfig(one_of_many=True, values=password, parameters=(("user", "eve"),)))
    assert (made.config.values, made.parameters) == ((), ())
    given = (("user", "bob"), *password)
    ours = plan(three, ReplayConfig(one_of_many=True, values=given, parameters=(("user", "ada"),)))
    assert [(each.recorded, each.text) for each in ours.parameters] == [("ada", "bob")]


def test_a_text_for_a_later_step_may_be_given_all_the_same(tmp_path: Path) -> None:
    steps = [small_step(0, TAP), small_step(1, Type("${user}"))]
    recording = record(tmp_path / "two", steps)
    given = (("user", "bob"),)
    assert plan(recording, ReplayConfig(until_step=0, values=given)).parameters == ()
    with pytest.raises(UsageError):
        plan(recording, ReplayConfig(until_step=0, values=(("usr", "bob"),)))


def test_the_start_is_that_of_the_part(tmp_path: Path) -> None:
    recording = record_shop(tmp_path / "buy")
    start = plan(recording, ReplayConfig(restore=WHOLE)).start
    assert start is not None
    assert start.words == "com.example.app: force-stop, clear, launch"
    assert plan(recording, ReplayConfig()).start is None
