from __future__ import annotations

import pytest

from gui_rec.errors import InputError
from gui_rec.model.selector import Selector
from gui_rec.replayer.rules.facts import Appears, Exists, Fact, Focused, Score


def test_a_fact_is_mandatory_unless_it_has_a_weight() -> None:
    test = Exists(Selector(text="a"))
    assert Fact(test).mandatory
    assert not Fact(test, 0.5).mandatory
    assert Fact(Appears(Selector(text="a"))).is_delta
    assert not Fact(test).is_delta


@pytest.mark.parametrize("weight", [0.0, 1.0, -0.1, 2.0])
def test_a_weight_is_a_share(weight: float) -> None:
    with pytest.raises(InputError, match="soft: "):
        Fact(Exists(Selector(text="a")), weight)


def test_numbers_out_of_range_and_empty_facts_are_refused() -> None:
    with pytest.raises(InputError, match="score: "):
        Score(3, 1.5, 0.0)
    with pytest.raises(InputError, match="a package or an activity"):
        Focused()
