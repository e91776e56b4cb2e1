from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gui_rec.phone.u2.params import ParamError, Params

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
READERS: tuple[Callable[[Params], object], ...] = (
    lambda params: params.number(0),
    lambda params: params.count(0),
    lambda params: params.flag(0),
    lambda params: params.text(0),
    lambda params: params.numbers(0),
)


def test_each_kind_is_read_as_itself() -> None:
    params = Params([1.5, 2, True, "x", None, [1, 2.5], {"mask": 0}])
    assert params.number(0) == 1.5
    assert params.count(0) == 1
    assert params.count(1) == 2
    assert params.flag(2) is True
    assert params.text(3) == "x"
    assert params.text(4) == ""
    assert params.numbers(5) == [1, 2.5]
    assert params.raw(6) == {"mask": 0}
    assert len(params) == 7


def test_a_default_stands_for_what_was_not_sent() -> None:
    params = Params([])
    assert params.number(0, 2.5) == 2.5
    assert params.count(0, 50) == 50
    assert params.flag(0, False) is False


@pytest.mark.parametrize("read", READERS)
def test_what_is_missing_is_an_error_without_a_default(read: Callable[[Params], object]) -> None:
    with pytest.raises(ParamError, match="position 0"):
        read(Params([]))


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (READERS[0], True),
        (READERS[0], "1"),
        (READERS[0], float("nan")),
        (READERS[0], float("inf")),
        (READERS[1], None),
        (READERS[2], 1),
        (READERS[2], None),
        (READERS[3], 5),
        (READERS[4], "12"),
        (READERS[4], [1, "2"]),
    ],
)
def test_another_type_is_an_error_that_says_what_came(
    read: Callable[[Params], object], value: object
) -> None:
    with pytest.raises(ParamError, match="expected"):
        read(Params([value]))


@given(JSON)
@settings(max_examples=80, deadline=None)
def test_any_json_is_read_or_refused(value: object) -> None:
    for read in READERS:
        with suppress(ParamError):
            read(Params([value]))


@pytest.mark.parametrize("value", [1e308, -1e308, 1 << 31, -(1 << 31) - 1, 10**30])
def test_a_count_is_a_java_int(value: float) -> None:
    with pytest.raises(ParamError, match="32 bits"):
        Params([value]).count(0)
