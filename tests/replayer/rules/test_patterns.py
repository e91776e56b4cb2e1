from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui_rec.errors import InputError
from gui_rec.replayer.rules.patterns import PatternKind, SlotPattern


@pytest.mark.parametrize(
    ("kind", "recorded", "seen", "keeps"),
    [
        ("int", "3", "5", True),
        ("int", "3", "1,204", True),
        ("int", "3", "Error", False),
        ("int", "3 items", "5 items", True),
        ("int", "3 items", "5 errors", False),
        ("int", "3", "3.5", False),
        ("int", "٣", "٥", True),
        ("money", "$3.00", "$1,204.50", True),
        ("money", "$3.00", "€3.00", False),
        ("money", "$3.00", "sold out", False),
        ("time", "9:41", "10:02", True),
        ("time", "9:41 AM", "10:02 PM", True),
        ("time", "9:41", "closed", False),
        ("time", "2024-01-02", "2025-12-31", True),
        ("relative", "3 min ago", "2 hours ago", True),
        ("relative", "刚刚", "3分钟前", True),
        ("relative", "3 min ago", "never", False),
        ("any", "x", "Error", True),
    ],
)
def test_a_value_keeps_its_kind(kind: str, recorded: str, seen: str, keeps: bool) -> None:
    assert SlotPattern(PatternKind(kind)).keeps(recorded, seen) is keeps


def test_an_enum_knows_what_was_seen() -> None:
    pattern = SlotPattern(PatternKind.ENUM, ("day", "night"))
    assert pattern.keeps("day", "night")
    assert not pattern.keeps("day", "Error")


@given(st.sampled_from([kind for kind in PatternKind if kind is not PatternKind.ENUM]), st.text())
def test_what_did_not_change_is_kept(kind: PatternKind, text: str) -> None:
    assert SlotPattern(kind).keeps(text, text)


def test_values_belong_to_an_enum() -> None:
    with pytest.raises(InputError, match="values for enum"):
        SlotPattern(PatternKind.ENUM)
    with pytest.raises(InputError, match="values for enum"):
        SlotPattern(PatternKind.INT, ("3",))
    with pytest.raises(InputError, match="at most 100 values"):
        SlotPattern(PatternKind.ENUM, tuple(map(str, range(101))))
