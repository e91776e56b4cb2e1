from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.datasets.dedup.template import task_template


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Set an alarm for 7:30.", "set an alarm  for 8:05"),
        ('Search for "red shoes"', "Search for “a phone”!"),
        ("Search for 'red shoes'", "search for 'x'"),
        ("Open https://a.example/x?y=1", "open http://b.example"),
        ("Write to ann@example.com", "write to bob@example.org"),
        ("打开１２个文件。", "打开3个文件"),
    ],
)
def test_what_varies_between_two_askings_does_not_count(one: str, other: str) -> None:
    assert task_template(one) == task_template(other)


def test_other_words_are_another_task() -> None:
    assert task_template("open the clock") != task_template("open the calendar")
    assert task_template("don't open it") != task_template("do open it")


@given(st.text(max_size=300))
def test_a_template_is_its_own_template(goal: str) -> None:
    assert task_template(goal) == task_template(goal)
    assert len(task_template(goal)) <= 20_000


def test_a_hostile_goal_costs_no_time() -> None:
    assert task_template("'" * 100_000 + '"' * 100_000 + "@" * 100_000) is not None
