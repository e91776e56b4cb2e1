from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.world.timers import Timer, Timers


def _noting(seen: list[str]) -> Callable[[Timer], None]:
    return lambda timer: seen.append(f"{timer.what}@{timer.due_us}")


def test_nothing_runs_before_its_time() -> None:
    seen: list[str] = []
    timers = Timers()
    timers.at(100, "a", "a")
    assert not timers.run_due(99, _noting(seen))
    assert timers.run_due(100, _noting(seen))
    assert seen == ["a@100"]


def test_what_is_due_runs_in_order_of_time_then_of_setting() -> None:
    seen: list[str] = []
    timers = Timers()
    for name, due in (("late", 30), ("first", 10), ("second", 10)):
        timers.at(due, name, name)
    timers.run_due(50, _noting(seen))
    assert seen == ["first@10", "second@10", "late@30"]


def test_a_timer_runs_once() -> None:
    seen: list[str] = []
    timers = Timers()
    timers.at(1, "a", "a")
    timers.run_due(5, _noting(seen))
    timers.run_due(9, _noting(seen))
    assert seen == ["a@1"]


def test_a_timer_that_sets_the_next_one_catches_up() -> None:
    seen: list[int] = []
    timers = Timers()

    def tick(timer: Timer) -> None:
        seen.append(timer.due_us)
        timers.at(timer.due_us + 10, "tick", "tick")

    timers.at(10, "tick", "tick")
    timers.run_due(45, tick)
    assert seen == [10, 20, 30, 40]


def test_cancelled_tags_never_run_and_others_stay() -> None:
    seen: list[str] = []
    timers = Timers()
    timers.at(1, "a", "x")
    timers.at(2, "b", "y")
    timers.at(3, "a", "z")
    timers.cancel("a")
    timers.run_due(10, _noting(seen))
    assert seen == ["y@2"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 1000), max_size=30), st.integers(0, 1000))
def test_exactly_the_due_ones_run_sorted(dues: list[int], now: int) -> None:
    seen: list[int] = []
    timers = Timers()
    for due in dues:
        timers.at(due, "t", "t")
    timers.run_due(now, lambda timer: seen.append(timer.due_us))
    assert seen == sorted(due for due in dues if due <= now)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 1000), max_size=30), st.integers(0, 1000))
def test_what_is_pending_can_be_put_into_another_queue(dues: list[int], now: int) -> None:
    timers, other = Timers(), Timers()
    for number, due in enumerate(dues):
        timers.at(due, "t", "t", number, "word")
    timers.run_due(now, lambda _timer: None)
    other.at(1, "gone", "gone")
    other.replace(timers.pending())
    assert other.pending() == timers.pending()
    other.at(5000, "t", "later")
    assert other.pending()[-1].what == "later"
    assert len({timer.order for timer in other.pending()}) == len(other.pending())
