from __future__ import annotations

import pytest

from gui_rec.recorder.heard.rpc_params import ParamError, Params


def test_parameters_by_position() -> None:
    params = Params([1.9, "a", True, None, [1, 2], {"x": 3, "y": 4}, {"mask": 0}])
    assert len(params) == 7
    assert (params.number(0), params.count(0), params.text(1), params.flag(2)) == (1.9, 1, "a", True)
    assert (params.text(3), params.raw(9)) == ("", None)
    assert params.inner(4).count(1) == 2
    assert [params.inner(5).count(at) for at in (0, 1)] == [3, 4]
    assert params.view(6).wanted == ()


@pytest.mark.parametrize(("steps", "duration_ms"), [(0, 5), (-4, 5), (55, 275), (10**9, 3_600_000)])
def test_a_step_lasts_five_ms(steps: int, duration_ms: int) -> None:
    assert Params([steps]).steps_ms(0) == duration_ms


@pytest.mark.parametrize("value", [None, True, "5", [], float("nan"), float("inf"), 10**400])
def test_what_is_no_number(value: object) -> None:
    with pytest.raises(ParamError, match="parameter 0"):
        Params([value]).number(0)


@pytest.mark.parametrize("reader", ["text", "flag", "view", "inner"])
def test_the_other_readers_refuse_too(reader: str) -> None:
    with pytest.raises(ParamError, match="parameter 0"):
        getattr(Params([5]), reader)(0)


def test_a_whole_number_has_32_bits() -> None:
    with pytest.raises(ParamError, match="32 bits"):
        Params([1 << 31]).count(0)
