"""What holds for every method of the phone's uiautomator2 server."""

from __future__ import annotations

import asyncio
import inspect
import json
from typing import Any

import pytest
from u2_phone import U2Phone, selector

from gui_rec.phone.u2._members import METHODS
from gui_rec.phone.u2.rpc import answer

NONSENSE: tuple[list[object], ...] = (
    [],
    [None],
    ["obj-9"],
    [selector(text="Nowhere")],
    [selector(text="Nowhere"), selector(text="Nor this"), 1, 1],
    [-1, -1, -1, -1, 0],
    [10**18, 10**18, 1, 1],
    [{"mask": "x"}, True, 3, 3],
    [[], [], []],
    ["\N{SNOWMAN}", "\N{SNOWMAN}", "\N{SNOWMAN}"],
)


@pytest.mark.parametrize("name", list(METHODS))
def test_it_is_an_async_function_of_session_and_parameters_that_says_how_it_is_called(name: str) -> None:
    method = METHODS.get(name)
    assert inspect.iscoroutinefunction(method)
    assert len(inspect.signature(method).parameters) == 2
    assert f"`{name}" in (inspect.getdoc(method) or "")


@pytest.mark.parametrize("params", NONSENSE, ids=str)
@pytest.mark.parametrize("name", list(METHODS))
def test_nonsense_is_answered_with_a_result_or_a_numbered_error(name: str, params: list[object]) -> None:
    phone = U2Phone()
    body = json.dumps({"jsonrpc": "2.0", "id": 3, "method": name, "params": params}).encode()

    async def asked() -> bytes:
        phone.session.stopped = asyncio.Event()
        asyncio.get_running_loop().call_later(5, phone.session.stopped.set)
        return await answer(phone.session, body)

    told: dict[str, Any] = json.loads(phone.run(asked))
    assert told["id"] == 3
    assert ("result" in told) is not ("error" in told)
    if "error" in told:
        assert told["error"]["code"] in (-32001, -32602)


@pytest.mark.parametrize("name", list(METHODS))
def test_a_stopped_server_waits_for_nothing(name: str) -> None:
    phone = U2Phone()

    async def asked() -> bytes:
        phone.session.stopped = asyncio.Event()
        phone.session.stopped.set()
        body = {
            "id": 1,
            "method": name,
            "params": [selector(scrollable=True), 100_000, 100_000, 100_000, 1000],
        }
        return await answer(phone.session, json.dumps(body).encode())

    phone.run(asked)
    assert phone.took_s < 1
