from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.datasets.splits._api import SideReport, Split, SplitSpec
from gui_rec.datasets.splits.assign import assign
from gui_rec.datasets.splits.origin import TIE, Origin

_SHARES = {Split.VALIDATION: 0.15, Split.TEST: 0.2, Split.APPS_UNSEEN: 0.15, Split.TASKS_UNSEEN: 0.15}


def _origin(
    name: str,
    task: str = "t",
    app: str = "a",
    *,
    also: Sequence[str] = (),
    ties: Sequence[str] = (),
    **keys: int,
) -> Origin:
    of_step = {int(at[1:]): key for at, key in keys.items()}
    tied = (f"{TIE}episode {name}", *ties)
    return Origin(name, task, app, frozenset({app, *also}), tied, tuple(of_step), of_step, 0, 0)


@st.composite
def _many(draw: st.DrawFn) -> list[Origin]:
    count = draw(st.integers(1, 30))
    found = []
    for at in range(count):
        app = draw(st.sampled_from("abcdef"))
        found.append(
            _origin(
                f"e{at}",
                draw(st.sampled_from(["t1", "t2", "t3", "t4", "t5"])),
                app,
                also=draw(st.lists(st.sampled_from("abcdef"), max_size=1)),
                ties=draw(
                    st.lists(
                        st.sampled_from([f"{TIE}task 1", f"{TIE}task 2", f"{TIE}episode e0"]), max_size=1
                    )
                ),
                s0=draw(st.integers(0, 5)),
                s1=draw(st.integers(0, 5)),
            )
        )
    return found


@settings(deadline=None, max_examples=200)
@given(_many(), st.integers(0, 5))
def test_nothing_that_is_held_out_was_taught(origins: list[Origin], seed: int) -> None:
    spec = SplitSpec(_SHARES, seed, ("f",))
    done = assign(origins, spec)
    side = done.sides
    train = [origin for origin in origins if side[origin.episode_id] is Split.TRAIN]
    taught_apps = {app for origin in train for app in origin.apps}
    taught_tasks = {origin.template for origin in train}
    taught_pairs = {(origin.template, origin.app) for origin in train}
    taught = {key for origin in train for key in origin.keys.values()}
    assert "f" not in taught_apps
    for origin in origins:
        where = side[origin.episode_id]
        if where is Split.APPS_UNSEEN and origin.episode_id not in done.tied:
            assert origin.apps - taught_apps, "it shows an app that nothing taught"
        if where is Split.TASKS_UNSEEN:
            assert origin.template not in taught_tasks
        if where in (Split.TEST, Split.VALIDATION):
            assert (origin.template, origin.app) not in taught_pairs
        for other in origins:
            if set(origin.ties) & set(other.ties):
                assert side[other.episode_id] is where, "what is derived from one source is on one side"
        if where is not Split.TRAIN and origin.episode_id not in done.tied:
            left = origin.keys.keys() - done.removed[origin.episode_id]
            assert not {origin.keys[index] for index in left} & taught
    assert sum(report.steps for report in done.reports) == sum(len(origin.indices) for origin in origins)
    assert sum(report.episodes for report in done.reports) == len(origins)


@given(_many())
def test_the_order_of_the_episodes_decides_nothing(origins: list[Origin]) -> None:
    spec = SplitSpec(_SHARES, 3)
    assert assign(origins, spec).sides == assign(origins[::-1], spec).sides


def test_shares_are_met_on_average_and_another_seed_gives_another_split() -> None:
    origins = [_origin(f"e{at}", f"task {at}", f"app {at % 40}") for at in range(2000)]
    sides = [assign(origins, SplitSpec({Split.TEST: 0.2}, seed)).sides for seed in (0, 1)]
    for side in sides:
        share = sum(where is Split.TEST for where in side.values()) / len(side)
        assert 0.17 < share < 0.23
    assert sides[0] != sides[1]


def test_an_episode_keeps_its_side_when_others_come() -> None:
    origins = [_origin(f"e{at}", f"task {at}", f"app {at % 40}") for at in range(300)]
    spec = SplitSpec(_SHARES, 1)
    fewer, more = assign(origins[100:], spec).sides, assign(origins, spec).sides
    assert fewer == {name: more[name] for name in fewer}


def test_steps_that_train_holds_are_removed_and_counted() -> None:
    spec = SplitSpec({}, 0, ("held",))
    origins = [_origin("e1", app="a", s0=1, s1=2), _origin("e2", app="held", s0=2, s1=3, s2=4)]
    done = assign(origins, spec)
    assert done.removed == {"e2": frozenset({0})}
    assert done.reports == (
        SideReport(Split.TRAIN, 1, 2),
        SideReport(Split.APPS_UNSEEN, 1, 3, removed=1),
    )
    assert done.reports[1].document()["share_also_in_train"] == round(1 / 3, 6)


def test_one_that_is_tied_to_an_app_held_out_and_shows_none_is_left_out() -> None:
    tie = (f"{TIE}task 9",)
    origins = [_origin("e1", app="held", ties=tie, s0=1), _origin("e2", app="a", ties=tie, s0=2)]
    done = assign(origins, SplitSpec({}, 0, ("held",)))
    assert set(done.sides.values()) == {Split.APPS_UNSEEN}
    assert done.tied == {"e2"}
    assert done.reports[0].tied == 1
