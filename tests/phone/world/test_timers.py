from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.world.timers import Timers


def _note(seen: list[str], name: str) -> Callable[[int], None]:
    return lambda due_us: seen.append(f"{name}@{due_us}")


def test_nothing_runs_before_its_time() -> None:
    seen: list[str] = []
    timers = Timers()
    timers.at(100, "a", _note(seen, "a"))
    assert not timers.run_due(99)
    assert timers.run_due(100)
    assert seen == ["a@100"]


def test_what_is_due_runs_in_order_of_time_then_of_setting() -> None:
    seen: list[str] = []
    timers = Timers()
    for name, due in (("late", 30), ("first", 10), ("second", 10)):
        timers.at(due, name, _note(seen, name))
    timers.run_due(50)
    assert seen == ["first@10", "second@10", "late@30"]


def test_a_timer_runs_once() -> None:
    seen: list[str] = []
    timers = Timers()
    timers.at(1, "a", _note(seen, "a"))
    timers.run_due(5)
    timers.run_due(9)
    assert seen == ["a@1"]


def test_a_timer_that_sets_the_next_one_catches_up() -> None:
    seen: list[int] = []
    timers = Timers()

    def tick(due_us: int) -> None:
        seen.append(due_us)
        timers.at(due_us + 10, "tick", tick)

    timers.at(10, "tick", tick)
    timers.run_due(45)
    assert seen == [10, 20, 30, 40]


def test_cancelled_tags_never_run_and_others_stay() -> None:
    seen: list[str] = []
    timers = Timers()
    timers.at(1, "a", _note(seen, "a"))
    timers.at(2, "b", _note(seen, "b"))
    timers.at(3, "a", _note(seen, "a"))
    timers.cancel("a")
    timers.run_due(10)
    assert seen == ["b@2"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 1000), max_size=30), st.integers(0, 1000))
def test_exactly_the_due_ones_run_sorted(dues: list[int], now: int) -> None:
    seen: list[int] = []
    timers = Timers()
    for due in dues:
        timers.at(due, "t", seen.append)
    timers.run_due(now)
    assert seen == sorted(due for due in dues if due <= now)
