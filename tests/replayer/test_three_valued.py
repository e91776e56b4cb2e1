from __future__ import annotations

import pytest

from gui_rec.replayer.three_valued import all_of, negated


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ((), True),
        ((True, True), True),
        ((True, None), None),
        ((None, None), None),
        ((True, False), False),
        ((None, False), False),
        ((False, None), False),
    ],
)
def test_unknown_is_never_yes_and_a_no_is_a_no(
    answers: tuple[bool | None, ...], expected: bool | None
) -> None:
    assert all_of(answers) is expected
    assert all_of(iter(answers)) is expected


def test_unknown_has_no_opposite() -> None:
    assert (negated(True), negated(False), negated(None)) == (False, True, None)
