"""The closed lists of the store; a change here is a change of the schema."""

from __future__ import annotations

from gui_rec.model.flags import EndReason, Flag, MissingReason, Source


def test_the_lists_are_as_long_as_the_format_says() -> None:
    assert (len(Flag), len(MissingReason), len(EndReason), len(Source)) == (23, 13, 13, 7)


def test_values_are_lower_case_words() -> None:
    for value in [*Flag, *MissingReason, *EndReason, *Source]:
        assert value.value == value.value.lower()
        assert value.value.replace("_", "").isalpha()
