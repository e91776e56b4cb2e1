from __future__ import annotations

from small_recordings import small_look, small_step

from gui_rec.datasets.splits.origin import TIE, origin_of
from gui_rec.model.actions import OpenApp, Tap
from gui_rec.model.episode import EpisodeInfo
from gui_rec.model.observation import Observation


def test_an_origin_counts_launcher_screens_and_unknown_ones_apart() -> None:
    steps = [
        small_step(0, OpenApp("Clock", "com.clock"), pre=small_look(0, package="com.android.launcher3")),
        small_step(1, Tap(0.5, 0.5)),
        small_step(2, Tap(0.5, 0.5)),
        small_step(3, Tap(0.5, 0.5), pre=Observation(package="com.example")),
    ]
    info = EpisodeInfo("e", "replay", goal="Open 3 clocks", task_id="T7")
    origin = origin_of(info, steps, {0, 1, 3}, ["first"])
    assert (origin.template, origin.app) == ("open <number> clocks", "com.example")
    assert origin.apps == {"com.example", "com.clock"}
    assert set(origin.ties) == {f"{TIE}episode e", f"{TIE}episode first", f"{TIE}task T7"}
    assert (origin.indices, list(origin.keys), origin.exempt, origin.unknown) == ((0, 1, 3), [1], 1, 1)


def test_an_episode_without_a_goal_is_a_task_of_its_own() -> None:
    one, other = (origin_of(EpisodeInfo(name, "script"), [], set(), []) for name in ("e", "f"))
    assert one.template != other.template
