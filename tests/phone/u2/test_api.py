from __future__ import annotations

import asyncio

import pytest
from u2_phone import U2Phone

from gui_rec.phone.u2._api import BAD_PARAMS, NOT_FOUND, THROWN, RpcError


def test_an_error_carries_what_the_client_reads() -> None:
    error = RpcError(THROWN, "androidx.x.Y", "UiSelector[TEXT=a]")
    assert (error.code, error.message, error.data) == (-32001, "androidx.x.Y", "UiSelector[TEXT=a]")
    assert str(error) == "androidx.x.Y"
    assert RpcError(NOT_FOUND, "x").data is None
    assert (NOT_FOUND, BAD_PARAMS) == (-32601, -32602)


@pytest.mark.parametrize("duration_ms", [1, 250, 3_600_000])
def test_a_pause_lasts_as_long_as_it_should(duration_ms: float) -> None:
    phone = U2Phone()
    phone.session.stopped = asyncio.Event()
    assert phone.run(lambda: phone.session.pause(duration_ms))
    assert phone.took_s == pytest.approx(duration_ms / 1000)


def test_a_pause_ends_when_the_server_is_stopped() -> None:
    phone = U2Phone()

    async def body() -> tuple[bool, bool]:
        phone.session.stopped = asyncio.Event()
        asyncio.get_running_loop().call_later(2, phone.session.stopped.set)
        return await phone.session.pause(60_000), await phone.session.pause(0)

    assert phone.run(body) == (False, False)
    assert phone.took_s == pytest.approx(2)


def test_the_accessibility_layer_is_of_this_moment() -> None:
    phone = U2Phone()
    before = phone.session.accessibility.scene.version
    phone.driven.tap("Shop")
    assert phone.session.accessibility.scene.version > before


def test_a_hand_that_may_not_inject_is_refused_as_often_as_the_fault_says() -> None:
    phone = U2Phone()
    phone.driven.phone.faults.set("inject-denied:2")
    for method, params in (("click", (540, 900)), ("pressKey", ("home",))):
        with pytest.raises(RpcError, match="SecurityException") as caught:
            phone.call(method, *params)
        assert "INJECT_EVENTS" in str(caught.value.data)
    assert phone.call("pressKey", "home") is True
