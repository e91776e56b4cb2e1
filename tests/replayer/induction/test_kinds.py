from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.replayer.induction.findings import Finding, Reading
from gui_rec.replayer.induction.kinds import pattern_of
from gui_rec.replayer.rules.address import Level, Slot
from gui_rec.replayer.rules.patterns import PatternKind


def finding(*values: str, kind: Slot = Slot.TEXT) -> Finding:
    return Finding((Level("TextView", "x"),), kind, values, Reading.VOLATILE, "")


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (("3", "5", "11"), PatternKind.INT),
        (("Cart (3)", "Cart (12)"), PatternKind.INT),
        (("$3.20", "$12.00"), PatternKind.MONEY),
        (("1.234,50 €", "9,99 €"), PatternKind.MONEY),
        (("10:30", "9:05"), PatternKind.TIME),
        (("Updated 10:30", "Updated 11:02"), PatternKind.TIME),
        (("3", "Error"), PatternKind.ANY),
        (("Spring sale", "New tea"), PatternKind.ANY),
        (("", "New"), PatternKind.ANY),
    ],
)
def test_the_narrowest_kind_that_all_values_share(values: tuple[str, ...], kind: PatternKind) -> None:
    assert pattern_of(finding(*values)).kind is kind


def test_a_closed_list_only_where_each_value_came_up_twice() -> None:
    assert pattern_of(finding("a", "b", "a", "b")).values == ("a", "b")
    assert pattern_of(finding("a", "b", "a", "c")).kind is PatternKind.ANY
    assert pattern_of(finding("a" * 501, "b", "a" * 501, "b")).kind is PatternKind.ANY


def test_a_state_is_one_of_those_seen() -> None:
    states = pattern_of(finding("enabled", "enabled, checked", kind=Slot.STATE))
    assert states.values == ("enabled", "enabled, checked")
    assert pattern_of(finding("there", "absent", kind=Slot.EXISTS)).kind is PatternKind.ANY
    assert pattern_of(finding("0", "1", kind=Slot.CROP)).kind is PatternKind.ANY


@given(st.lists(st.text(max_size=12) | st.integers().map(str), min_size=2, max_size=6))
def test_every_value_keeps_the_pattern_of_any_other(values: list[str]) -> None:
    pattern = pattern_of(finding(*values))
    assert all(pattern.keeps(one, other) for one in values for other in values)
