"""Who gets which trajectory, and what happens to one whose device died."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from replay_sets import an_attempt, an_item

from gui_rec.replayer.sets.items import Item
from gui_rec.replayer.sets.results import AttemptEnd, Ending
from gui_rec.replayer.sets.scheduler import Scheduler

A, B, C = (Item(Path("demos/a"), name, None, 1) for name in "ABC")
ONE, TWO = "device_1", "device_2"


def end(scheduler: Scheduler, device: str, how: AttemptEnd) -> None:
    scheduler.ended(device, an_attempt(how, device=device))


def test_each_device_has_one_in_hand_at_a_time() -> None:
    scheduler = Scheduler([A, B, C], [ONE, TWO])
    assert scheduler.take(ONE) == (A, 1)
    assert scheduler.take(ONE) is None
    assert scheduler.take(TWO) == (B, 1)
    end(scheduler, TWO, AttemptEnd.VERIFIED)
    assert scheduler.take(TWO) == (C, 1)
    assert scheduler.waiting == 0
    assert [item.ending for item in scheduler.results()] == [Ending.NOT_RUN, Ending.PASSED, Ending.NOT_RUN]


def test_a_lost_device_gives_its_work_back_once_and_gets_no_more() -> None:
    scheduler = Scheduler([A, B], [ONE, TWO])
    scheduler.take(ONE)
    end(scheduler, ONE, AttemptEnd.DEVICE_LOST)
    assert scheduler.take(ONE) is None
    assert ONE in scheduler.retired
    assert scheduler.take(TWO) == (A, 2)
    end(scheduler, TWO, AttemptEnd.DEVICE_LOST)
    assert scheduler.take(TWO) is None
    first, second = scheduler.results()
    assert (first.ending, first.given_back, len(first.attempts)) == (Ending.LOST, 1, 2)
    assert (second.ending, second.attempts) == (Ending.NOT_RUN, ())


def test_after_a_process_died_its_trajectory_waits_for_another_device() -> None:
    scheduler = Scheduler([A, B], [ONE, TWO])
    scheduler.take(ONE)
    scheduler.take(TWO)
    end(scheduler, ONE, AttemptEnd.DIED)
    assert scheduler.take(ONE) is None  # it gave this one back, and the other device is there
    end(scheduler, TWO, AttemptEnd.VERIFIED)
    assert scheduler.take(TWO) == (A, 2)


def test_the_only_device_takes_it_again_itself() -> None:
    scheduler = Scheduler([A], [ONE])
    scheduler.take(ONE)
    end(scheduler, ONE, AttemptEnd.DIED)
    assert scheduler.take(ONE) == (A, 2)
    end(scheduler, ONE, AttemptEnd.DIED)
    assert "died" in scheduler.retired[ONE]
    assert scheduler.results()[0].ending is Ending.LOST


def test_one_that_failed_comes_again_after_the_others() -> None:
    scheduler = Scheduler([A, B], [ONE], retries=1)
    scheduler.take(ONE)
    end(scheduler, ONE, AttemptEnd.FAILED)
    assert scheduler.take(ONE) == (B, 1)
    end(scheduler, ONE, AttemptEnd.REFUSED)
    assert scheduler.take(ONE) == (A, 2)
    end(scheduler, ONE, AttemptEnd.FAILED)
    assert scheduler.take(ONE) is None
    assert [item.ending for item in scheduler.results()] == [Ending.FAILED, Ending.ERROR]


def test_what_is_done_is_not_repeated() -> None:
    good, bad = an_attempt(), an_attempt(AttemptEnd.FAILED)
    earlier = {
        item.key: item
        for item in (an_item("A", good), an_item("B", bad), an_item("C", an_attempt(AttemptEnd.DIED)))
    }
    scheduler = Scheduler([A, B, C], [ONE], earlier=earlier)
    assert scheduler.take(ONE) == (C, 2)
    end(scheduler, ONE, AttemptEnd.VERIFIED)
    assert scheduler.take(ONE) is None
    assert [item.ending for item in scheduler.results()] == [Ending.PASSED, Ending.FAILED, Ending.PASSED]
    again = Scheduler([A, B, C], [ONE], retries=1, earlier=earlier)
    assert again.take(ONE) == (B, 2)


@given(
    st.integers(0, 6),
    st.integers(1, 4),
    st.integers(0, 2),
    st.randoms(use_true_random=False),
)
def test_whatever_happens_it_ends_and_nothing_is_done_too_often(
    count: int, device_count: int, retries: int, chance: object
) -> None:
    items = [Item(Path("demos/a"), f"E{number}", None, 1) for number in range(count)]
    devices = [f"device_{number}" for number in range(device_count)]
    scheduler = Scheduler(items, devices, retries=retries)
    in_hand: dict[str, Item] = {}
    for _round in range(count * (retries + 3) + device_count + 1):
        for device in devices:
            taken = scheduler.take(device)
            if taken is not None:
                assert taken[0] not in in_hand.values()
                assert device not in scheduler.retired
                in_hand[device] = taken[0]
        if not in_hand:
            break
        device = chance.choice(sorted(in_hand))  # type: ignore[attr-defined]
        del in_hand[device]
        end(scheduler, device, chance.choice(list(AttemptEnd)))  # type: ignore[attr-defined]
    assert not in_hand
    is_anyone_left = len(scheduler.retired) < device_count
    assert not (is_anyone_left and scheduler.waiting)
    for result in scheduler.results():
        ends = [attempt.end for attempt in result.attempts]
        assert result.given_back <= 1
        assert ends.count(AttemptEnd.FAILED) <= retries + 1
        assert ends.count(AttemptEnd.DIED) + ends.count(AttemptEnd.DEVICE_LOST) <= 2
        assert is_anyone_left or result.attempts or scheduler.waiting
