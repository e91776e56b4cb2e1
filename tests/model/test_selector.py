"""A selector says something."""

from __future__ import annotations

import pytest

from gui_rec.errors import InputError
from gui_rec.model.selector import Selector


def test_a_selector_needs_a_key_besides_its_index() -> None:
    with pytest.raises(InputError, match="at least one key"):
        Selector(index=0)
    assert Selector(checked=False).checked is False


def test_an_index_counts_from_zero() -> None:
    with pytest.raises(InputError, match="0 or more"):
        Selector(text="a", index=-1)
