from __future__ import annotations

from dataclasses import replace

import pytest
from learnt_runs import SHOP, ListPage, observation, shopping, step

from gui_rec.errors import InputError
from gui_rec.model.actions import Key
from gui_rec.model.selector import Selector
from gui_rec.replayer.induction.episodes import TaskRun, induce_file, learn_file
from gui_rec.replayer.rules.facts import Changes
from gui_rec.replayer.rules.model import StepMatch

EPISODE = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
PAGE = ListPage()


def run(page: ListPage, name: str = "a run", *, version: str | None = "1.0") -> TaskRun:
    return TaskRun(name, EPISODE, shopping(page, version=version))


RUNS = [run(PAGE), run(replace(PAGE, clock="11:00")), run(replace(PAGE, clock="12:30"))]


def test_each_step_of_the_first_run_has_its_rule() -> None:
    rules = induce_file(RUNS)
    assert (rules.package, rules.versions, rules.revision) == (SHOP, ("1.0",), 1)
    assert [rule.rule_id for rule in rules.steps] == ["step-0.9g5fav", "step-1.9g5fav"]
    assert [rule.step for rule in rules.steps] == [StepMatch(EPISODE, 0), StepMatch(EPISODE, 1)]
    assert [[str(slot.address) for slot in rule.volatile] for rule in rules.steps] == [
        ["/TextView#clock:text"]
    ] * 2


def test_a_step_whose_screen_says_nothing_gets_no_rule_and_that_is_told() -> None:
    def opaque(of: TaskRun) -> TaskRun:
        return replace(of, steps=(of.steps[0], replace(of.steps[1], post=observation())))

    found = learn_file([RUNS[0], opaque(RUNS[1])])
    assert [rule.step.index for rule in found.rules.steps] == [0]
    assert found.steps[1].learnt is None
    assert found.steps[1].why_not == "the screen after it has no usable hierarchy in a run"


def test_other_steps_of_the_task_are_the_states_to_be_told_from() -> None:
    first, second = induce_file(RUNS).steps
    assert [fact.test for fact in first.outcomes[0].facts] == [
        Changes(Selector(resource_id=f"{SHOP}:id/cart_count"), 1)
    ]
    assert second.lift == 0.4385


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_runs_are_refused(count: int) -> None:
    with pytest.raises(InputError, match=f"at least 2 successful runs of one task, got {count}"):
        induce_file(RUNS[:count])


def test_runs_of_other_steps_are_refused() -> None:
    back = step(PAGE.seen(), PAGE.seen(), Key("BACK"))
    with pytest.raises(
        InputError, match="step 0: expected the same actions in every run, got tap in a run and key in b"
    ):
        induce_file([RUNS[0], TaskRun("b", EPISODE, (back,))])
    with pytest.raises(InputError, match="got 2 in a run and 1 in b"):
        induce_file([RUNS[0], TaskRun("b", EPISODE, RUNS[1].steps[:1])])


def test_runs_of_two_versions_are_refused_unless_that_is_said() -> None:
    mixed = [RUNS[0], run(PAGE, "b", version="2.0"), run(PAGE, "c", version=None)]
    with pytest.raises(InputError, match=r"a run: 1\.0; b: 2\.0; c: unknown; rules induce --any-version"):
        induce_file(mixed)
    assert induce_file(mixed, any_version=True).versions == ("1.0", "2.0")


def test_the_app_is_the_one_that_is_worked_in_not_the_home_screen() -> None:
    home = replace(PAGE.seen(), package="com.android.launcher3", activity=".Launcher")
    steps = (step(home, home), step(home, home, index=1), replace(RUNS[0].steps[0], index=2))
    assert induce_file([TaskRun(name, EPISODE, steps) for name in "ab"]).package == SHOP
    nowhere = replace(PAGE.seen(), package=None)
    with pytest.raises(InputError, match="got none whose app is known"):
        induce_file([TaskRun(name, EPISODE, (step(nowhere, nowhere),)) for name in "ab"])
