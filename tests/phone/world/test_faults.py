from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.errors import UsageError
from gui_rec.phone.world.faults import COUNTED, NAMES, PLAIN, Faults


@pytest.mark.parametrize("name", NAMES)
def test_each_fault_can_be_switched_on_and_off(name: str) -> None:
    faults = Faults((name,))
    assert faults.active(name)
    assert faults.names() == (name,)
    faults.clear(name)
    assert not faults.active(name)


def test_a_counted_fault_strikes_that_many_times() -> None:
    faults = Faults(("lost-tap:3",))
    assert [faults.take("lost-tap") for _ in range(5)] == [True, True, True, False, False]


def test_a_counted_fault_without_a_number_strikes_always() -> None:
    faults = Faults(("old-xml",))
    assert all(faults.take("old-xml") for _ in range(20))


def test_a_counted_fault_may_begin_later() -> None:
    faults = Faults(("lost-tap:1@3",))
    assert [faults.take("lost-tap") for _ in range(5)] == [False, False, True, False, False]


def test_a_count_of_nothing_never_strikes() -> None:
    faults = Faults(("lost-tap:0",))
    assert not faults.take("lost-tap")


def test_an_argument_is_kept_as_text() -> None:
    faults = Faults(("slow-page:2.5",))
    assert faults.argument("slow-page") == "2.5"
    assert faults.argument("not-idle") is None


def test_setting_again_replaces() -> None:
    faults = Faults(("lost-tap:1",))
    faults.set("lost-tap:2")
    assert [faults.take("lost-tap") for _ in range(3)] == [True, True, False]


def test_all_can_be_cleared() -> None:
    faults = Faults(("lost-tap", "secure-screen"))
    faults.clear()
    assert faults.names() == ()


def test_changes_grow_when_a_fault_is_switched() -> None:
    faults = Faults()
    before = faults.changes
    faults.set("secure-screen")
    faults.clear("secure-screen")
    assert faults.changes == before + 2


@pytest.mark.parametrize(
    "wrong", ["", "no-such", "lost-tap:", "lost-tap:x", "lost-tap@0", "lost-tap:1.5", "Lost-tap"]
)
def test_a_wrong_specification_is_refused_with_the_names(wrong: str) -> None:
    with pytest.raises(UsageError, match="fault"):
        Faults((wrong,))


def test_every_fault_is_described() -> None:
    assert set(NAMES) == set(COUNTED) | set(PLAIN)
    assert all(text and not text.endswith(".") for text in (*COUNTED.values(), *PLAIN.values()))


@settings(max_examples=50, deadline=None)
@given(count=st.integers(1, 9), start=st.integers(1, 9), chances=st.integers(0, 25))
def test_strikes_lie_where_the_specification_says(count: int, start: int, chances: int) -> None:
    faults = Faults((f"not-idle:{count}@{start}",))
    struck = [number for number in range(1, chances + 1) if faults.take("not-idle")]
    assert struck == [number for number in range(start, start + count) if number <= chances]


@pytest.mark.parametrize("name", ["lost-tap", "clock-jump", "slow-page", "never-settling"])
def test_a_number_beyond_measure_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="behind the colon"):
        Faults((f"{name}:{'9' * 400}",))


@pytest.mark.parametrize("wrong", ["lost-tap:abc", "lost-tap@0", "size-change:1e3"])
def test_what_is_wrong_behind_a_name_is_told_without_the_other_names(wrong: str) -> None:
    name = wrong.partition(":")[0].partition("@")[0]
    with pytest.raises(UsageError, match=f"expected {name} or {name}:ARGUMENT, a .*K from 1 on") as caught:
        Faults((wrong,))
    assert "null-root" not in str(caught.value)
